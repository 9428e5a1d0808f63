import type * as z from 'zod/mini';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import type { orderFilters } from '#api/orders/operator-order-endpoints.ts';
import { ok } from '#core/rules/basics/result.ts';
import { toListDocument, toRecordDocument } from '#server/platform/http/list-document.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { listOperatorOrders, type OrderFilters } from './list-operator-orders.ts';
import { maskCodes, readOperatorOrder } from './operator-order.ts';
import type { OrderContext } from './order-context.ts';

/** Routes for operators to list and read orders. */
export function operatorOrderRoutes(context: OrderContext): readonly Route[] {
  const { db } = context;
  return [
    route(operatorEndpoints.listOperatorOrders, async ({ query }) => {
      const page = await listOperatorOrders(db, {
        ...toOrderFilters(query),
        after: query['page[after]'],
        size: query['page[size]'],
      });
      return ok(toListDocument('operator_orders', page));
    }),
    route(operatorEndpoints.getOperatorOrder, async ({ params, caller }) => {
      const order = await readOperatorOrder(db, { id: params.id });
      return toRecordDocument('operator_orders', order && maskCodes(caller.operator.permissions, order));
    }),
  ];
}

/** Converts query parameters to filters. */
export function toOrderFilters(query: z.output<z.ZodMiniObject<typeof orderFilters>>): OrderFilters {
  return {
    q: query['filter[q]'],
    state: query['filter[state]'],
    shipment: query['filter[shipment]'],
    payment: query['filter[payment]'],
    from: query['filter[from]'],
    to: query['filter[to]'],
  };
}
