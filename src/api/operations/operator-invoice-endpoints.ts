import * as z from 'zod/mini';
import { type AreaDocs, respondsWithFile } from '#api/endpoint.ts';
import { byId, resource } from '#api/json-api.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { listQuery } from '#api/record-list.ts';
import { paymentMethod } from '#core/model/payment.ts';
import { calendarDay, cents, type Infer, line, uuid } from '#core/model/primitives.ts';

/** An invoice, or the correction of one, whose amounts are negative. */
export const invoiceKinds = ['invoice', 'correction'] as const;

/** What has one rate of VAT; `gross` is `net + vat`. */
const vatAmounts = { rate: z.number(), net: cents, vat: cents, gross: cents };

const listedInvoice = z.object({
  id: uuid,
  number: z.string(),
  kind: z.enum(invoiceKinds),
  /** The day of issue in the shop's time zone. */
  day: calendarDay,
  order_id: uuid,
  order_code: z.string(),
  /** Whose VAT it is, ISO 3166-1 alpha-2; each of `vat_shares` tells its own. */
  country: z.string(),
  /** Whether some of its VAT is declared in the EU one-stop shop. */
  is_oss: z.boolean(),
  net: cents,
  vat: cents,
  gross: cents,
  /** What is not shipped can be taxed in another country than the rest of its order. */
  vat_shares: z.array(
    z.object({
      ...vatAmounts,
      // Missing in answers of the version before.
      country: z._default(z.string(), ''),
      is_oss: z._default(z.boolean(), false),
    }),
  ),
  payment: z.nullable(paymentMethod.shape.kind),
  /** The number of the invoice that a correction corrects. */
  corrects: z.nullable(z.string()),
});

export type ListedInvoice = Infer<typeof listedInvoice>;

/** What all found documents of one rate add up to; of the one-stop shop by country, else `oss_country` is null. */
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

/** As it was issued. */
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
        'Newest first. `filter[q]` is a part of the number or the whole code of an order. `meta.totals` adds up all found ' +
        'documents by rate of VAT, on each page.',
    },
    getOperatorInvoice: { summary: 'Download an invoice or correction', description: 'A PDF.' },
    exportOperatorInvoices: {
      summary: 'Export the invoices of a month',
      description:
        'CSV with a row for each document and rate of VAT, the oldest first. In German cells are parted by semicolons and ' +
        'amounts have a comma, else commas and a point. What was paid stands in the first row of a document, so that each ' +
        'column can be added up.',
      example: { query: { month: '2026-11' } },
    },
  },
};
