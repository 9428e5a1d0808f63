import type { ProductKind } from '#core/model/product.ts';
import type { CalendarDay, Cents } from '#core/model/values.ts';
import { addDays, calendarDay, daysBetween, laterDay } from '#core/rules/basics/calendar.ts';
import { partOf } from '#core/rules/basics/money.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { VatClass } from '#core/rules/basics/vat-rates.ts';
import { workingDayFrom } from '#core/rules/basics/working-days.ts';

/** The German standard VAT rate in percent; analytics values use it. */
export const standardVatRate = 19;

/** The legal rules for one product kind; cart, checkout, invoice and the page for withdrawals use them. */
export interface LegalProfile {
  /**
   * VAT class of the product. `voucher`: a multi-purpose voucher, for which VAT is due when it is redeemed.
   */
  readonly vat_class: VatClass;
  /** True when it is sent as a parcel; everything else is delivered by e-mail or in the account. */
  readonly is_shipped: boolean;
  readonly withdrawal: {
    /** Length of the withdrawal period in days. */
    readonly days: number;
    /** The event that starts the withdrawal period: the delivery, or the conclusion of the contract. */
    readonly starts_with: 'delivery' | 'contract';
    /**
     * Key of the separate checkbox with which the buyer agrees that the right of withdrawal ends early: for
     * digital content that starts immediately, and for codes of such content. Null for goods, services and
     * value vouchers, whose right of withdrawal does not end early.
     */
    readonly waiver_key: 'digital_content' | 'code' | null;
    /**
     * True for a service: if the buyer requested an early start, the used days are deducted from the refund.
     */
    readonly is_paid_pro_rata: boolean;
  };
  /** True for books with a legally fixed price, to which coupons and bundle offers do not apply. */
  readonly is_fixed_price: boolean;
  /** Key of the delivery note in locales `checkout:delivery`. */
  readonly delivery_note: 'at_once' | 'by_mail' | 'parcel';
  /** True when it is charged again each period; a payment method is then needed even if nothing is due now. */
  readonly renews: boolean;
  /** Highest quantity in a cart, independent of the catalogue; null when not limited. */
  readonly max_quantity: number | null;
}

const withdrawalDays = 14;

const goods = {
  days: withdrawalDays,
  starts_with: 'delivery',
  waiver_key: null,
  is_paid_pro_rata: false,
} as const;

const fromContract = { ...goods, starts_with: 'contract' } as const;

const code = { ...fromContract, waiver_key: 'code' } as const;

const service = { ...fromContract, is_paid_pro_rata: true } as const;

/** The legal rules for each product kind. */
export const legalProfiles: Readonly<Record<ProductKind, LegalProfile>> = {
  course: {
    vat_class: 'standard',
    is_shipped: false,
    withdrawal: { ...fromContract, waiver_key: 'digital_content' },
    is_fixed_price: false,
    delivery_note: 'at_once',
    renews: false,
    max_quantity: 1,
  },
  book: {
    vat_class: 'book',
    is_shipped: true,
    withdrawal: goods,
    is_fixed_price: true,
    delivery_note: 'parcel',
    renews: false,
    max_quantity: null,
  },
  // A course gift is a single-purpose voucher: its product is known, so VAT is due at the sale.
  gift: {
    vat_class: 'standard',
    is_shipped: false,
    withdrawal: code,
    is_fixed_price: false,
    delivery_note: 'by_mail',
    renews: false,
    max_quantity: null,
  },
  voucher: {
    vat_class: 'voucher',
    is_shipped: false,
    // A balance is not digital content, so the right of withdrawal cannot end early by consent (§ 356 (5) BGB).
    withdrawal: fromContract,
    is_fixed_price: false,
    delivery_note: 'by_mail',
    renews: false,
    max_quantity: null,
  },
  gift_box: {
    vat_class: 'standard',
    is_shipped: true,
    withdrawal: goods,
    is_fixed_price: false,
    delivery_note: 'parcel',
    renews: false,
    max_quantity: null,
  },
  membership: {
    vat_class: 'standard',
    is_shipped: false,
    withdrawal: service,
    is_fixed_price: false,
    delivery_note: 'at_once',
    renews: true,
    max_quantity: 1,
  },
  subscription: {
    vat_class: 'standard',
    is_shipped: false,
    withdrawal: service,
    is_fixed_price: false,
    delivery_note: 'at_once',
    renews: true,
    max_quantity: 1,
  },
};

