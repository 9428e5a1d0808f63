import * as z from 'zod/mini';
import { type AreaDocs, defineEndpoint, respondsWithFile } from '#api/endpoint.ts';
import { byId, resource } from '#api/json-api.ts';
import { orderDocument } from '#core/model/order.ts';
import { line } from '#core/model/primitives.ts';

const document = resource('documents', orderDocument);

export type OrderDocumentResource = z.output<typeof document>;

const listOrderDocuments = defineEndpoint({
  name: 'listOrderDocuments',
  method: 'GET',
  path: '/orders/:id/documents',
  access: 'optional_user',
  params: byId,
  response: z.object({ data: z.array(document) }),
});

const getGiftSheet = defineEndpoint({
  name: 'getGiftSheet',
  method: 'GET',
  path: '/gift_sheets/:id',
  params: byId,
  query: z.object({ token: z._default(line(200), '') }),
  ...respondsWithFile('application/pdf'),
});

const getOrderConfirmation = defineEndpoint({
  name: 'getOrderConfirmation',
  method: 'GET',
  path: '/order_confirmations/:id',
  params: byId,
  query: z.object({ token: z._default(line(200), '') }),
  ...respondsWithFile('application/pdf'),
});

export const mailEndpoints = { listOrderDocuments, getGiftSheet, getOrderConfirmation };

export const mailDocs: AreaDocs<keyof typeof mailEndpoints> = {
  title: 'Documents of orders',
  description: 'Downloads of the documents attached to an order’s mails.',
  operations: {
    listOrderDocuments: {
      summary: 'List the documents of an order',
      description:
        'Confirmation, invoice, corrections and a sheet for each code that belongs to the buyer. The URLs ' +
        'work without login for 15 minutes.',
      takesOrderToken: true,
    },
    getGiftSheet: {
      summary: 'Download the sheet of a code',
      description: 'A printable PDF. The URL with its token is in the documents of the order.',
      failures: ['FORBIDDEN'],
      example: { query: { token: 'pZ3vX0cT5m2uQ8sLr1YdKw' } },
    },
    getOrderConfirmation: {
      summary: 'Download the confirmation of an order',
      description:
        'A PDF with the whole text of the mail, the terms and the withdrawal instructions. The URL with ' +
        'its token is in the documents of the order. The download marks the order as confirmed, even if ' +
        'its mail never arrived.',
      failures: ['FORBIDDEN'],
      example: { query: { token: 'pZ3vX0cT5m2uQ8sLr1YdKw' } },
    },
  },
};
