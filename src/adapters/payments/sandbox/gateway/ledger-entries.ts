import * as z from 'zod';
import { cardBehaviours } from '#adapters/payments/sandbox/gateway/browser/test-cards.ts';
import { cents } from '#core/rules/money.ts';
import { cardTypes } from '#core/rules/payment.ts';
import { declineReasons } from './merchant-schemas.ts';

const amount = z.int().positive().transform(cents);
const at = z.int();

const storedCard = z.object({
  brand: z.enum(cardTypes),
  last_four: z.string().length(4),
  behaviour: z.enum(cardBehaviours),
});

/** A card as the gateway keeps it: never its number. */
export type StoredCard = z.output<typeof storedCard>;

const nonceEntry = z.object({
  type: z.literal('nonce'),
  at,
  nonce: z.string(),
  card: storedCard,
  /** Up to which amount 3-D Secure was passed; null before or without it. */
  verified_amount: amount.nullable(),
  /** The nonce that 3-D Secure used up for this one. */
  replaces: z.string().nullable(),
});

const attempt = {
  at,
  attempt_key: z.string(),
  order_code: z.string(),
  amount,
  payment_method_nonce: z.string(),
};

const chargeEntry = z.object({
  type: z.literal('charge'),
  ...attempt,
  transaction_id: z.string(),
  card: storedCard,
  customer_id: z.string().nullable(),
  vault_token: z.string().nullable(),
});

/** A card kept without a charge, or refused to be kept. */
const vaultEntry = z.object({
  type: z.literal('vault'),
  at,
  payment_method_nonce: z.string(),
  customer_id: z.string(),
  card: storedCard,
  /** Null when it was refused: the nonce is used up all the same. */
  vault_token: z.string().nullable(),
});

const declineEntry = z.object({
  type: z.literal('decline'),
  ...attempt,
  transaction_id: z.string().nullable(),
  reason: z.enum(declineReasons),
});

/** The shop was told that this attempt never charged anything: it must stay true. */
const closeEntry = z.object({ type: z.literal('close'), at, attempt_key: z.string() });

const refundEntry = z.object({
  type: z.literal('refund'),
  at,
  refund_key: z.string(),
  transaction_id: z.string(),
  amount,
  /** Null when it was refused. */
  refund_id: z.string().nullable(),
});

/** One line of the gateway's ledger. `at` is in milliseconds since the epoch, amounts are cents. */
export const ledgerEntry = z.discriminatedUnion('type', [
  nonceEntry,
  chargeEntry,
  vaultEntry,
  declineEntry,
  closeEntry,
  refundEntry,
]);

export type LedgerEntry = z.output<typeof ledgerEntry>;
export type NonceEntry = z.output<typeof nonceEntry>;
export type ChargeEntry = z.output<typeof chargeEntry>;
export type VaultEntry = z.output<typeof vaultEntry>;
export type DeclineEntry = z.output<typeof declineEntry>;
export type CloseEntry = z.output<typeof closeEntry>;
export type RefundEntry = z.output<typeof refundEntry>;