/**
 * Returns the VAT contained in a gross amount, in cents: `round(gross × rate / (100 + rate))`. `rate` is in
 * percent, with at most one decimal.
 */
export function includedVat(gross: Cents, rate: number): Cents {
  const tenths = Math.round(rate * 10);
  return partOf(gross, tenths, 1000 + tenths);
}

type WaiverKey = NonNullable<LegalProfile['withdrawal']['waiver_key']>;

/**
 * Returns the keys of the consents (to lose the right of withdrawal) that buying these product kinds
 * requires.
 */
export function waiverKeys(kinds: readonly ProductKind[]): readonly WaiverKey[] {
  const keys = kinds.map((kind) => legalProfiles[kind].withdrawal.waiver_key);
  return (['digital_content', 'code'] as const).filter((key) => keys.includes(key));
}

/** Returns whether buying these product kinds requires a consent to lose the right of withdrawal. */
export function needsWaiver(kinds: readonly ProductKind[]): boolean {
  return waiverKeys(kinds).length > 0;
}

/**
 * Returns whether these product kinds contain a service that can begin before the withdrawal period is over.
 */
export function offersEarlyStart(kinds: readonly ProductKind[]): boolean {
  return kinds.some((kind) => legalProfiles[kind].withdrawal.is_paid_pro_rata);
}

/** Times in milliseconds since the epoch. */
interface CodeUse extends Pick<WithdrawalFacts, 'declared_at' | 'waived_at' | 'confirmed_at' | 'opened_at'> {
  readonly redeemed_at: number;
}

/**
 * Returns whether the redemption of a code ended its right of withdrawal. This requires the buyer's consent at the
 * purchase and the confirmation of the contract, and after both the redemption or the first use of the content, before
 * the withdrawal was declared (docs/behaviour/consumer-rights.md#redeemed-codes).
 */
export function endedByUse(
  kind: ProductKind,
  { declared_at, waived_at, confirmed_at, opened_at, redeemed_at }: CodeUse,
): boolean {
  if (legalProfiles[kind].withdrawal.waiver_key !== 'code') return false;
  if (waived_at === null || confirmed_at === null) return false;
  const used_at = opened_at ?? redeemed_at;
  return used_at >= Math.max(waived_at, confirmed_at) && used_at <= declared_at;
}

/** Returns the lower quantity limit of the catalogue and the product kind; null when there is neither. */
export function quantityLimit(kind: ProductKind, catalogueLimit: number | null): number | null {
  const own = legalProfiles[kind].max_quantity;
  if (own === null) return catalogueLimit;
  return catalogueLimit === null ? own : Math.min(own, catalogueLimit);
}

/** Why an order line cannot be withdrawn. */
export type WithdrawalRefusal =
  /** The withdrawal period is over. */
  | 'PERIOD_OVER'
  /** The right ended early: digital content was accessed after the consent and the confirmation of the contract. */
  | 'LAPSED'
  /** The code was redeemed or the voucher was spent. */
  | 'USED'
  /** All pieces were already refunded. */
  | 'ALREADY_BACK'
  /** A renewal is not a new contract. It can be cancelled instead. */
  | 'RENEWAL';

/** The data of an order line from which a withdrawal is decided. Times in milliseconds since the epoch. */
export interface WithdrawalFacts {
  readonly kind: ProductKind;
  /** Time at which the withdrawal was received; its day in Berlin decides whether the period is over. */
  readonly declared_at: number;
  readonly contract_on: CalendarDay;
  readonly is_renewal: boolean;
  /** Whether it is sent by post: goods, and the code of a gift or voucher that is printed on a card. */
  readonly is_shipped: boolean;
  /** Null until the goods are shipped. */
  readonly shipped_on: CalendarDay | null;
  /** Null when the delivery day was not recorded; then the period has not begun. */
  readonly delivered_on: CalendarDay | null;
  /** Time of the buyer's consent to lose the right of withdrawal; null without consent. */
  readonly waived_at: number | null;
  /** Time at which the buyer requested an early start of the service (§ 357a (2) BGB); null without a request. */
  readonly early_start_requested_at: number | null;
  /** Time at which the confirmation of the contract counted as delivered to the buyer; null before that. */
  readonly confirmed_at: number | null;
  /** Time of the first access to a file of a paid lesson of a course or service; null without access. */
  readonly opened_at: number | null;
  /**
   * The paid period of a service; `to` is the day after its last day. Null for anything that is not a
   * service.
   */
  readonly period: { readonly from: CalendarDay; readonly to: CalendarDay } | null;
  /** Number of pieces that were not refunded. */
  readonly pieces_left: number;
  /**
   * Number of these pieces that can still be withdrawn: they were not redeemed or spent, or their use did not
   * end the right.
   */
  readonly pieces_unused: number;
  /** Number of these pieces whose content was accessed after the declaration, by `isUsedSince`. */
  readonly pieces_used_since: number;
}

