import * as z from 'zod/mini';
import { type AreaDocs, respondsWithFile } from '#api/endpoint.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { orderFilters } from '#api/orders/operator-order-endpoints.ts';
import { type Infer, uuid } from '#core/model/primitives.ts';
import { shipment } from './order-action-endpoints.ts';

/** Maximum orders per action. */
export const maxBulkOrders = 50;

const orderIds = z.array(uuid).check(z.minLength(1), z.maxLength(maxBulkOrders));

/** Why an order has nothing to send: unknown, not paid, or everything was sent or refunded. */
const sendingRefusals = ['NOT_FOUND', 'NOT_PAID', 'NOTHING_TO_SEND'] as const;

const sending = z.object({
  order_id: uuid,
  /** Empty for an order that does not exist. */
  code: z.string(),
  name: z.nullable(z.string()),
  /** Pieces left to send. */
  lines: z.array(z.object({ line_id: uuid, title: z.string(), quantity: z.int() })),
  refusal: z.nullable(z.enum(sendingRefusals)),
});

export type Sending = Infer<typeof sending>;

const previewSending = defineOperatorEndpoint({
  name: 'previewSending',
  method: 'POST',
  path: '/operator/orders/sending-preview',
  permission: 'orders.read',
  body: z.object({ order_ids: orderIds }),
  response: z.object({ data: z.array(sending) }),
});

const shipOperatorOrders = defineOperatorEndpoint({
  name: 'shipOperatorOrders',
  method: 'POST',
  path: '/operator/orders/shipments',
  permission: 'orders.ship',
  body: z.object({
    parcels: z
      .array(z.object({ ...shipment.shape, order_id: uuid, parcel_id: uuid }))
      .check(z.minLength(1), z.maxLength(maxBulkOrders)),
  }),
  response: z.object({
    data: z.array(
      z.object({
        order_id: uuid,
        /** `again`: this parcel was recorded before. */
        outcome: z.enum(['shipped', 'again', 'NOT_FOUND', 'NOT_POSSIBLE', 'RECORD_CHANGED']),
      }),
    ),
  }),
});

/** A page for each order, in the given order. */
const drawPackingSlips = defineOperatorEndpoint({
  name: 'drawPackingSlips',
  method: 'POST',
  path: '/operator/orders/packing-slips',
  permission: 'orders.read',
  body: z.object({ order_ids: orderIds }),
  ...respondsWithFile('application/pdf'),
});

/** The orders of an export: all that match the filters; with `ids`, only these. */
const exported = z.object({
  ...orderFilters,
  /** Ids, separated by commas. */
  ids: z.optional(
    z.string().check(z.regex(/^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:,(?=.)|$)){1,50}$/)),
  ),
});

const previewOrderExport = defineOperatorEndpoint({
  name: 'previewOrderExport',
  method: 'POST',
  path: '/operator/orders/export-preview',
  permission: 'orders.export',
  query: exported,
  readsBody: false,
  response: z.object({ data: z.object({ orders: z.int() }) }),
});

const exportOperatorOrders = defineOperatorEndpoint({
  name: 'exportOperatorOrders',
  method: 'POST',
  path: '/operator/orders/export',
  permission: 'orders.export',
  needsFreshProof: true,
  query: exported,
  readsBody: false,
  ...respondsWithFile('text/csv; charset=utf-8'),
});

export const orderBulkEndpoints = {
  previewSending,
  shipOperatorOrders,
  drawPackingSlips,
  previewOrderExport,
  exportOperatorOrders,
};

export const orderBulkDocs: AreaDocs<keyof typeof orderBulkEndpoints> = {
  title: 'Many orders at once, for operators',
  description: 'At most 50 orders per action; each is changed separately, and once.',
  operations: {
    previewSending: { summary: 'List what is left to send', description: 'In the order of the ids.' },
    shipOperatorOrders: {
      summary: 'Ship orders',
      description:
        'Each as in `shipOperatorOrder`. A refused order does not stop the others; a repeated call ships ' +
        'nothing twice.',
    },
    drawPackingSlips: {
      summary: 'Print packing slips',
      description:
        'Address, pieces left to send, greetings of printed gifts; no prices. `NOT_POSSIBLE`: none of ' +
        'these orders has anything left to send.',
      failures: ['NOT_POSSIBLE'],
    },
    previewOrderExport: {
      summary: 'Count the orders of an export',
      description: 'With the same filters.',
    },
    exportOperatorOrders: {
      summary: 'Export orders',
      description:
        'CSV with the filters of the list, or only these `ids` if given, newest first; amounts in euros, ' +
        'times in the Berlin time zone. A cell that a spreadsheet would execute as a formula starts with ' +
        'an apostrophe. `X-Row-Count` is the number of orders. Recorded in the audit log.',
    },
  },
};
