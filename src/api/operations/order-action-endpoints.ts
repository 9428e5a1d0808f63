import * as z from 'zod/mini';
import type { AreaDocs } from '#api/endpoint.ts';
import { byId, resource } from '#api/json-api.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { operatorOrder } from '#api/orders/operator-order-models.ts';
import { postalAddress } from '#core/model/address.ts';
import { carriers } from '#core/model/parcel.ts';
import { cents, drawnTexts, type Infer, line, text, uuid } from '#core/model/primitives.ts';

/** The id of the copy, chosen by the client: a repeated call sends no second one. */
const copy = z.object({ copy_id: uuid });
/** Every change answers with the order as it is now. */
const orderDocument = z.object({ data: resource('operator_orders', operatorOrder) });

/** What a parcel is recognised by, and its carrier. */
export const shipment = z.object({
  /** Chosen by the client: a repeated call does nothing more. Without it carrier and tracking code are compared. */
  parcel_id: z.optional(uuid),
  carrier: z.enum(carriers),
  /** Null for a parcel without one. */
  tracking_code: z.nullable(z.string().check(z.trim(), z.regex(/^[A-Za-z0-9-]{4,40}$/))),
  /** Everything that is left when omitted. */
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
    /** What the operator has seen: of two operators the second is told. */
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
      /** The address that the operator has seen: of two operators the second is told. */
      seen: postalAddress,
    })
    .check(drawnTexts),
  response: orderDocument,
});

const refundRequest = z.object({
  /** Pieces of lines; 0 with an `amount` gives money and takes nothing back. `all`: whatever is left. */
  lines: z.union([
    z.literal('all'),
    z
      .array(z.object({ line_id: uuid, quantity: z.int().check(z.gte(0), z.lte(10_000)) }))
      .check(z.maxLength(100)),
  ]),
  includes_shipping: z.boolean(),
  /** Cents for the named lines together, in place of their price. */
  amount: z.nullable(z.int().check(z.gte(1), z.lte(100_000_00))),
  /** The goods do not come back: the stock stays as it is. */
  keeps_goods: z.boolean(),
});

/** Which of its fields a refund can have together. */
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

