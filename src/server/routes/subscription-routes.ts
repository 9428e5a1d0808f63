import { contract } from '#api/contract.ts';
import { err, ok } from '#core/rules/result.ts';
import { apiFailure } from '#server/api-failure.ts';
import { pageDocument } from '#server/http/page-document.ts';
import type { Route } from '#server/http/route.ts';
import { route } from '#server/http/route.ts';
import type { HostContext } from '#server/server-context.ts';
import { cancelSubscription } from '#server/subscriptions/cancel-subscription.ts';
import { changePaymentMethod, findVaultCustomer } from '#server/subscriptions/change-payment-method.ts';
import { listContracts } from '#server/subscriptions/list-contracts.ts';
import { resumeSubscription } from '#server/subscriptions/resume-subscription.ts';

/** A user's own memberships and subscriptions (decisions §4). */
export function subscriptionRoutes(context: HostContext): readonly Route[] {
  return [
    route(contract.listSubscriptions, async ({ query, caller }) => {
      const page = { locale: caller.locale, number: query['page[number]'], size: query['page[size]'] };
      const list = await listContracts(context, caller.user.id, page);
      return ok(pageDocument(list, { path: contract.listSubscriptions.path, query }));
    }),
    route(contract.cancelSubscription, async ({ params, caller }) => {
      const cancelled = await cancelSubscription(context, caller, params.id);
      return cancelled.ok ? ok({ data: cancelled.value }) : cancelled;
    }),
    route(contract.resumeSubscription, async ({ params, caller }) => {
      const resumed = await resumeSubscription(context, caller, params.id);
      return resumed.ok ? ok({ data: resumed.value }) : resumed;
    }),
    route(contract.createSubscriptionClientToken, async ({ params, caller }) => {
      const customer = await findVaultCustomer(context, caller, params.id);
      if (!customer.ok) return customer;
      const client_token = await context.paymentGateway.createClientToken(null);
      if (client_token === null) {
        return err(apiFailure('PAYMENT_UNAVAILABLE', { headers: { 'Retry-After': '30' } }));
      }
      return ok({ success: true, client_token, provider: context.paymentGateway.name } as const);
    }),
    route(contract.changePaymentMethod, async ({ params, body, caller }) => {
      const changed = await changePaymentMethod(context, caller, params.id, body);
      if (!changed.ok) return changed;
      const { data, isPending } = changed.value;
      return { ok: true, value: { data }, status: isPending ? 202 : 200 };
    }),
  ];
}
