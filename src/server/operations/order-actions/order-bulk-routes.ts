import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { ok } from '#core/rules/basics/result.ts';
import { countOrders, exportOrders } from '#server/operations/commands/export-orders.ts';
import { shipOrder } from '#server/orders/delivery/shipments.ts';
import { toOrderFilters } from '#server/orders/operator-order-routes.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { actingAs } from '#server/platform/audit-log.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { MailTexts } from '#server/platform/outbox/mail-texts.ts';
import { goodsRefusals } from './order-action-routes.ts';
import { drawPackingSlips, previewSending } from './order-bulk.ts';

/** Routes for many orders at once; each order is changed by the service for a single order. */
export function orderBulkRoutes(context: OrderContext, mailTexts: MailTexts): readonly Route[] {
  const { db } = context;
  return [
    route(operatorEndpoints.previewSending, async ({ body }) =>
      ok({ data: await previewSending(db, body.order_ids) }),
    ),
    route(operatorEndpoints.shipOperatorOrders, async ({ body, caller }) => {
      const acting = actingAs(context, caller);
      const data: { order_id: string; outcome: (typeof outcomes)[keyof typeof outcomes] }[] = [];
      for (const { order_id, ...parcel } of body.parcels) {
        const order = await db
          .selectFrom('orders')
          .select('code')
          .where('id', '=', order_id)
          .executeTakeFirst();
        const sent = order === undefined ? null : await shipOrder(acting, order.code, parcel);
        const outcome = sent === null ? 'UNKNOWN_ORDER' : sent.ok ? sent.value : sent.error.code;
        data.push({ order_id, outcome: outcomes[outcome] });
      }
      return ok({ data });
    }),
    route(operatorEndpoints.drawPackingSlips, ({ body, caller }) =>
      drawPackingSlips(db, mailTexts, body.order_ids, caller.locale),
    ),
    route(operatorEndpoints.previewOrderExport, async ({ query }) =>
      ok({ data: { orders: await countOrders(db, toExported(query)) } }),
    ),
    route(operatorEndpoints.exportOperatorOrders, async ({ query, caller }) =>
      ok(await exportOrders(actingAs(context, caller), toExported(query), caller.locale)),
    ),
  ];
}

function toExported({
  ids,
  ...query
}: Parameters<typeof toOrderFilters>[0] & { readonly ids?: string | undefined }) {
  return { ...toOrderFilters(query), ids: ids?.split(',') };
}

const outcomes = { moved: 'shipped', again: 'again', ...goodsRefusals } as const;
