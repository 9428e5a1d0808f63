import type { ProductKind } from '#core/model/product.ts';
import type { CalendarDay, Cents } from '#core/model/values.ts';
import { addDays, daysBetween, workingDayFrom } from './calendar.ts';
import { partOf } from './money.ts';
import type { Result } from './result.ts';
import { err, ok } from './result.ts';
import type { VatClass } from './vat-rates.ts';

/** The German standard rate in percent, which tracking reckons with. */
export const standardVatRate = 19;

/** What the law asks of one product kind; cart, checkout, invoice and rights centre read it. */
export interface LegalProfile {
  /** `voucher` for value vouchers: multi-purpose, VAT arises when they are redeemed. */
  readonly vat_class: VatClass;
  /** Sent as a parcel; everything else is digital and delivered by mail or account. */
  readonly is_shipped: boolean;
  readonly withdrawal: {
    /** Length of the right of withdrawal in days. */
    readonly days: number;
    /** What starts the days. */
    readonly starts_with: 'delivery' | 'contract';
    /**
     * Key of the separate, unticked consent by which the right ends before the days are over: digital content that
     * starts at once, codes that are redeemed; else null. A service keeps its right.
     */
    readonly waiver_key: 'digital_content' | 'code' | null;
    /** A withdrawn service is paid for its part of the period if the buyer asked for the early start. */
    readonly is_paid_pro_rata: boolean;
  };
  /** Books under fixed prices: coupons and bundle offers leave them alone. */
  readonly is_fixed_price: boolean;
  /** Key of the delivery note in locales `checkout:delivery`. */
  readonly delivery_note: 'at_once' | 'by_mail' | 'parcel';
  /** Charged again each period, so that a payment method is needed even at 0. */
  readonly renews: boolean;
  /** Highest quantity in a cart whatever the catalogue says, null without one. */
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

/** The legal profile of each product kind. */
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
  // A course gift is single-purpose: what it buys is known, so it is taxed at sale.
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
    withdrawal: code,
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

/** VAT contained in a gross amount: `round(gross × rate / (100 + rate))`; rates have one decimal at most. */
export function includedVat(gross: Cents, rate: number): Cents {
  const tenths = Math.round(rate * 10);
  return partOf(gross, tenths, 1000 + tenths);
}

type WaiverKey = NonNullable<LegalProfile['withdrawal']['waiver_key']>;

/** The consents to lose the right of withdrawal that buying these kinds needs, each once. */
export function waiverKeys(kinds: readonly ProductKind[]): readonly WaiverKey[] {
  const keys = kinds.map((kind) => legalProfiles[kind].withdrawal.waiver_key);
  return (['digital_content', 'code'] as const).filter((key) => keys.includes(key));
}

/** Whether buying these kinds needs the consent to lose the right of withdrawal. */
export function needsWaiver(kinds: readonly ProductKind[]): boolean {
  return waiverKeys(kinds).length > 0;
}

/** Whether buying these kinds offers the express request to begin a service before the days are over. */
export function offersEarlyStart(kinds: readonly ProductKind[]): boolean {
  return kinds.some((kind) => legalProfiles[kind].withdrawal.is_paid_pro_rata);
}

/**
 * Whether the use of a code ends the right to withdraw from it: only after the buyer's consent at the purchase and the
 * confirmation of the contract (docs/behaviour/consumer-rights.md#redeemed-codes).
 */
export function endsWithUse(
  kind: ProductKind,
  { waived_at, confirmed_at }: Pick<WithdrawalFacts, 'waived_at' | 'confirmed_at'>,
): boolean {
  return legalProfiles[kind].withdrawal.waiver_key === 'code' && waived_at !== null && confirmed_at !== null;
}

/** The lower of the catalogue's and the kind's own limit of quantity, null when only stock limits it. */
export function quantityLimit(kind: ProductKind, catalogueLimit: number | null): number | null {
  const own = legalProfiles[kind].max_quantity;
  if (own === null) return catalogueLimit;
  return catalogueLimit === null ? own : Math.min(own, catalogueLimit);
}

/** Days after which a shipped parcel counts as delivered when no delivery day was recorded. */
const longestTransit = 14;

/** Why a line cannot be withdrawn. */
export type WithdrawalRefusal =
  /** The days are over. */
  | 'PERIOD_OVER'
  /** Digital content: consent, confirmation, and then the first play. */
  | 'LAPSED'
  /** The code was redeemed or the voucher spent. */
  | 'USED'
  /** Already withdrawn. */
  | 'ALREADY_BACK'
  /** A renewal is no new contract; it can be cancelled. */
  | 'RENEWAL';

/** What is known of an order line when somebody withdraws from it. Times in milliseconds since the epoch. */
export interface WithdrawalFacts {
  readonly kind: ProductKind;
  readonly declared_on: CalendarDay;
  readonly contract_on: CalendarDay;
  readonly is_renewal: boolean;
  /** Null while the goods have not been shipped. */
  readonly shipped_on: CalendarDay | null;
  /** Null while it is unknown. */
  readonly delivered_on: CalendarDay | null;
  /** When the consent by which the line's right can end early was given; null without. */
  readonly waived_at: number | null;
  /** When the buyer asked for a service to begin before the days are over (§ 357a (2) BGB); null without. */
  readonly early_start_requested_at: number | null;
  /** When the confirmation of the contract was sent; null before. */
  readonly confirmed_at: number | null;
  /** When a paid lesson was last played; null before. */
  readonly played_at: number | null;
  /** The service's paid period, its last day not included; null for what is no service. */
  readonly period: { readonly from: CalendarDay; readonly to: CalendarDay } | null;
  /** Pieces that no refund has taken back. */
  readonly pieces_left: number;
  /** Pieces among them that can still be withdrawn: not redeemed or spent, or without effect on the right. */
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
 * Decides a withdrawal from one order line by its legal profile: goods until 14 days after
 * delivery, everything else until 14 days after the contract; digital content unless it has lapsed, codes while nobody
 * has used them, services with compensation for the days that have passed if that was asked for.
 */
export function validateWithdrawal(facts: WithdrawalFacts): Result<GrantedWithdrawal, WithdrawalRefusal> {
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
  if (legalProfiles[kind].withdrawal.waiver_key !== 'digital_content') return false;
  if (waived_at === null || confirmed_at === null || played_at === null) return false;
  return played_at >= Math.max(waived_at, confirmed_at);
}

/** Without the express request nothing is paid for. The day of the withdrawal itself never is. */
function unusedShare({
  kind,
  period,
  declared_on,
  early_start_requested_at,
}: WithdrawalFacts): GrantedWithdrawal['share'] {
  const isPaid = legalProfiles[kind].withdrawal.is_paid_pro_rata && early_start_requested_at !== null;
  if (!isPaid || period === null) return { numerator: 1, denominator: 1 };
  const denominator = daysBetween(period.from, period.to);
  const used = Math.min(Math.max(daysBetween(period.from, declared_on), 0), denominator);
  return { numerator: denominator - used, denominator };
}
