import type { ProductKind } from '#core/model/product.ts';
import type { Cents } from '#core/model/values.ts';
import { includedVat, legalProfiles } from './consumer-rights.ts';
import { allocate, cents, noCents, sumCents } from './money.ts';
import type { VatContext } from './vat-rates.ts';
import { latestVat, vatRate } from './vat-rates.ts';

/** The part of a cart, order or invoice that has one VAT rate. */
export interface VatShare {
  /** VAT rate in percent. */
  readonly rate: number;
  /** Amount in cents including VAT, after discounts, with its share of the shipping cost. */
  readonly gross: Cents;
  /** VAT contained in `gross`, in cents, rounded once per rate. */
  readonly vat: Cents;
}

/** The data of a line from which VAT is computed. */
export interface TaxedLine {
  readonly kind: ProductKind;
  readonly is_shipped: boolean;
  /** Line total in cents before discounts. */
  readonly price: Cents;
  /** Discount of this line in cents. */
  readonly discount: Cents;
}

/** A line with the VAT rate at which it was sold, in percent. */
export interface RatedLine extends Omit<TaxedLine, 'kind'> {
  readonly rate: number;
}

/**
 * Returns the VAT per rate, highest rate first. The gross amounts add up to all discounted lines plus
 * shipping. The shipping cost is split over the rates of the shipped lines, in proportion to their value;
 * without a shipped line that has a price it is taxed at the standard rate.
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

/** Returns the VAT rate in percent of shipping for which no line with a price determines the rate. */
export function parcelRate(country: string | null, context: VatContext = latestVat): number {
  return vatRate('standard', country, context);
}

/**
 * Returns the VAT per rate like `vatShares`, for lines with known rates. `shippingRate` is the result of
 * `parcelRate`.
 */
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

/** Returns the total VAT of all rates. */
export function totalVat(shares: readonly VatShare[]): Cents {
  return sumCents(shares.map((share) => share.vat));
}

/**
 * Splits the shipping cost over the lines by their discounted prices; by their full prices if a coupon made
 * all goods free.
 */
function shippingParts(
  lines: readonly Pick<TaxedLine, 'is_shipped' | 'price'>[],
  shipped: readonly number[],
  shippingCost: Cents,
): Cents[] {
  if (shipped.some((weight) => weight > 0)) return allocate(shippingCost, shipped);
  const prices = lines.map((line) => (line.is_shipped ? line.price : 0));
  return prices.some((price) => price > 0) ? allocate(shippingCost, prices) : lines.map(() => noCents);
}
