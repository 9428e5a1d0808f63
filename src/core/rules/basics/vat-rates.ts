import type { CalendarDay } from '#core/model/values.ts';

/** VAT class of a product: standard rate, printed book, or multi-purpose voucher (no VAT at the sale). */
export type VatClass = 'standard' | 'book' | 'voucher';

/** The day of supply (`on`), and the first day on which VAT is paid in the countries of the customers. */
export interface VatContext {
  readonly on: CalendarDay;
  /** First day of the EU one-stop shop (OSS). Null below its threshold; German rates then apply in the whole EU. */
  readonly oss_from: CalendarDay | null;
}

/** Context with the latest known rates and without OSS, for previews until the server responds. */
export const latestVat: VatContext = { on: '9999-12-31', oss_from: null };

/** VAT rates in percent, valid from a day until the next entry of the same country. */
interface DatedRates {
  readonly from: CalendarDay;
  readonly standard: number;
  readonly book: number;
}

const always = '0000-01-01';

/** Creates the dated rates of one country. */
function rates(...rows: readonly (readonly [from: CalendarDay, standard: number, book: number])[]) {
  return rows.map(([from, standard, book]): DatedRates => ({ from, standard, book }));
}

/**
 * VAT rates of the EU countries (ISO 3166-1 alpha-2) in percent: standard rate and rate of printed books. A
 * changed rate is a new entry with its first day. The rates must be checked before OSS is switched on
 * (docs/behaviour/carts.md#vat-rates).
 */
const ratesByCountry: Readonly<Record<string, readonly DatedRates[]>> = {
  AT: rates([always, 20, 10]),
  BE: rates([always, 21, 6]),
  BG: rates([always, 20, 9]),
  CY: rates([always, 19, 3]),
  CZ: rates([always, 21, 10], ['2024-01-01', 21, 0]),
  DE: rates([always, 19, 7], ['2020-07-01', 16, 5], ['2021-01-01', 19, 7]),
  DK: rates([always, 25, 25]),
  EE: rates([always, 22, 9], ['2025-07-01', 24, 9]),
  ES: rates([always, 21, 4]),
  FI: rates([always, 24, 10], ['2024-09-01', 25.5, 10], ['2025-01-01', 25.5, 14], ['2026-01-01', 25.5, 13.5]),
  FR: rates([always, 20, 5.5]),
  GR: rates([always, 24, 6]),
  HR: rates([always, 25, 5]),
  HU: rates([always, 27, 5]),
  IE: rates([always, 23, 0]),
  IT: rates([always, 22, 4]),
  LT: rates([always, 21, 9], ['2026-01-01', 21, 5]),
  LU: rates([always, 17, 3]),
  LV: rates([always, 21, 12], ['2022-01-01', 21, 5]),
  MT: rates([always, 18, 5]),
  NL: rates([always, 21, 9]),
  PL: rates([always, 23, 5]),
  PT: rates([always, 23, 6]),
  RO: rates([always, 19, 5], ['2025-08-01', 21, 11]),
  SE: rates([always, 25, 6]),
  SI: rates([always, 22, 5]),
  SK: rates([always, 20, 10], ['2025-01-01', 23, 5]),
};

/**
 * Returns the VAT rate in percent for a customer in `country`. German rates apply when the country is unknown
 * (null), and in the EU without OSS; with OSS the rates of the customer's country. 0 outside the EU: goods
 * are exports, and for digital products the place of supply is outside the EU
 * (docs/behaviour/carts.md#vat-rates).
 */
export function vatRate(
  vatClass: VatClass,
  country: string | null,
  { on, oss_from }: VatContext = latestVat,
): number {
  if (vatClass === 'voucher') return 0;
  if (country !== null && !Object.hasOwn(ratesByCountry, country)) return 0;
  const isOss = oss_from !== null && on >= oss_from;
  const rows = ratesByCountry[isOss ? (country ?? 'DE') : 'DE'] ?? [];
  return rows.findLast(({ from }) => from <= on)?.[vatClass] ?? 0;
}

/** Countries whose VAT is declared in the EU one-stop shop: all EU countries except Germany. */
export const oneStopShopCountries: readonly string[] = Object.keys(ratesByCountry).filter(
  (country) => country !== 'DE',
);

/**
 * Returns whether the VAT of a customer in `country` (null: unknown) is declared in the EU one-stop shop: the country
 * is in the EU but not Germany, and the shop uses OSS on that day (docs/behaviour/carts.md#vat-rates).
 */
export function isOneStopShop(country: string | null, { on, oss_from }: VatContext): boolean {
  if (country === null || !oneStopShopCountries.includes(country)) return false;
  return oss_from !== null && on >= oss_from;
}

/** Returns whether a customer in this country pays VAT; true when the country is unknown. */
export function isVatCountry(country: string | null): boolean {
  return country === null || Object.hasOwn(ratesByCountry, country);
}
