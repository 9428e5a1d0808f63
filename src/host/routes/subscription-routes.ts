import { contract } from '#contract/contract.ts';
import { err, ok } from '#core/rules/result.ts';
import { apiFailure } from '#host/api-failure.ts';
import type { HostContext } from '#host/host-context.ts';
import { pageDocument } from '#host/http/page-document.ts';
import type { Route } from '#host/http/route.ts';
import { route } from '#host/http/route.ts';
import { cancelSubscription } from '#host/services/subscriptions/cancel-subscription.ts';
import {
  changePaymentMethod,
  findVaultCustomer,
} from '#host/services/subscriptions/change-payment-method.ts';
import { listContracts } from '#host/services/subscriptions/list-contracts.ts';
import { resumeSubscription } from '#host/services/subscriptions/resume-subscription.ts';

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
