import type { CalendarDay } from '#core/model/primitives.ts';
import type { ProductKind } from '#core/model/product.ts';
import { legalProfiles } from './legal-profile.ts';
import type { Result } from './result.ts';
import { err, ok } from './result.ts';
import { addDays, daysBetween } from './validity.ts';
import { workingDayFrom } from './working-day.ts';

/** Days after which a parcel counts as delivered while nobody has said when it was. */
const longestTransit = 14;

/** Why a line cannot be withdrawn. */
export type WithdrawalRefusal =
  /** The days are over. */
  | 'PERIOD_OVER'
  /** Digital content: consent, confirmation, and then the first play. */
  | 'LAPSED'
  /** The code was redeemed or the voucher spent. */
  | 'USED'
  /** Taken back already. */
  | 'ALREADY_BACK'
  /** A renewal is no new contract; it can be cancelled. */
  | 'RENEWAL';

/** What is known of an order line when somebody withdraws from it. Times in milliseconds since the epoch. */
export interface WithdrawalFacts {
  readonly kind: ProductKind;
  readonly declared_on: CalendarDay;
  readonly contract_on: CalendarDay;
  readonly is_renewal: boolean;
  /** Null while the goods have not left. */
  readonly shipped_on: CalendarDay | null;
  /** Null while nobody knows. */
  readonly delivered_on: CalendarDay | null;
  /** When the consent of § 356 (5) BGB was given; null without. */
  readonly waived_at: number | null;
  /** When the confirmation of the contract was sent; null before. */
  readonly confirmed_at: number | null;
  /** When a paid lesson was last played; null before. */
  readonly played_at: number | null;
  /** The service's paid period, its last day not included; null for what is no service. */
  readonly period: { readonly from: CalendarDay; readonly to: CalendarDay } | null;
  /** Pieces that no refund has taken back. */
  readonly pieces_left: number;
  /** Pieces among them that nobody has redeemed or spent. */
  readonly pieces_unused: number;
}

/** How a withdrawal is carried out. */
export interface GrantedWithdrawal {
  /** Goods that have left are paid back once they have come back (§ 357 (4) BGB). */
  readonly money: 'at_once' | 'on_return';
  /** The part of the price that goes back: days of a service that were not used, else all of it. */
  readonly share: { readonly numerator: number; readonly denominator: number };
}

/**
 * Decides a withdrawal from one order line by its legal profile (decisions §4 and §8): goods until 14 days after
 * delivery, everything else until 14 days after the contract; digital content unless it has lapsed, codes while nobody
 * has used them, services with compensation for the days that have passed.
 */
export function judgeWithdrawal(facts: WithdrawalFacts): Result<GrantedWithdrawal, WithdrawalRefusal> {
  if (facts.is_renewal) return err('RENEWAL');
  if (facts.pieces_left === 0) return err('ALREADY_BACK');
  if (facts.pieces_unused === 0) return err('USED');
  const end = withdrawalEnd(facts);
  if (end !== null && facts.declared_on > end) return err('PERIOD_OVER');
  if (hasLapsed(facts)) return err('LAPSED');
  const hasLeft = legalProfiles[facts.kind].is_shipped && facts.shipped_on !== null;
  return ok({ money: hasLeft ? 'on_return' : 'at_once', share: unusedShare(facts) });
}

/**
 * The last day of the right, or null while it has not begun to run: goods that nobody has sent. The day of the event
 * does not count (§ 187 BGB); a last day that is no working day moves to the next one (§ 193 BGB).
 */
export function withdrawalEnd({
  kind,
  contract_on,
  shipped_on,
  delivered_on,
}: Pick<WithdrawalFacts, 'kind' | 'contract_on' | 'shipped_on' | 'delivered_on'>): CalendarDay | null {
  const { days, starts_with } = legalProfiles[kind].withdrawal;
  const arrived = delivered_on ?? (shipped_on === null ? null : addDays(shipped_on, longestTransit));
  const event = starts_with === 'delivery' ? arrived : contract_on;
  return event === null ? null : workingDayFrom(addDays(event, days));
}

/** The right ends early only with all three, and in this order: consent, confirmation sent, a play. */
function hasLapsed({ kind, waived_at, confirmed_at, played_at }: WithdrawalFacts): boolean {
  if (legalProfiles[kind].withdrawal.waiver_key === null) return false;
  if (waived_at === null || confirmed_at === null || played_at === null) return false;
  return played_at >= Math.max(waived_at, confirmed_at);
}

/** The day of the withdrawal itself is not paid for. */
function unusedShare({ kind, period, declared_on }: WithdrawalFacts): GrantedWithdrawal['share'] {
  if (!legalProfiles[kind].withdrawal.is_paid_pro_rata || period === null)
    return { numerator: 1, denominator: 1 };
  const denominator = daysBetween(period.from, period.to);
  const used = Math.min(Math.max(daysBetween(period.from, declared_on), 0), denominator);
  return { numerator: denominator - used, denominator };
}
