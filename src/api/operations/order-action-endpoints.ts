import * as z from 'zod/mini';
import type { AreaDocs } from '#api/endpoint.ts';
import { byId, resource } from '#api/json-api.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { operatorOrder } from '#api/orders/operator-order-models.ts';
import { postalAddress } from '#core/model/address.ts';
import { carriers } from '#core/model/parcel.ts';
import { cents, type Infer, line, printableTexts, text, uuid } from '#core/model/primitives.ts';

/** Id of the copy, chosen by the client: a repeated call sends no second copy. */
const copy = z.object({ copy_id: uuid });
/** Response of every change: the current order. */
const orderDocument = z.object({ data: resource('operator_orders', operatorOrder) });

/** Identification and carrier of a parcel. */
export const shipment = z.object({
  /** Chosen by the client, for idempotency. If omitted, carrier and tracking code are compared. */
  parcel_id: z.optional(uuid),
  carrier: z.enum(carriers),
  /** Null for a parcel without one. */
  tracking_code: z.nullable(z.string().check(z.trim(), z.regex(/^[A-Za-z0-9-]{4,40}$/))),
  /** If omitted, everything left to send. */
  lines: z.optional(
    z
      .array(z.object({ line_id: uuid, quantity: z.int().check(z.gte(1), z.lte(10_000)) }))
      .check(z.minLength(1), z.maxLength(100)),
  ),
});

/** The buyer gets the parcel's content and tracking code by mail. */
const shipOperatorOrder = defineOperatorEndpoint({
  name: 'shipOperatorOrder',
  method: 'POST',
  path: '/operator/orders/:id/shipment',
  permission: 'orders.ship',
  params: byId,
  body: shipment,
  response: orderDocument,
});

const deliverOperatorOrder = defineOperatorEndpoint({
  name: 'deliverOperatorOrder',
  method: 'POST',
  path: '/operator/orders/:id/delivery',
  permission: 'orders.ship',
  params: byId,
  readsBody: false,
  response: orderDocument,
});

const correctOperatorParcel = defineOperatorEndpoint({
  name: 'correctOperatorParcel',
  method: 'PATCH',
  path: '/operator/orders/:id/parcels/:parcel_id',
  permission: 'orders.ship',
  params: z.object({ id: uuid, parcel_id: uuid }),
  body: z.object({
    carrier: shipment.shape.carrier,
    tracking_code: shipment.shape.tracking_code,
    /** Values that the operator saw, to detect concurrent changes. */
    seen: z.optional(
      z.object({
        carrier: z.nullable(shipment.shape.carrier),
        tracking_code: shipment.shape.tracking_code,
      }),
    ),
  }),
  response: orderDocument,
});

/** The buyer gets the new address by mail. */
const changeShippingAddress = defineOperatorEndpoint({
  name: 'changeShippingAddress',
  method: 'PUT',
  path: '/operator/orders/:id/shipping-address',
  permission: 'orders.change',
  params: byId,
  body: z
    .object({
      ...postalAddress.shape,
      /** The address that the operator saw, to detect concurrent changes. */
      seen: postalAddress,
    })
    .check(printableTexts),
  response: orderDocument,
});

const refundRequest = z.object({
  /** Pieces of lines; 0 with an `amount` refunds money without taking anything back. `all`: whatever is left. */
  lines: z.union([
    z.literal('all'),
    z
      .array(z.object({ line_id: uuid, quantity: z.int().check(z.gte(0), z.lte(10_000)) }))
      .check(z.maxLength(100)),
  ]),
  includes_shipping: z.boolean(),
  /** Refund in cents for the given lines together, instead of their price. */
  amount: z.nullable(z.int().check(z.gte(1), z.lte(100_000_00))),
  /** The buyer keeps the goods: the stock does not change. */
  keeps_goods: z.boolean(),
});

/** Rules for combinations of a refund's fields. */
const refundRules = [
  z.refine<WantedRefund>(({ lines, amount }) => amount === null || (lines !== 'all' && lines.length > 0), {
    path: ['amount'],
  }),
  z.refine<WantedRefund>(
    ({ lines }) => lines === 'all' || new Set(lines.map(({ line_id }) => line_id)).size === lines.length,
    { path: ['lines'] },
  ),
];

export type WantedRefund = z.output<typeof refundRequest>;

const titledPieces = z.object({ title: z.string(), quantity: z.int() });

