import { contract } from '#api/contract.ts';
import { ok } from '#core/rules/result.ts';
import { pageDocument } from '#server/http/page-document.ts';
import type { Route } from '#server/http/route.ts';
import { route } from '#server/http/route.ts';
import type { MailTexts } from '#server/mail/mail-texts.ts';
import { getInvoice } from '#server/payments/get-invoice.ts';
import { listPayments } from '#server/payments/list-payments.ts';
import type { HostContext } from '#server/server-context.ts';

/** What somebody has paid and got back, and the invoices of it (decisions §9). */
export function paymentRoutes(context: HostContext, paperTexts: MailTexts): readonly Route[] {
  return [
    route(contract.listPayments, async ({ caller, query }) => {
      const page = { number: query['page[number]'], size: query['page[size]'] };
      const payments = await listPayments(context, caller.user.id, page);
      return ok(pageDocument(payments, { path: '/payments', query }));
    }),
    route(contract.getInvoice, ({ params, query }) =>
      getInvoice(context, paperTexts, { id: params.id, token: query.token }),
    ),
  ];
}
