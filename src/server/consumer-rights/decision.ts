import type { Selectable } from 'kysely';
import type { WithdrawalRefusal } from '#core/rules/consumer-rights/consumer-rights.ts';
import type { Database } from '#server/platform/database/schema.ts';

export type DeclarationRow = Selectable<Database['declarations']>;

/** When the receipt of a declaration is mailed (docs/behaviour/consumer-rights.md#limit-of-declaration-mails). */
export interface ReceiptDetails {
  /** False above a limit: the receipt is mailed after the purchase was looked up. */
  readonly is_receipted: boolean;
  /** Above the limit of a site: without a matching purchase the API response is the only receipt. */
  readonly is_never_collected?: true;
}

/** Content of a withdrawal besides declarant and purchase; stored in `declarations.details`. */
export interface WithdrawalDetails extends ReceiptDetails {
  /** Line or product ids as given; null for everything. */
  readonly lines: readonly { readonly id: string; readonly quantity: number | null }[] | null;
  readonly reason: string | null;
}

/** Content of a cancellation besides declarant and purchase; stored in `declarations.details`. */
export interface CancellationDetails extends ReceiptDetails {
  readonly kind: 'ordinary' | 'extraordinary';
  readonly reason: string | null;
  /** The requested last day as `YYYY-MM-DD`; null for the earliest possible day. */
  readonly ends_on: string | null;
}

/** The decision on one line of a withdrawal. */
export interface LineDecision {
  /** Null when the order has no such line. */
  readonly line_id: string | null;
  readonly title: string;
  readonly quantity: number;
  /** `USED_SINCE`: an operator has to decide on the deduction for a use after the declaration. */
  readonly result: 'refunded' | 'await_return' | 'USED_SINCE' | 'UNKNOWN_LINE' | WithdrawalRefusal;
  /** Refunded cents; 0 unless the result is `refunded`. */
  readonly amount: number;
  /** Cents that an operator deducted for the use of digital content; absent when nothing was. */
  readonly deduction?: number;
}

/** The decision on one subscription of a cancellation. */
export interface SubscriptionDecision {
  readonly code: string;
  readonly title: string;
  readonly result: 'cancelled' | 'pending' | 'NOTHING_TO_CANCEL';
  /** Last day as `YYYY-MM-DD`; null when there is none. */
  readonly ends_on: string | null;
}

/** The decision on a declaration; stored in `declarations.decision`. */
export interface Decision {
  readonly lines?: readonly LineDecision[];
  readonly subscriptions?: readonly SubscriptionDecision[];
  /** Free text of an operator. */
  readonly text?: string;
  /** Hour of the collected receipt that contains the declaration (ISO 8601). */
  readonly collected?: string;
  /** Why an operator has to decide. */
  readonly open?:
    | 'NO_MATCH'
    | 'GOOD_CAUSE'
    | 'LATER_DAY'
    | 'USED_SINCE'
    | 'GOODS_AWAITED'
    | 'NOTHING_FITS'
    | 'FAILED';
}

/** Why an operator has to decide a declaration; null when nobody has to. */
export function openReasonOf({ state, decision }: DeclarationRow): NonNullable<Decision['open']> | null {
  return state === 'open' ? ((decision as Decision).open ?? null) : null;
}
