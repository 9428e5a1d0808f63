import { contract } from '#contract/contract.ts';
import { ok } from '#core/rules/result.ts';
import type { HostContext } from '#host/host-context.ts';
import { pageDocument } from '#host/http/page-document.ts';
import type { Route } from '#host/http/route.ts';
import { route } from '#host/http/route.ts';
import type { MailTexts } from '#host/mail/mail-texts.ts';
import { getInvoice } from '#host/services/payments/get-invoice.ts';
import { listPayments } from '#host/services/payments/list-payments.ts';

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
