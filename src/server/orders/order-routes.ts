import { endpoints } from '#api/endpoints.ts';
import { ok } from '#core/rules/basics/result.ts';
import { done, type Route, route, success } from '#server/platform/http/route.ts';
import { checkOutOrder, continuePayment, openWallets, verifyOrder } from './check-out-order.ts';
import { placeOrder } from './create-order.ts';
import { recordEarlyStart } from './delivery/promise-contents.ts';
import { openOrderAccount } from './order-account.ts';
import type { OrderContext } from './order-context.ts';
import { requestOrderLink } from './order-lookup.ts';
import { findOrder, findShownOrder } from './read-order.ts';

/** Ordering and paying. */
export function orderRoutes(context: OrderContext): readonly Route[] {
  return [
    route(endpoints.createOrder, ({ caller, body }) => placeOrder(context, caller, body)),
    route(endpoints.getOrder, async ({ caller, params }) => {
      const found = await findShownOrder(context, caller, params.id);
      return found.ok ? ok({ data: found.value.shown }) : found;
    }),
    route(endpoints.requestOrderLink, async ({ caller, body }) => {
      return done(await requestOrderLink(context, body, caller));
    }),
    route(endpoints.requestEarlyStart, async ({ caller, params }) => {
      const found = await findOrder(context.db, context, caller, params.id);
      if (!found.ok) return found;
      await recordEarlyStart(context.db, context, found.value.id);
      return ok(success);
    }),
    route(endpoints.openOrderAccount, ({ caller, params, body }) =>
      openOrderAccount(context, caller, params.id, body),
    ),
    route(endpoints.openWallets, ({ caller, body }) => openWallets(context, caller, body)),
    route(endpoints.verifyOrder, ({ caller, body }) => verifyOrder(context, caller, body.id)),
    route(endpoints.continuePayment, async ({ caller, params, body }) => {
      const continued = await continuePayment(context, caller, { id: params.id, step: body.step });
      return continued.ok ? ok({ data: continued.value }) : continued;
    }),
    route(endpoints.checkOutOrder, async ({ caller, body }) => {
      const paid = await checkOutOrder(context, caller, body);
      if (!paid.ok) return paid;
      const isSettled = paid.value.attributes.state === 'paid';
      return { ok: true, value: { data: paid.value }, status: isSettled ? 200 : 202 };
    }),
  ];
}
