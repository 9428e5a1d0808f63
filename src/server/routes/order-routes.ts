import { contract } from '#api/contract.ts';
import type { Route } from '#server/http/route.ts';
import { route } from '#server/http/route.ts';
import { checkOutOrder } from '#server/orders/check-out-order.ts';
import { createOrder } from '#server/orders/create-order.ts';
import { findOrder } from '#server/orders/find-order.ts';
import { presentOrder } from '#server/orders/present-order.ts';
import { verifyOrder } from '#server/orders/verify-order.ts';
import type { HostContext } from '#server/server-context.ts';

/** Ordering and paying (decisions §4). */
export function orderRoutes(context: HostContext): readonly Route[] {
  return [
    route(contract.createOrder, ({ caller, body }) => createOrder(context, caller, body)),
    route(contract.getOrder, async ({ caller, params }) => {
      const found = await findOrder(context.db, context, caller, params.id);
      return found.ok ? { ok: true, value: { data: await presentOrder(context.db, found.value) } } : found;
    }),
    route(contract.verifyOrder, ({ caller, body }) => verifyOrder(context, caller, body.id)),
    route(contract.checkOutOrder, async ({ caller, body }) => {
      const paid = await checkOutOrder(context, caller, body);
      if (!paid.ok) return paid;
      const isSettled = paid.value.attributes.state === 'paid';
      return { ok: true, value: { data: paid.value }, status: isSettled ? 200 : 202 };
    }),
  ];
}
