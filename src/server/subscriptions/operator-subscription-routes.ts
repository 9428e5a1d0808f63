import { operatorEndpoints } from '#api/operator-endpoints.ts';
import type { Locale } from '#core/model/values.ts';
import { ok } from '#core/rules/basics/result.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { makeRefundingCall } from '#server/payments/refund-proof.ts';
import { actingAs } from '#server/platform/audit-log.ts';
import { toListDocument, toRecordDocument } from '#server/platform/http/list-document.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { giveFreePeriods, retryRenewal, stopSubscription } from './operator-actions.ts';
import { listOperatorSubscriptions, readOperatorSubscription } from './operator-subscriptions.ts';

/** Memberships and subscriptions of all customers, for operators. */
export function operatorSubscriptionRoutes(context: OrderContext): readonly Route[] {
  const show = async (id: string, locale: Locale) =>
    toRecordDocument('operator_subscriptions', await readOperatorSubscription(context, id, locale));
  return [
    route(operatorEndpoints.listOperatorSubscriptions, async ({ query, caller }) =>
      ok(
        toListDocument(
          'operator_subscriptions',
          await listOperatorSubscriptions(context.db, {
            q: query['filter[q]'],
            state: query['filter[state]'],
            stage: query['filter[stage]'],
            until: query['filter[until]'],
            after: query['page[after]'],
            size: query['page[size]'],
            locale: caller.locale,
          }),
        ),
      ),
    ),
    route(operatorEndpoints.getOperatorSubscription, ({ params, caller }) => show(params.id, caller.locale)),
    route(operatorEndpoints.retryRenewal, async ({ params, caller }) => {
      const charged = await retryRenewal(actingAs(context, caller), params.id);
      if (!charged.ok) return charged;
      const shown = await show(params.id, caller.locale);
      if (!shown.ok) return shown;
      const { status } = shown.value.data.attributes;
      const settled = status === 'past_due' || status === 'expired' ? 'declined' : 'paid';
      return ok({
        ...shown.value,
        meta: { outcome: charged.value === 'pending' ? ('pending' as const) : settled },
      });
    }),
    route(operatorEndpoints.stopSubscription, async ({ params, caller }) => {
      const stopped = await makeRefundingCall(context, caller, (acting) =>
        stopSubscription(acting, params.id),
      );
      return stopped.ok ? show(params.id, caller.locale) : stopped;
    }),
    route(operatorEndpoints.giveFreePeriods, async ({ params, body, caller }) => {
      const given = await giveFreePeriods(actingAs(context, caller), params.id, body.periods, body.seen);
      return given.ok ? show(params.id, caller.locale) : given;
    }),
  ];
}
