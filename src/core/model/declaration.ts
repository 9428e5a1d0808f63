import * as z from 'zod/mini';
import { cancellationKinds } from './cancellation-kind.ts';
import { calendarDay, email, type Infer, line, text } from './primitives.ts';
import { lengths } from './text-lengths.ts';

/** The fields that withdrawals and cancellations have in common. */
const declarant = {
  /** Number of the order or subscription as typed. Case, spaces and hyphens are ignored. */
  code: line(lengths.code, 1),
  email,
  name: line(lengths.fullName, 1),
  reason: z._default(z.nullable(text(lengths.reason)), null),
};

/** A part of an order to withdraw from. */
const withdrawnLine = z.object({
  /** Id of the order line or product, or the title in the order. */
  id: line(160, 1),
  /** Number of pieces; null for all. */
  quantity: z._default(z.nullable(z.int().check(z.gte(1), z.lte(10_000))), null),
});

export type WithdrawnLine = Infer<typeof withdrawnLine>;

/** A withdrawal from an order or subscription (§ 356a BGB). */
export const withdrawal = z.object({
  ...declarant,
  /** Null for the whole order or subscription. */
  lines: z._default(z.nullable(z.array(withdrawnLine).check(z.minLength(1), z.maxLength(100))), null),
});

export type Withdrawal = Infer<typeof withdrawal>;

/** A cancellation of a membership or subscription (§ 312k BGB). */
export const cancellation = z.object({
  ...declarant,
  kind: z._default(z.enum(cancellationKinds), 'ordinary'),
  /** Requested last day of the subscription, `YYYY-MM-DD`; null for the earliest possible day. */
  ends_on: z._default(z.nullable(calendarDay), null),
});

export type Cancellation = Infer<typeof cancellation>;

/**
 * When the receipt of a declaration is mailed. `at_once`: immediately. `later`: within some minutes for a purchase,
 * otherwise together with others at the end of the hour. `purchase_only`: the same for a purchase, otherwise not at
 * all.
 */
export const receiptMails = ['at_once', 'later', 'purchase_only'] as const;

export type ReceiptMail = (typeof receiptMails)[number];

/** The receipt of a declaration. */
export interface DeclarationReceipt {
  readonly reference: string;
  /** Time of receipt (ISO 8601). */
  readonly received_at: string;
  /** When the receipt is also sent by e-mail. */
  readonly mailed: ReceiptMail;
}
