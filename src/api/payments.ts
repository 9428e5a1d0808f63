import * as z from 'zod/mini';
import { cardTypes } from '#core/rules/payment.ts';
import type { AreaDocs } from './endpoint.ts';
import { defineEndpoint, fileResponse } from './endpoint.ts';
import { cents, instant, pageOf, pageQuery, resource, text, uuid } from './primitives.ts';

/** A charge or a refund (decisions §9 "Payment lists"); amounts in cents. */
export const payment = resource(
  'payments',
  z.object({
    kind: z.enum(['charge', 'refund']),
    date: instant,
    order_code: z.string(),
    order_id: z.string(),
    /** Title of the first line that it is about. */
    title: z.string(),
    /** Number of lines that it is about. */
    items: z.int(),
    /** What the payment method paid, or got back (below 0). */
    amount: cents,
    /** What a voucher or account credit paid, or got back (below 0). */
    credit: cents,
    method: z.nullable(
      z.object({
        kind: z.enum(['card', 'paypal', 'google_pay', 'apple_pay', 'bank_transfer', 'credit']),
        brand: z.nullable(z.enum(cardTypes)),
        last_four: z.nullable(z.string()),
      }),
    ),
    /** `pending` while the gateway pays a refund out; `refused` when it would not, and the shop looks after it. */
    state: z.enum(['paid', 'pending', 'refunded', 'refused']),
    /** Address of the invoice or its correction as PDF; works without login for a quarter of an hour. */
    invoice_url: z.nullable(z.string()),
  }),
);

export type PaymentResource = z.output<typeof payment>;

/** `GET payments`: the user's own charges and refunds, newest first. */
export const listPayments = defineEndpoint({
  name: 'listPayments',
  method: 'GET',
  path: '/payments',
  access: 'user',
  query: z.object(pageQuery(5)),
  response: pageOf(payment),
});

/**
 * `GET invoices/{id}?token=`: an invoice or its correction as PDF. The address with its token stands in the payment
 * list. 403 when the token is missing, wrong or too old; 404 when there is no such invoice.
 */
const getInvoice = defineEndpoint({
  name: 'getInvoice',
  method: 'GET',
  path: '/invoices/:id',
  params: z.object({ id: uuid }),
  query: z.object({ token: z._default(text(200), '') }),
  responseType: 'application/pdf',
  response: fileResponse,
});

export const paymentEndpoints = { listPayments, getInvoice };

export const paymentDocs: AreaDocs<keyof typeof paymentEndpoints> = {
  title: 'Payments and invoices',
  description: 'What was charged and given back, with the papers.',
  operations: {
    listPayments: {
      summary: 'List one’s own charges and refunds',
      description: 'Newest first. `invoice_url` works without login for a quarter of an hour.',
    },
    getInvoice: {
      summary: 'Download an invoice',
      description: 'A PDF. The address with its token stands in the list of payments.',
      failures: ['FORBIDDEN'],
      example: { query: { token: 'pZ3vX0cT5m2uQ8sLr1YdKw' } },
    },
  },
};
