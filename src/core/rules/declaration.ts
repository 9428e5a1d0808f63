import type { CalendarDay } from './validity.ts';

/** How somebody cancels: to the next possible day, or at once for good cause (§ 312k BGB). */
export const cancellationKinds = ['ordinary', 'extraordinary'] as const;

export type CancellationKind = (typeof cancellationKinds)[number];

/** Who declares, and about what. */
interface Declarant {
  /** Number of the order or contract as typed. */
  readonly code: string;
  readonly email: string;
  readonly name: string;
  readonly reason: string | null;
}

/** Part of an order that is withdrawn from. */
export interface WithdrawnLine {
  /** Id of the line or product, or its title as the order names it. */
  readonly id: string;
  /** Pieces of it; null for all. */
  readonly quantity: number | null;
}

/** A withdrawal from an order or contract (decisions §8, § 356a BGB). */
export interface Withdrawal extends Declarant {
  /** Null for everything. */
  readonly lines: readonly WithdrawnLine[] | null;
}

/** A cancellation of a membership or subscription (decisions §8, § 312k BGB). */
export interface Cancellation extends Declarant {
  readonly kind: CancellationKind;
  /** The day the contract is meant to end; null for the earliest. */
  readonly ends_on: CalendarDay | null;
}

/** Proof that a declaration came in; the mail about it says the same. */
export interface DeclarationReceipt {
  readonly reference: string;
  /** ISO 8601. */
  readonly received_at: string;
}
