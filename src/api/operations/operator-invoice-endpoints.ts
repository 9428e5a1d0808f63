import * as z from 'zod/mini';
import { type AreaDocs, respondsWithFile } from '#api/endpoint.ts';
import { byId, resource } from '#api/json-api.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { listQuery } from '#api/record-list.ts';
import { paymentMethod } from '#core/model/payment.ts';
import { calendarDay, cents, type Infer, line, uuid } from '#core/model/primitives.ts';

/** Document kinds. A correction of an invoice has negative amounts. */
export const invoiceKinds = ['invoice', 'correction'] as const;

/** Amounts of one VAT rate; `gross` is `net + vat`. */
const vatAmounts = { rate: z.number(), net: cents, vat: cents, gross: cents };

const listedInvoice = z.object({
  id: uuid,
  number: z.string(),
  kind: z.enum(invoiceKinds),
  /** The day of issue in the shop's time zone. */
  day: calendarDay,
  order_id: uuid,
  order_code: z.string(),
  /** Country of the VAT, ISO 3166-1 alpha-2; `vat_shares` have their own. */
  country: z.string(),
  /** Whether some of its VAT is declared in the EU one-stop shop. */
  is_oss: z.boolean(),
  net: cents,
  vat: cents,
  gross: cents,
  /** Digital goods can be taxed in another country than the rest of their order. */
  vat_shares: z.array(
    z.object({
      ...vatAmounts,
      // Missing in responses of the previous version.
      country: z._default(z.string(), ''),
      is_oss: z._default(z.boolean(), false),
    }),
  ),
  payment: z.nullable(paymentMethod.shape.kind),
  /** Number of the corrected invoice; null for invoices. */
  corrects: z.nullable(z.string()),
});

export type ListedInvoice = Infer<typeof listedInvoice>;

/** Total of all found documents per rate, and per country for the one-stop shop; else `oss_country` is null. */
const vatTotal = z.object({ ...vatAmounts, oss_country: z.nullable(z.string()) });

export type VatTotal = Infer<typeof vatTotal>;

const listOperatorInvoices = defineOperatorEndpoint({
  name: 'listOperatorInvoices',
  method: 'GET',
  path: '/operator/invoices',
  permission: 'invoices.read',
  query: z.object({
    ...listQuery,
    'filter[kind]': z.optional(z.enum(invoiceKinds)),
    'filter[country]': z.optional(line(60)),
    /** Days in the shop's time zone, both included. */
    'filter[from]': z.optional(calendarDay),
    'filter[to]': z.optional(calendarDay),
  }),
  response: z.object({
    data: z.array(resource('operator_invoices', listedInvoice)),
    meta: z.object({
      /** Null on the last page. */
      next: z.nullable(z.string()),
      totals: z.array(vatTotal),
    }),
  }),
});

/** The document as it was issued. */
const getOperatorInvoice = defineOperatorEndpoint({
  name: 'getOperatorInvoice',
  method: 'GET',
  path: '/operator/invoices/:id',
  permission: 'invoices.read',
  params: byId,
  ...respondsWithFile('application/pdf'),
});

const exportOperatorInvoices = defineOperatorEndpoint({
  name: 'exportOperatorInvoices',
  method: 'GET',
  path: '/operator/invoice-export',
  permission: 'invoices.read',
  query: z.object({ month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/)) }),
  ...respondsWithFile('text/csv; charset=utf-8'),
});

export const operatorInvoiceEndpoints = { listOperatorInvoices, getOperatorInvoice, exportOperatorInvoices };

export const operatorInvoiceDocs: AreaDocs<keyof typeof operatorInvoiceEndpoints> = {
  title: 'Invoices, for operators',
  description:
    'Invoices and corrections as they were issued. Amounts in cents, days in the shop’s time zone.',
  operations: {
    listOperatorInvoices: {
      summary: 'Find invoices',
      description:
        'Newest first. `filter[q]` matches part of the number, or the whole code of an order. ' +
        '`meta.totals` is the sum of all found documents by VAT rate, on each page.',
    },
    getOperatorInvoice: { summary: 'Download an invoice or correction', description: 'A PDF.' },
    exportOperatorInvoices: {
      summary: 'Export the invoices of a month',
      description:
        'CSV with a row for each document and VAT rate, oldest first. German files have semicolons between ' +
        'cells and decimal commas; others have commas and decimal points. The paid amount is only in the ' +
        'first row of a document, so that each column can be summed. `X-Row-Count` is the number of rows.',
      example: { query: { month: '2026-11' } },
    },
  },
};