/** What a refund does to buyer, invoice, stock and codes; amounts in cents. */
const refundEffects = z.object({
  /** Back through the payment. */
  amount: cents,
  /** Back on the voucher or credit that had paid. */
  credit: cents,
  shipping: cents,
  lines: z.array(z.object({ line_id: z.string(), title: z.string(), quantity: z.int(), amount: cents })),
  /** What the correction takes off the invoice, by rate. */
  vat: z.array(z.object({ rate: z.number(), gross: cents, vat: cents })),
  /** The invoice that is corrected; null when no money is given back. */
  corrected_invoice: z.nullable(z.string()),
  stock: z.array(titledPieces),
  /** Courses and memberships that end. */
  ends: z.array(titledPieces),
  /** Codes that cannot be used any more. */
  codes: z.array(z.string()),
  /** Nothing is left to send. */
  calls_parcel_off: z.boolean(),
  /**
   * A dispute of the charge is open or lost: the amount is held back until the refund is asked for again. False in
   * answers of the version before.
   */
  is_withheld: z._default(z.boolean(), false),
  /** The shop has to transfer the money itself. */
  is_transferred: z.boolean(),
  /** Nothing of the order is left to give back afterwards. */
  is_whole: z.boolean(),
  /** So much that the operator has to prove the second factor. */
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
      /** How many refunds the operator has seen: of two operators the second is told. */
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
    /** Also when a dispute of the charge is open or lost, though the buyer may get the money twice. */
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

/** The buyer never sees it. */
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

/** A mail that was not sent is due again; one that was sent is copied. */
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

/** No money is given back. */
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
  title: 'What operators do with orders',
  description:
    'Each call does what the command of the same name does, and answers with the order as it is now.',
  operations: {
    shipOperatorOrder: {
      summary: 'Ship an order, or a part of it',
      description:
        'The order is shipped when nothing is left to send. A repeated call for the same parcel changes nothing and sends ' +
        'no mail. `RECORD_CHANGED`: everything was shipped in another parcel, or fewer pieces are left. `NOT_POSSIBLE`: it ' +
        'is not paid, or has nothing to send.',
      failures: ['RECORD_CHANGED', 'NOT_POSSIBLE'],
    },
    deliverOperatorOrder: { summary: 'Mark an order as delivered', failures: ['NOT_POSSIBLE'] },
    correctOperatorParcel: {
      summary: 'Correct carrier and tracking code of a parcel',
      description:
        'A buyer who was told the wrong ones gets another mail. A repeated call changes nothing. `RECORD_CHANGED`: another ' +
        'parcel of the order has this tracking code, or the parcel has others than `seen`. `NOT_POSSIBLE`: the order is ' +
        'delivered.',
      failures: ['RECORD_CHANGED', 'NOT_POSSIBLE'],
    },
    changeShippingAddress: {
      summary: 'Change the delivery address',
      description:
        'Of a paid order of which nothing has left. The buyer gets a mail; invoices stay as they are. A repeated call changes ' +
        'nothing. `RECORD_CHANGED`: the order has another address than `seen`. `COUNTRY_DIFFERS`: shipping cost and VAT ' +
        'depend on the country. `NOT_POSSIBLE`: it is not paid, has nothing to send, or something has left.',
      failures: ['RECORD_CHANGED', 'COUNTRY_DIFFERS', 'NOT_POSSIBLE'],
    },
    previewOperatorRefund: { summary: 'Compute a refund', failures: ['NOTHING_TO_REFUND'] },
    refundOperatorOrder: {
      summary: 'Refund an order',
      description:
        'With the `refund_id` of an earlier call it changes nothing. `RECORD_CHANGED`: there are more refunds than ' +
        '`seen_refunds`. `PROOF_REQUIRED`: the preview has `needs_proof`, and the second factor was not proved in the last ' +
        'ten minutes; keys cannot.',
      failures: ['NOTHING_TO_REFUND', 'RECORD_CHANGED', 'PROOF_REQUIRED'],
    },
    retryOperatorRefund: {
      summary: 'Ask again for a refused refund',
      description: '`CHARGE_DISPUTED`: `is_disputed`, and the call does not say `despite_dispute`.',
      failures: ['NOT_POSSIBLE', 'CHARGE_DISPUTED'],
    },
    receiveOperatorTransfer: {
      summary: 'Note a bank transfer',
      description:
        'Completes the order. A repeated call changes nothing. `AMOUNT_DIFFERS`: only the whole amount does.',
      failures: ['AMOUNT_DIFFERS', 'NOT_POSSIBLE'],
    },
    sendOperatorTransfer: {
      summary: 'Note that a refund was transferred',
      description:
        'One of an order that was paid by transfer, or one that the provider refused and that was paid in another way. A ' +
        'repeated call changes nothing.',
    },
    callOffOperatorTransfer: {
      summary: 'End an order that waits for a transfer',
      failures: ['NOT_POSSIBLE'],
    },
    noteOperatorOrder: { summary: 'Write a note' },
    removeOperatorNote: { summary: 'Remove a note', description: 'The audit log says who has done it.' },
    resendOperatorMail: {
      summary: 'Send a mail again',
      description: 'With the `copy_id` of an earlier call there is no second copy.',
      failures: ['GONE'],
    },
    resendOperatorCode: {
      summary: 'Send a code again',
      description:
        'To whom it was sent first; with the `copy_id` of an earlier call not once more. `GONE`: that mail was deleted after ' +
        'its term. `NOT_POSSIBLE`: it was revoked or redeemed, or is in no mail: printed, or kept by its buyer.',
      failures: ['NOT_POSSIBLE', 'GONE'],
    },
    revokeOperatorCode: {
      summary: 'Revoke a code',
      description: '`NOT_POSSIBLE`: it was redeemed or revoked before, or pays for an order.',
      failures: ['NOT_POSSIBLE'],
    },
  },
};
