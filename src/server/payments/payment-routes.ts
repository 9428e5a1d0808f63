import { endpoints } from '#api/endpoints.ts';
import { ok } from '#core/rules/basics/result.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { pageDocument } from '#server/platform/http/page-document.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { MailTexts } from '#server/platform/outbox/mail-texts.ts';
import { getInvoice } from './get-invoice.ts';
import { listPayments } from './list-payments.ts';

/** Payments, refunds and invoices of a user. */
export function paymentRoutes(context: OrderContext, mailTexts: MailTexts): readonly Route[] {
  return [
    route(endpoints.listPayments, async ({ caller, query }) => {
      const page = { number: query['page[number]'], size: query['page[size]'] };
      const payments = await listPayments(context, caller.user.id, page);
      return ok(pageDocument(payments, { path: '/payments', query }));
    }),
    route(endpoints.getInvoice, ({ params, query }) =>
      getInvoice(context, mailTexts, { id: params.id, token: query.token }),
    ),
  ];
}
