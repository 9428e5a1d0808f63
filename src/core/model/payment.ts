import * as z from 'zod/mini';
import type { Infer } from './primitives.ts';
import { cents, instant, text } from './primitives.ts';
import { cardTypes } from './values.ts';

/** A payment method as people see it: never more than the last four digits. */
export const paymentMethod = z.object({
  kind: z.enum(['card', 'paypal', 'google_pay', 'apple_pay', 'bank_transfer', 'credit']),
  brand: z.nullable(z.enum(cardTypes)),
  last_four: z.nullable(z.string()),
});

export type PaymentMethodSummary = Infer<typeof paymentMethod>;

/**
 * A nonce from outside. The token of a stored card (`vault:…`) is refused: it is charged without 3-D Secure, which only
 * the server asks for, by the owner that it has noted.
 */
export const paymentNonce = text(256, 1).check(z.refine((value) => !value.startsWith('vault:')));

/** The payment providers an order can be paid with. */
export const paymentProvider = z.enum(['sandbox', 'braintree']);

export type PaymentProvider = Infer<typeof paymentProvider>;

/** What a buyer needs to pay by bank transfer, fixed when the order was placed. */
export const transferInstructions = z.object({
  account_holder: z.string(),
  /** Without spaces. */
  iban: z.string(),
  bic: z.string(),
  amount: cents,
  /** What the buyer writes into the transfer: the order's code. */
  reference: z.string(),
  /** Until then everything is reserved. */
  due_at: instant,
});

export type TransferInstructions = Infer<typeof transferInstructions>;

/** A charge or a refund in somebody's purchases; amounts in cents. */
export const paymentRecord = z.object({
  id: z.string(),
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
  method: z.nullable(paymentMethod),
  /** `pending` while the gateway pays a refund out; `refused` when it would not, and the shop looks after it. */
  state: z.enum(['paid', 'pending', 'refunded', 'refused']),
  /** Address of the invoice or its correction as PDF; works without login for a quarter of an hour. */
  invoice_url: z.nullable(z.string()),
});

export type PaymentRecord = Infer<typeof paymentRecord>;
