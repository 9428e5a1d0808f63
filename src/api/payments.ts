import * as z from 'zod/mini';
import { orderDocument } from '#core/model/order.ts';
import { paymentRecord } from '#core/model/payment.ts';
import { text, uuid } from '#core/model/primitives.ts';
import type { AreaDocs } from './endpoint.ts';
import { defineEndpoint, fileResponse } from './endpoint.ts';
import { pageOf, pageQuery, resource } from './json-api.ts';

/** A charge or a refund; amounts in cents. */
export const payment = resource('payments', paymentRecord);

export type PaymentResource = z.output<typeof payment>;

/** `GET payments`: returns the user's own charges and refunds, newest first. */
const listPayments = defineEndpoint({
  name: 'listPayments',
  method: 'GET',
  path: '/payments',
  access: 'user',
  query: z.object(pageQuery(5)),
  response: pageOf(payment),
});

/**
 * `GET invoices/{id}?token=`: returns an invoice or its correction as PDF. `GET payments` returns the URL
 * with the token. 403 when the token is missing, invalid or expired; 404 when the invoice does not exist.
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

const document = resource('documents', orderDocument);

export type OrderDocumentResource = z.output<typeof document>;

/**
 * `GET orders/{id}/documents`, for the buyer only: invoice, corrections and the sheets of the buyer's codes. Their
 * addresses work without login for 15 minutes.
 */
const listOrderDocuments = defineEndpoint({
  name: 'listOrderDocuments',
  method: 'GET',
  path: '/orders/:id/documents',
  access: 'optional_user',
  params: z.object({ id: uuid }),
  response: z.object({ data: z.array(document) }),
});

/** `GET gift_sheets/{id}?token=`: the sheet of a code as PDF. `GET orders/{id}/documents` returns the URL. */
const getGiftSheet = defineEndpoint({
  name: 'getGiftSheet',
  method: 'GET',
  path: '/gift_sheets/:id',
  params: z.object({ id: uuid }),
  query: z.object({ token: z._default(text(200), '') }),
  responseType: 'application/pdf',
  response: fileResponse,
});

export const paymentEndpoints = { listPayments, getInvoice, listOrderDocuments, getGiftSheet };

export const paymentDocs: AreaDocs<keyof typeof paymentEndpoints> = {
  title: 'Payments and invoices',
  description: 'Charges and refunds, with links to their invoices.',
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
    listOrderDocuments: {
      summary: 'List the documents of an order',
      description:
        'Invoice, corrections and a sheet for each code that belongs to the buyer. The addresses work without login for a ' +
        'quarter of an hour.',
      takesOrderToken: true,
    },
    getGiftSheet: {
      summary: 'Download the sheet of a code',
      description: 'A PDF to print. The address with its token stands in the documents of the order.',
      failures: ['FORBIDDEN'],
      example: { query: { token: 'pZ3vX0cT5m2uQ8sLr1YdKw' } },
    },
  },
};
