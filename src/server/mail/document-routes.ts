import { endpoints } from '#api/endpoints.ts';
import { ok } from '#core/rules/basics/result.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { findOrder } from '#server/orders/read-order.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { MailTexts } from '#server/platform/outbox/mail-texts.ts';
import { getGiftSheet, getOrderConfirmation, listOrderDocuments } from './order-documents.ts';

/** Routes for documents of orders. */
export function documentRoutes(context: OrderContext, mailTexts: MailTexts): readonly Route[] {
  return [
    route(endpoints.listOrderDocuments, async ({ caller, params }) => {
      const found = await findOrder(context.db, context, caller, params.id);
      return found.ok ? ok({ data: await listOrderDocuments(context, found.value.id) }) : found;
    }),
    route(endpoints.getGiftSheet, ({ params, query }) =>
      getGiftSheet(context, mailTexts, { id: params.id, token: query.token }),
    ),
    route(endpoints.getOrderConfirmation, ({ params, query }) =>
      getOrderConfirmation(context, mailTexts, { id: params.id, token: query.token }),
    ),
  ];
}
