import type { Cents } from './money.ts';
import type { CalendarDay } from './validity.ts';

/** What a redeemed code can have given (decisions §5). */
export type RedemptionKind = 'course' | 'membership' | 'voucher';

/** What a code has given to its user, for good. */
export interface Redemption {
  readonly code: string;
  readonly kind: RedemptionKind;
  /** Title and slug of the course or membership, else null. */
  readonly product_title: string | null;
  readonly product_slug: string | null;
  /** The user's whole credit after a voucher, in cents. */
  readonly credit: Cents | null;
  /** Last day of a membership period. */
  readonly ends_on: CalendarDay | null;
}
