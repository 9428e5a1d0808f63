import { endpoints } from '#api/endpoints.ts';
import { noCents } from '#core/rules/basics/money.ts';
import { err, ok } from '#core/rules/basics/result.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { domainFailure } from '#server/platform/domain-failure.ts';
import { pageDocument } from '#server/platform/http/page-document.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { cardClientTokens, firstCardGateway } from '#server/platform/payment-gateways.ts';
import { cancelSubscription, resumeSubscription } from './cancel-subscription.ts';
import { changePaymentMethod, findVaultCustomer } from './change-payment-method.ts';
import { listSubscriptions } from './list-subscriptions.ts';

/** A user’s own memberships and subscriptions. */
export function subscriptionRoutes(context: OrderContext): readonly Route[] {
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
