import { endpoints } from '#api/endpoints.ts';
import { noCents } from '#core/rules/money.ts';
import { err, ok } from '#core/rules/result.ts';
import type { Caller } from '#server/caller.ts';
import type { NewDeclaration } from '#server/consumer-rights/record-declaration.ts';
import { recordDeclaration } from '#server/consumer-rights/record-declaration.ts';
import { domainFailure } from '#server/domain-failure.ts';
import type { Route } from '#server/http/mount-endpoint.ts';
import { route } from '#server/http/mount-endpoint.ts';
import { pageDocument } from '#server/http/page-document.ts';
import { cardClientTokens, firstCardGateway } from '#server/payment-gateways.ts';
import type { ServerContext } from '#server/server-context.ts';
import { cancelSubscription, resumeSubscription } from '#server/subscriptions/cancel-subscription.ts';
import { changePaymentMethod, findVaultCustomer } from '#server/subscriptions/change-payment-method.ts';
import { listSubscriptions } from '#server/subscriptions/list-subscriptions.ts';

/** A user's own memberships and subscriptions. */
export function subscriptionRoutes(context: ServerContext): readonly Route[] {
  return [
    route(endpoints.listSubscriptions, async ({ query, caller }) => {
      const page = { locale: caller.locale, number: query['page[number]'], size: query['page[size]'] };
      const list = await listSubscriptions(context, caller.user.id, page);
      return ok(pageDocument(list, { path: endpoints.listSubscriptions.path, query }));
    }),
    route(endpoints.cancelSubscription, async ({ params, caller }) => {
      const cancelled = await cancelSubscription(context, caller, params.id);
      return cancelled.ok ? ok({ data: cancelled.value }) : cancelled;
    }),
    route(endpoints.resumeSubscription, async ({ params, caller }) => {
      const resumed = await resumeSubscription(context, caller, params.id);
      return resumed.ok ? ok({ data: resumed.value }) : resumed;
    }),
    route(endpoints.createSubscriptionClientToken, async ({ params, caller }) => {
      const customer = await findVaultCustomer(context, caller, params.id);
      if (!customer.ok) return customer;
      const request = { amount: noCents, currency: 'EUR', order: null, customer: null } as const;
      const providers = await cardClientTokens(context, request);
      if (providers.every(({ client_token }) => client_token === null)) {
        return err(domainFailure('PAYMENT_UNAVAILABLE', { retryAfterSeconds: 30 }));
      }
      const { name: provider } = firstCardGateway(context);
      const client_token = providers[0]?.client_token ?? null;
      return ok({ success: true, client_token, provider, providers } as const);
    }),
    route(endpoints.changePaymentMethod, async ({ params, body, caller }) => {
      const changed = await changePaymentMethod(context, caller, params.id, body);
      if (!changed.ok) return changed;
      const { data, isPending } = changed.value;
      return { ok: true, value: { data }, status: isPending ? 202 : 200 };
    }),
  ];
}

/** Withdrawals and cancellations; no login needed. */
export function consumerRightsRoutes(context: ServerContext): readonly Route[] {
  const declare = async (declaration: NewDeclaration, caller: Caller) => {
    const { reference, received_at } = await recordDeclaration(context, declaration, caller);
    const attributes = { received_at: received_at.toISOString() };
    return ok({ success: true, data: { type: 'declarations', id: reference, attributes } } as const);
  };
  return [
    route(endpoints.declareWithdrawal, ({ body, caller }) => {
      const { lines, reason, ...declared } = body;
      return declare({ kind: 'withdrawal', ...declared, details: { lines, reason } }, caller);
    }),
    route(endpoints.declareCancellation, ({ body, caller }) => {
      const { kind, reason, ends_on, ...declared } = body;
      return declare({ kind: 'cancellation', ...declared, details: { kind, reason, ends_on } }, caller);
    }),
  ];
}
