import type { Cents } from '#core/model/primitives.ts';
import type { ProductKind } from '#core/model/product.ts';
import { partOf } from './money.ts';

/** VAT rates of Germany in percent (decisions §3, §8). */
export const vatRates = { standard: 19, reduced: 7, none: 0 } as const;

/** A VAT rate in percent. */
export type VatRate = (typeof vatRates)[keyof typeof vatRates];

/** What the law asks of one product kind; cart, checkout, invoice and rights centre read it (decisions §8). */
export interface LegalProfile {
  /** German rate in percent. 0 for value vouchers: multi-purpose, VAT arises when they are redeemed. */
  readonly vat_rate: VatRate;
  /** Sent as a parcel; everything else is digital and delivered by mail or account. */
  readonly is_shipped: boolean;
  readonly withdrawal: {
    /** Length of the right of withdrawal in days. */
    readonly days: number;
    /** What starts the days. */
    readonly starts_with: 'delivery' | 'contract';
    /**
     * Key of the separate, unticked consent by which the right lapses before the days are over (digital content
     * that starts at once), else null. A service keeps its right.
     */
    readonly waiver_key: 'digital_content' | null;
    /** A withdrawn service that has begun is paid for its part of the period (decisions §4). */
    readonly is_paid_pro_rata: boolean;
  };
  /** Books under fixed prices: coupons and bundle offers leave them alone. */
  readonly is_price_bound: boolean;
  /** Key of the delivery note in locales `checkout:delivery`. */
  readonly delivery_note: 'at_once' | 'by_mail' | 'parcel';
  /** Charged again each period, so that a payment method is needed even at 0 (decisions §4). */
  readonly renews: boolean;
  /** Highest quantity in a cart whatever the catalogue says, null without one (decisions §3). */
  readonly max_quantity: number | null;
}

const withdrawalDays = 14;

const goods = {
  days: withdrawalDays,
  starts_with: 'delivery',
  waiver_key: null,
  is_paid_pro_rata: false,
} as const;

const code = { ...goods, starts_with: 'contract' } as const;

const service = { ...code, is_paid_pro_rata: true } as const;

/** The legal profile of each product kind (decisions §3, §4 and §8). */
export const legalProfiles: Readonly<Record<ProductKind, LegalProfile>> = {
  course: {
    vat_rate: vatRates.standard,
    is_shipped: false,
    withdrawal: { ...code, waiver_key: 'digital_content' },
    is_price_bound: false,
    delivery_note: 'at_once',
    renews: false,
    max_quantity: 1,
  },
  book: {
    vat_rate: vatRates.reduced,
    is_shipped: true,
    withdrawal: goods,
    is_price_bound: true,
    delivery_note: 'parcel',
    renews: false,
    max_quantity: null,
  },
  // A course gift is single-purpose: what it buys is known, so it is taxed at sale.
  gift: {
    vat_rate: vatRates.standard,
    is_shipped: false,
    withdrawal: code,
    is_price_bound: false,
    delivery_note: 'by_mail',
    renews: false,
    max_quantity: null,
  },
  voucher: {
    vat_rate: vatRates.none,
    is_shipped: false,
    withdrawal: code,
    is_price_bound: false,
    delivery_note: 'by_mail',
    renews: false,
    max_quantity: null,
  },
  gift_box: {
    vat_rate: vatRates.standard,
    is_shipped: true,
    withdrawal: goods,
    is_price_bound: false,
    delivery_note: 'parcel',
    renews: false,
    max_quantity: null,
  },
  membership: {
    vat_rate: vatRates.standard,
    is_shipped: false,
    withdrawal: service,
    is_price_bound: false,
    delivery_note: 'at_once',
    renews: true,
    max_quantity: 1,
  },
  subscription: {
    vat_rate: vatRates.standard,
    is_shipped: false,
    withdrawal: service,
    is_price_bound: false,
    delivery_note: 'at_once',
    renews: true,
    max_quantity: 1,
  },
};

/** Countries without German VAT on what is delivered there (decisions §3). */
const exportCountries: readonly string[] = ['CH'];

/**
 * VAT rate in percent for a country of delivery (ISO 3166-1 alpha-2). German rates hold inside the EU below its
 * threshold and while the country is not known (null); Switzerland is an export without VAT (decisions §3).
 */
export function vatRate(profile: LegalProfile, country: string | null): VatRate {
  return country !== null && exportCountries.includes(country) ? vatRates.none : profile.vat_rate;
}

/** VAT contained in a gross amount: `round(gross × rate / (100 + rate))` (decisions §3). */
export function includedVat(gross: Cents, rate: number): Cents {
  return partOf(gross, rate, 100 + rate);
}

/** Whether buying these kinds needs the consent to lose the right of withdrawal (decisions §8). */
export function needsWaiver(kinds: readonly ProductKind[]): boolean {
  return kinds.some((kind) => legalProfiles[kind].withdrawal.waiver_key !== null);
}

/** The lower of the catalogue's and the kind's own limit of quantity, null when only stock limits it (decisions §3). */
export function quantityLimit(kind: ProductKind, catalogueLimit: number | null): number | null {
  const own = legalProfiles[kind].max_quantity;
  if (own === null) return catalogueLimit;
  return catalogueLimit === null ? own : Math.min(own, catalogueLimit);
}