/**
 * Content was accessed after the withdrawal was declared. It is neither refunded completely nor refused: an operator
 * decides on the value of the use (docs/behaviour/consumer-rights.md#use-after-the-declaration).
 */
type UsedSince = 'USED_SINCE';

/** When content was accessed, in milliseconds since the epoch; null when it was not. */
export interface RecordedUse {
  /** The first access. */
  readonly opened_at: number | null;
  /** The last recorded access after the first (see `mustRecordUse`), at most one per day. */
  readonly last_used_at: number | null;
}

/** Returns whether content was accessed after `declared_at`. */
export function isUsedSince({ opened_at, last_used_at }: RecordedUse, declared_at: number): boolean {
  return opened_at !== null && (last_used_at ?? opened_at) > declared_at;
}

/**
 * Returns whether an access to content on the day `today` must be recorded: always the first one, and the first one of
 * each day if no use ends the right of withdrawal, as for a service or for a code without the buyer's consent
 * (docs/behaviour/consumer-rights.md#record-of-use).
 */
export function mustRecordUse(
  { kind, waived_at }: Pick<WithdrawalFacts, 'kind' | 'waived_at'>,
  { opened_at, last_used_at }: RecordedUse,
  today: CalendarDay,
): boolean {
  if (opened_at === null) return true;
  const { is_paid_pro_rata, waiver_key } = legalProfiles[kind].withdrawal;
  const neverEnds = is_paid_pro_rata || (waiver_key === 'code' && waived_at === null);
  return neverEnds && calendarDay(last_used_at ?? opened_at) < today;
}

/** The result of an allowed withdrawal. */
export interface GrantedWithdrawal {
  /** Number of withdrawn pieces; the others of `pieces_unused` were used since the declaration. */
  readonly pieces: number;
  /** `on_return`: shipped goods are refunded after they have been returned (§ 357 (4) BGB). */
  readonly money: 'at_once' | 'on_return';
  /** The share of the price that is refunded: the unused days of a service, otherwise 1/1. */
  readonly share: { readonly numerator: number; readonly denominator: number };
}

/**
 * Decides whether an order line can be withdrawn, by the legal rules of its product kind. Goods: until 14 days after
 * delivery; everything else: until 14 days after the contract. Digital content cannot be withdrawn after the right
 * ended early, nor a code after it was used. For a service the used days are deducted if the buyer requested an early
 * start. Goods without a recorded delivery can always be withdrawn, because the trader has to prove the delivery.
 * `USED_SINCE` is not a refusal: all pieces were used since the declaration. For goods the use is settled after their
 * return.
 */
export function validateWithdrawal(
  facts: WithdrawalFacts,
): Result<GrantedWithdrawal, WithdrawalRefusal | UsedSince> {
  if (facts.is_renewal) return err('RENEWAL');
  if (facts.pieces_left === 0) return err('ALREADY_BACK');
  if (facts.pieces_unused === 0) return err('USED');
  const end = withdrawalEnd(facts);
  if (end !== null && calendarDay(facts.declared_at) > end) return err('PERIOD_OVER');
  if (hasLapsed(facts)) return err('LAPSED');
  const isGoods = legalProfiles[facts.kind].is_shipped;
  const pieces = facts.pieces_unused - (isGoods ? 0 : Math.min(facts.pieces_used_since, facts.pieces_unused));
  if (pieces === 0) return err('USED_SINCE');
  const hasLeft = isGoods && facts.shipped_on !== null;
  return ok({ pieces, money: hasLeft ? 'on_return' : 'at_once', share: unusedShare(facts) });
}

