import type { ProductKind } from '#core/model/product.ts';
import type { Cents } from '#core/model/values.ts';
import { includedVat, legalProfiles } from './consumer-rights.ts';
import { allocate, cents, noCents, sumCents } from './money.ts';
import type { VatContext } from './vat-rates.ts';
import { latestVat, vatRate } from './vat-rates.ts';

/** What a cart, order or invoice holds at one VAT rate. */
export interface VatShare {
  /** Percent. */
  readonly rate: number;
  /** Cents including VAT, after discounts, with the share of shipping. */
  readonly gross: Cents;
  /** VAT contained in `gross`, rounded once per rate. */
  readonly vat: Cents;
}

/** One line as VAT sees it. */
export interface TaxedLine {
  readonly kind: ProductKind;
  readonly is_shipped: boolean;
  /** Line total before discounts. */
  readonly price: Cents;
  /** What discounts take off this line. */
  readonly discount: Cents;
}

/** One line with the rate it was sold at, in percent. */
export interface RatedLine extends Omit<TaxedLine, 'kind'> {
  readonly rate: number;
}

/**
 * VAT per rate, highest rate first; the gross amounts add up to all lines after discounts plus shipping.
 * Shipping is an ancillary service and shares the rates of what is shipped, in proportion to its value; parcels
 * without value pay the standard rate.
 */
export function vatShares(
  lines: readonly TaxedLine[],
  shippingCost: Cents,
  country: string | null,
  context: VatContext = latestVat,
): readonly VatShare[] {
  const rated = lines.map((line) => ({
    ...line,
    rate: vatRate(legalProfiles[line.kind].vat_class, country, context),
  }));
  return ratedVatShares(rated, shippingCost, parcelRate(country, context));
}

/** The rate of shipping that no line of value carries, in percent. */
export function parcelRate(country: string | null, context: VatContext = latestVat): number {
  return vatRate('standard', country, context);
}

/** The same for lines whose rates are known, as those of an order are; `shippingRate` as `parcelRate` answers it. */
export function ratedVatShares(
  lines: readonly RatedLine[],
  shippingCost: Cents,
  shippingRate: number,
): readonly VatShare[] {
  const shipped = lines.map((line) => (line.is_shipped ? line.price - line.discount : 0));
  const shipping = shippingParts(lines, shipped, shippingCost);
  const grossByRate = new Map<number, Cents>();
  const add = (rate: number, gross: number) => {
    if (gross !== 0) grossByRate.set(rate, cents((grossByRate.get(rate) ?? 0) + gross));
  };
  for (const [index, line] of lines.entries()) {
    add(line.rate, line.price - line.discount + (shipping[index] ?? 0));
  }
  add(shippingRate, shippingCost - sumCents(shipping));
  return [...grossByRate]
    .toSorted(([one], [other]) => other - one)
    .map(([rate, gross]) => ({ rate, gross, vat: includedVat(gross, rate) }));
}

/** The VAT of all shares together. */
export function totalVat(shares: readonly VatShare[]): Cents {
  return sumCents(shares.map((share) => share.vat));
}

/** Shipping per line; goods that a coupon made free still carry it by their price before the discount. */
function shippingParts(
  lines: readonly Pick<TaxedLine, 'is_shipped' | 'price'>[],
  shipped: readonly number[],
  shippingCost: Cents,
): Cents[] {
  if (shipped.some((weight) => weight > 0)) return allocate(shippingCost, shipped);
  const prices = lines.map((line) => (line.is_shipped ? line.price : 0));
  return prices.some((price) => price > 0) ? allocate(shippingCost, prices) : lines.map(() => noCents);
}
