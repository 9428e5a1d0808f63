import * as z from 'zod/mini';
import { cardTypes } from './card-type.ts';
import { goods } from './parcel.ts';
import { cents, type Infer, instant, line, locale, text } from './primitives.ts';

/** The public data of a payment method: at most the last four digits of a card. */
export const paymentMethod = z.object({
  kind: z.enum(['card', 'paypal', 'google_pay', 'apple_pay', 'provider_page', 'bank_transfer', 'credit']),
  brand: z.nullable(z.enum(cardTypes)),
  last_four: z.nullable(z.string()),
  /** The method used on a provider's page, as a name that needs no translation, such as iDEAL. */
  label: z.optional(line(40, 1)),
});

export type PaymentMethodSummary = Infer<typeof paymentMethod>;

/**
 * A nonce sent by a client. The token of a stored card (`vault:…`) is refused: only the server may charge it,
 * because such a charge needs no 3-D Secure.
 */
export const paymentNonce = line(256, 1).check(z.refine((value) => !value.startsWith('vault:')));

/** The name of a payment provider, which is the name of its module. */
export const paymentProvider = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,31}$/));

export type PaymentProvider = Infer<typeof paymentProvider>;

/**
 * An action that the buyer must complete before the bank or provider grants a payment: a `redirect` to their page,
 * which leads back to the shop, or an action inside the shop's page, whose data only the provider's adapter
 * understands.
 */
export const paymentAction = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('redirect'),
    url: z.url({ protocol: /^https?$/ }).check(z.maxLength(2_000)),
  }),
  z.object({ kind: z.literal('in_page'), data: text(8_000, 1) }),
]);

export type PaymentAction = Infer<typeof paymentAction>;

/** An action that the buyer has not finished. */
export const pendingAction = z.object({
  /** The provider whose card tokenizer continues an action in the page. */
  provider: paymentProvider,
  /** The order is reserved until this time; then the payment is cancelled. */
  expires_at: instant,
  action: paymentAction,
});

/** The data for a payment by bank transfer, fixed when the order was placed. */
export const transferInstructions = z.object({
  account_holder: z.string(),
  /** IBAN without spaces. */
  iban: z.string(),
  bic: z.string(),
  amount: cents,
  /** Payment reference: the code of the order. */
  reference: z.string(),
  /** The goods are reserved until this time. */
  due_at: instant,
});

export type TransferInstructions = Infer<typeof transferInstructions>;

/** A charge or a refund in a user's payment list; amounts in cents. */
export const paymentRecord = z.object({
  id: z.string(),
  kind: z.enum(['charge', 'refund']),
  date: instant,
  order_code: z.string(),
  order_id: z.string(),
  /** Title of the first order line of this payment. */
  title: z.string(),
  /** Language of the order and of the title. */
  language: locale,
  /** Name of that line's picture; null when the order has no lines any more. */
  picture: z.nullable(z.string()),
  /** Number of order lines of this payment. */
  items: z.int(),
  /** Amount paid by the payment method; negative for a refund. */
  amount: cents,
  /** Amount paid by voucher or account credit; negative for a refund. */
  credit: cents,
  method: z.nullable(paymentMethod),
  /**
   * `pending`: the gateway has not finished the refund. `refused`: the gateway refused it, and the shop
   * handles it by hand.
   */
  state: z.enum(['paid', 'pending', 'refunded', 'refused']),
  /** Whether something of the order can be bought again as a gift; false for a refund. */
  can_be_given: z.boolean(),
  /** The goods of the order; null for refunds and if nothing has to be shipped. */
  parcel: z.nullable(goods),
  /** Path of the invoice or its correction as PDF. It works without login for 15 minutes. */
  invoice_url: z.nullable(z.string()),
});

export type PaymentRecord = Infer<typeof paymentRecord>;

/**
 * The providers that accept cards, in the shop's order, each with a client token; null if the provider cannot be
 * reached. `takes_cards` is false if its merchant account accepts only wallets.
 */
export const cardProviders = z.array(
  z.object({ name: paymentProvider, client_token: z.nullable(z.string()), takes_cards: z.boolean() }),
);

export type CardProviders = Infer<typeof cardProviders>;
