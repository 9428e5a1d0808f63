import * as z from 'zod/mini';
import { type AreaDocs, defineEndpoint, respondsWithFile } from '#api/endpoint.ts';
import { byId, pageOf, pageQuery, resource } from '#api/json-api.ts';
import { paymentRecord } from '#core/model/payment.ts';
import { line } from '#core/model/primitives.ts';

/** A charge or a refund; amounts in cents. */
export const payment = resource('payments', paymentRecord);

export type PaymentResource = z.output<typeof payment>;

const listPayments = defineEndpoint({
  name: 'listPayments',
  method: 'GET',
  path: '/payments',
  access: 'user',
  query: z.object(pageQuery(5)),
  response: pageOf(payment),
});

const getInvoice = defineEndpoint({
  name: 'getInvoice',
  method: 'GET',
  path: '/invoices/:id',
  params: byId,
  query: z.object({ token: z._default(line(200), '') }),
  ...respondsWithFile('application/pdf'),
});

export const paymentEndpoints = { listPayments, getInvoice };

export const paymentDocs: AreaDocs<keyof typeof paymentEndpoints> = {
  title: 'Payments and invoices',
  description: 'Charges and refunds, with links to their invoices.',
  operations: {
    listPayments: {
      summary: 'List your own charges and refunds',
      description: 'Newest first. `invoice_url` works without login for 15 minutes.',
    },
    getInvoice: {
      summary: 'Download an invoice',
      description: 'A PDF. The URL with its token is in the list of payments.',
      failures: ['FORBIDDEN'],
      example: { query: { token: 'pZ3vX0cT5m2uQ8sLr1YdKw' } },
    },
  },
};