/** Effects of a refund on buyer, invoice, stock and codes; amounts in cents. */
const refundEffects = z.object({
  /** Refunded through the payment. */
  amount: cents,
  /** Returned to the voucher or credit that paid. */
  credit: cents,
  shipping: cents,
  lines: z.array(z.object({ line_id: z.string(), title: z.string(), quantity: z.int(), amount: cents })),
  /** Amounts of the invoice correction, by rate. */
  vat: z.array(z.object({ rate: z.number(), gross: cents, vat: cents })),
  /** The corrected invoice; null if no money is refunded. */
  corrected_invoice: z.nullable(z.string()),
  stock: z.array(titledPieces),
  /** Courses and memberships that end. */
  ends: z.array(titledPieces),
  /** Codes that become invalid. */
  codes: z.array(z.string()),
  /** Whether nothing remains to be sent. */
  calls_parcel_off: z.boolean(),
  /**
   * A dispute of the charge is open or lost: the amount is withheld until the refund is requested again. False in
   * responses of the previous version.
   */
  is_withheld: z._default(z.boolean(), false),
  /** Whether the shop must transfer the money itself. */
  is_transferred: z.boolean(),
  /** Whether nothing of the order remains to be refunded. */
  is_whole: z.boolean(),
  /** Whether the amount requires verification of the second factor. */
  needs_proof: z.boolean(),
});

export type RefundEffects = Infer<typeof refundEffects>;

const previewOperatorRefund = defineOperatorEndpoint({
  name: 'previewOperatorRefund',
  method: 'POST',
  path: '/operator/orders/:id/refund-preview',
  permission: 'orders.refund',
  params: byId,
  body: refundRequest.check(...refundRules),
  response: z.object({ data: refundEffects }),
});

const refundOperatorOrder = defineOperatorEndpoint({
  name: 'refundOperatorOrder',
  method: 'POST',
  path: '/operator/orders/:id/refunds',
  permission: 'orders.refund',
  params: byId,
  body: z
    .object({
      ...refundRequest.shape,
      /** Chosen by the client: a repeated call does nothing more. */
      refund_id: uuid,
      /** Number of refunds that the operator saw, to detect concurrent ones. */
      seen_refunds: z.int().check(z.gte(0)),
    })
    .check(...refundRules),
  response: orderDocument,
});

const retryOperatorRefund = defineOperatorEndpoint({
  name: 'retryOperatorRefund',
  method: 'POST',
  path: '/operator/orders/:id/refund-retry',
  permission: 'orders.refund',
  params: byId,
  body: z.object({
    key: line(80, 1),
    /** Refunds even if a dispute of the charge is open or lost and the buyer may get the money twice. */
    despite_dispute: z.optional(z.boolean()),
  }),
  response: orderDocument,
});

const receiveOperatorTransfer = defineOperatorEndpoint({
  name: 'receiveOperatorTransfer',
  method: 'POST',
  path: '/operator/orders/:id/transfer',
  permission: 'orders.change',
  params: byId,
  body: z.object({ amount: z.int().check(z.gte(1), z.lte(100_000_00)) }),
  response: orderDocument,
});

const sendOperatorTransfer = defineOperatorEndpoint({
  name: 'sendOperatorTransfer',
  method: 'POST',
  path: '/operator/orders/:id/transfer-sent',
  permission: 'orders.refund',
  params: byId,
  body: z.object({ key: line(80, 1) }),
  response: orderDocument,
});

const callOffOperatorTransfer = defineOperatorEndpoint({
  name: 'callOffOperatorTransfer',
  method: 'DELETE',
  path: '/operator/orders/:id/transfer',
  permission: 'orders.change',
  params: byId,
  response: orderDocument,
});

/** The buyer never sees the note. */
const noteOperatorOrder = defineOperatorEndpoint({
  name: 'noteOperatorOrder',
  method: 'POST',
  path: '/operator/orders/:id/notes',
  permission: 'orders.change',
  params: byId,
  body: z.object({
    /** Chosen by the client: a repeated call does nothing more. */
    note_id: uuid,
    text: text(2_000, 1),
  }),
  response: orderDocument,
});

const removeOperatorNote = defineOperatorEndpoint({
  name: 'removeOperatorNote',
  method: 'DELETE',
  path: '/operator/orders/:id/notes/:note_id',
  permission: 'orders.change',
  params: z.object({ id: uuid, note_id: uuid }),
  response: orderDocument,
});

/** Makes an unsent mail due again; copies a sent one. */
const resendOperatorMail = defineOperatorEndpoint({
  name: 'resendOperatorMail',
  method: 'POST',
  path: '/operator/orders/:id/mails/:mail_id/copy',
  permission: 'mails.send',
  params: z.object({ id: uuid, mail_id: uuid }),
  body: copy,
  response: orderDocument,
});

const resendOperatorCode = defineOperatorEndpoint({
  name: 'resendOperatorCode',
  method: 'POST',
  path: '/operator/orders/:id/codes/:code_id/mail',
  permission: 'codes.change',
  params: z.object({ id: uuid, code_id: uuid }),
  body: copy,
  response: orderDocument,
});

/** Does not refund money. */
const revokeOperatorCode = defineOperatorEndpoint({
  name: 'revokeOperatorCode',
  method: 'POST',
  path: '/operator/orders/:id/codes/:code_id/revocation',
  permission: 'codes.change',
  params: z.object({ id: uuid, code_id: uuid }),
  readsBody: false,
  response: orderDocument,
});

