import type { Selectable } from 'kysely';
import type { WithdrawalRefusal } from '#core/rules/consumer-rights.ts';
import type { Database } from '#server/database/schema.ts';

export type DeclarationRow = Selectable<Database['declarations']>;

/** What a withdrawal says besides who and which purchase; the column `declarations.details`. */
export interface WithdrawalDetails {
  /** Line or product ids as given; null for everything. */
  readonly lines: readonly { readonly id: string; readonly quantity: number | null }[] | null;
  readonly reason: string | null;
  /** False when too many came at once: recorded all the same, but nobody gets mails for them. */
  readonly is_receipted: boolean;
}

/** What a cancellation says. */
export interface CancellationDetails {
  readonly kind: 'ordinary' | 'extraordinary';
  readonly reason: string | null;
  /** The day it is meant for as `YYYY-MM-DD`; null for the earliest. */
  readonly ends_on: string | null;
  readonly is_receipted: boolean;
}

/** How one line of a withdrawal fares. */
export interface LineDecision {
  /** Null for what the order does not hold. */
  readonly line_id: string | null;
  readonly title: string;
  readonly quantity: number;
  readonly result: 'refunded' | 'await_return' | 'UNKNOWN_LINE' | WithdrawalRefusal;
  /** Cents that go back for it; 0 unless `refunded`. */
  readonly amount: number;
}

/** How one subscription of a cancellation fares. */
export interface SubscriptionDecision {
  readonly code: string;
  readonly title: string;
  readonly result: 'cancelled' | 'pending' | 'NOTHING_TO_CANCEL';
  /** Last day as `YYYY-MM-DD`; null where there is none to name. */
  readonly ends_on: string | null;
}

/** What was decided; the column `declarations.decision`. */
export interface Decision {
  readonly lines?: readonly LineDecision[];
  readonly subscriptions?: readonly SubscriptionDecision[];
  /** An operator's own words. */
  readonly text?: string;
  /** Why an operator has to look. */
  readonly open?: 'NO_MATCH' | 'GOOD_CAUSE' | 'LATER_DAY' | 'GOODS_AWAITED' | 'NOTHING_FITS' | 'FAILED';
}