/**
 * Returns the last day of the withdrawal period; null when it has not begun because no delivery of the goods or printed
 * card was recorded. The day of the event itself does not count (§ 187 BGB). If the last day is not a working day, the
 * next working day applies (§ 193 BGB).
 */
export function withdrawalEnd({
  kind,
  is_shipped,
  contract_on,
  delivered_on,
}: Pick<WithdrawalFacts, 'kind' | 'is_shipped' | 'contract_on' | 'delivered_on'>): CalendarDay | null {
  const { days, starts_with } = legalProfiles[kind].withdrawal;
  const event = starts_with === 'delivery' || is_shipped ? delivered_on : contract_on;
  return event === null ? null : workingDayFrom(addDays(event, days));
}

/** Why paid lessons are not accessible yet. */
export type ContentHold =
  /** The confirmation of the contract has not reached the buyer (§ 312f (2), § 356 (5) BGB). */
  | 'CONFIRMATION'
  /** The buyer has not requested that the service begins within the withdrawal period (§ 357a (2) BGB). */
  | 'EARLY_START'
  /** The buyer has not agreed to lose the right of withdrawal; the content stays locked until the period is over. */
  | 'CONSENT';

/** The purchase that gives access to content, as of `today`. */
export type ContentFacts = Pick<
  WithdrawalFacts,
  'kind' | 'is_shipped' | 'contract_on' | 'waived_at' | 'early_start_requested_at' | 'confirmed_at'
> & { readonly today: CalendarDay };

/**
 * Returns why the content of an order line must not be accessible yet; null when it may be. It may be if its use ends
 * the right of withdrawal or is paid for, or if the withdrawal period counted from the contract is over
 * (docs/behaviour/consumer-rights.md#record-of-use). Using a code from a gift box only reduces the value of the goods,
 * so it needs only the confirmation.
 */
export function contentHold(facts: ContentFacts): ContentHold | null {
  const { waiver_key, is_paid_pro_rata, starts_with } = legalProfiles[facts.kind].withdrawal;
  const end = withdrawalEnd({ ...facts, is_shipped: false, delivered_on: null });
  const isOver = starts_with === 'contract' && end !== null && facts.today > end;
  // For a printed card the period begins with its arrival, so it is not over yet: the use must end the right, which
  // needs the confirmation.
  if (isOver && !(facts.is_shipped && facts.waived_at !== null)) return null;
  if (is_paid_pro_rata && facts.early_start_requested_at === null) return 'EARLY_START';
  if (waiver_key !== null && facts.waived_at === null) return 'CONSENT';
  return facts.confirmed_at === null ? 'CONFIRMATION' : null;
}

/**
 * Returns whether the right of withdrawal for digital content ended early: the content was accessed after both consent
 * and confirmation, and before the withdrawal was declared.
 */
function hasLapsed({ kind, waived_at, confirmed_at, opened_at, declared_at }: WithdrawalFacts): boolean {
  if (legalProfiles[kind].withdrawal.waiver_key !== 'digital_content') return false;
  if (waived_at === null || confirmed_at === null || opened_at === null) return false;
  return opened_at >= Math.max(waived_at, confirmed_at) && opened_at <= declared_at;
}

/**
 * Returns the unused share of a service: everything without a request for an early start, otherwise not the days since
 * that request. The day of the withdrawal counts as used if content was accessed.
 */
function unusedShare({
  kind,
  period,
  declared_at,
  early_start_requested_at,
  opened_at,
}: WithdrawalFacts): GrantedWithdrawal['share'] {
  const isPaid = legalProfiles[kind].withdrawal.is_paid_pro_rata && early_start_requested_at !== null;
  if (!isPaid || period === null) return { numerator: 1, denominator: 1 };
  const denominator = daysBetween(period.from, period.to);
  const begun = laterDay(period.from, calendarDay(early_start_requested_at));
  const days = Math.max(daysBetween(begun, calendarDay(declared_at)), 0) + (opened_at === null ? 0 : 1);
  return { numerator: denominator - Math.min(days, denominator), denominator };
}
