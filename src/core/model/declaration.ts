import * as z from 'zod/mini';
import type { Infer } from './primitives.ts';
import { calendarDay, email, text } from './primitives.ts';
import { cancellationKinds, lengths } from './values.ts';

/** Who declares, and about what. */
const declarant = {
  /** Number of the order or subscription as typed; upper or lower case, blanks and dashes do not matter. */
  code: text(lengths.code, 1),
  email,
  name: text(lengths.fullName, 1),
  reason: z._default(z.nullable(text(lengths.reason)), null),
};

/** Part of an order that is withdrawn from. */
const withdrawnLine = z.object({
  /** Id of the line or product, or its title as the order names it. */
  id: text(160, 1),
  /** Pieces of it; null for all. */
  quantity: z._default(z.nullable(z.int().check(z.gte(1), z.lte(10_000))), null),
});

export type WithdrawnLine = Infer<typeof withdrawnLine>;

/** A withdrawal from an order or subscription (§ 356a BGB). */
export const withdrawal = z.object({
  ...declarant,
  /** Null for everything. */
  lines: z._default(z.nullable(z.array(withdrawnLine).check(z.minLength(1), z.maxLength(100))), null),
});

export type Withdrawal = Infer<typeof withdrawal>;

/** A cancellation of a membership or subscription (§ 312k BGB). */
export const cancellation = z.object({
  ...declarant,
  kind: z._default(z.enum(cancellationKinds), 'ordinary'),
  /** The day the subscription is meant to end, `YYYY-MM-DD`; null for the earliest. */
  ends_on: z._default(z.nullable(calendarDay), null),
});

export type Cancellation = Infer<typeof cancellation>;

/** Proof that a declaration came in; the mail about it says the same. */
export interface DeclarationReceipt {
  readonly reference: string;
  /** ISO 8601. */
  readonly received_at: string;
}