export const orderActionEndpoints = {
  shipOperatorOrder,
  deliverOperatorOrder,
  correctOperatorParcel,
  changeShippingAddress,
  previewOperatorRefund,
  refundOperatorOrder,
  retryOperatorRefund,
  receiveOperatorTransfer,
  sendOperatorTransfer,
  callOffOperatorTransfer,
  noteOperatorOrder,
  removeOperatorNote,
  resendOperatorMail,
  resendOperatorCode,
  revokeOperatorCode,
};

export const orderActionDocs: AreaDocs<keyof typeof orderActionEndpoints> = {
  title: 'Actions on orders, for operators',
  description: 'Each call does the same as the command of the same name, and returns the current order.',
  operations: {
    shipOperatorOrder: {
      summary: 'Ship an order, or part of it',
      description:
        'The order is shipped when nothing is left to send. A repeated call for the same parcel changes ' +
        'nothing and sends no mail. `RECORD_CHANGED`: everything was shipped in another parcel, or fewer ' +
        'pieces are left. `NOT_POSSIBLE`: it is not paid, or there is nothing to send.',
      failures: ['RECORD_CHANGED', 'NOT_POSSIBLE'],
    },
    deliverOperatorOrder: { summary: 'Mark an order as delivered', failures: ['NOT_POSSIBLE'] },
    correctOperatorParcel: {
      summary: 'Correct carrier and tracking code of a parcel',
      description:
        'If the buyer was notified, they get a corrected mail. A repeated call changes nothing. ' +
        '`RECORD_CHANGED`: another parcel of the order has this tracking code, or the parcel’s values are ' +
        'not `seen`. `NOT_POSSIBLE`: the order is delivered.',
      failures: ['RECORD_CHANGED', 'NOT_POSSIBLE'],
    },
    changeShippingAddress: {
      summary: 'Change the delivery address',
      description:
        'For paid orders of which nothing was shipped. The buyer is notified by mail; invoices do not ' +
        'change. A repeated call changes nothing. `RECORD_CHANGED`: the order’s address is not `seen`. ' +
        '`COUNTRY_DIFFERS`: shipping cost and VAT depend on the country. `NOT_POSSIBLE`: it is not paid, ' +
        'there is nothing to send, or something was shipped.',
      failures: ['RECORD_CHANGED', 'COUNTRY_DIFFERS', 'NOT_POSSIBLE'],
    },
    previewOperatorRefund: { summary: 'Preview a refund', failures: ['NOTHING_TO_REFUND'] },
    refundOperatorOrder: {
      summary: 'Refund an order',
      description:
        'With the `refund_id` of an earlier call, it changes nothing. `RECORD_CHANGED`: there are more ' +
        'refunds than `seen_refunds`. `PROOF_REQUIRED`: the preview has `needs_proof`, and the second ' +
        'factor was not verified in the last ten minutes; API keys cannot do this.',
      failures: ['NOTHING_TO_REFUND', 'RECORD_CHANGED', 'PROOF_REQUIRED'],
    },
    retryOperatorRefund: {
      summary: 'Retry a refused refund',
      description: '`CHARGE_DISPUTED`: the refund is `is_disputed`, and the call lacks `despite_dispute`.',
      failures: ['NOT_POSSIBLE', 'CHARGE_DISPUTED'],
    },
    receiveOperatorTransfer: {
      summary: 'Record a bank transfer',
      description:
        'Completes the order. A repeated call changes nothing. `AMOUNT_DIFFERS`: only the whole amount is ' +
        'accepted.',
      failures: ['AMOUNT_DIFFERS', 'NOT_POSSIBLE'],
    },
    sendOperatorTransfer: {
      summary: 'Record that a refund was transferred',
      description:
        'For orders paid by transfer, or refunds that the provider refused and that were paid otherwise. A ' +
        'repeated call changes nothing.',
    },
    callOffOperatorTransfer: {
      summary: 'Cancel an order that waits for a transfer',
      failures: ['NOT_POSSIBLE'],
    },
    noteOperatorOrder: { summary: 'Add a note' },
    removeOperatorNote: { summary: 'Remove a note', description: 'The audit log records who removed it.' },
    resendOperatorMail: {
      summary: 'Send a mail again',
      description: 'With the `copy_id` of an earlier call, no second copy is sent.',
      failures: ['GONE'],
    },
    resendOperatorCode: {
      summary: 'Send a code again',
      description:
        'To its original recipient; with the `copy_id` of an earlier call, it is not sent once more. ' +
        '`GONE`: that mail was deleted after its retention period. `NOT_POSSIBLE`: it was revoked or ' +
        'redeemed, or is in no mail, because it was printed or kept by its buyer.',
      failures: ['NOT_POSSIBLE', 'GONE'],
    },
    revokeOperatorCode: {
      summary: 'Revoke a code',
      description: '`NOT_POSSIBLE`: it was already redeemed or revoked, or pays for an order.',
      failures: ['NOT_POSSIBLE'],
    },
  },
};
