import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { ok } from '#core/rules/basics/result.ts';
import { readInvoiceFile } from '#server/payments/get-invoice.ts';
import { toListDocument } from '#server/platform/http/list-document.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { MailTexts } from '#server/platform/outbox/mail-texts.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { exportInvoices } from './export-invoices.ts';
import { type ReadInvoice, readInvoices, sumInvoices } from './operator-invoices.ts';

/** Routes to list, open and export invoices and corrections. */
export function operatorInvoiceRoutes({ db }: ServerContext, mailTexts: MailTexts): readonly Route[] {
  return [
    route(operatorEndpoints.listOperatorInvoices, async ({ query }) => {
      const filters = {
        q: query['filter[q]'],
        kind: query['filter[kind]'],
        country: query['filter[country]'],
        from: query['filter[from]'],
        to: query['filter[to]'],
      };
      const wanted = { ...filters, after: query['page[after]'], size: query['page[size]'] };
      const [{ rows, next }, totals] = await Promise.all([
        readInvoices(db, wanted, 'desc'),
        sumInvoices(db, filters),
      ]);
      const { data, meta } = toListDocument('operator_invoices', { rows: rows.map(listed), next });
      return ok({ data, meta: { ...meta, totals } });
    }),
    route(operatorEndpoints.getOperatorInvoice, ({ params }) => readInvoiceFile(db, mailTexts, params.id)),
    route(operatorEndpoints.exportOperatorInvoices, async ({ query, caller }) =>
      ok(await exportInvoices(db, query.month, caller.locale)),
    ),
  ];
}

function listed({ paid: _, paid_by_credit: __, transaction: ___, ...invoice }: ReadInvoice) {
  return invoice;
}
