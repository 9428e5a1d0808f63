import type { CartItem } from '#core/model/cart.ts';
import type { ProductData, ProductKind } from '#core/model/product.ts';
import type { Cents } from '#core/model/values.ts';
import { allocate } from '#core/rules/basics/allocate.ts';
import { cents, noCents, smallerOf, sumCents } from '#core/rules/basics/money.ts';
import { latestVat, type VatContext, vatRate } from '#core/rules/basics/vat-rates.ts';
import { includedVat, legalProfiles } from '#core/rules/consumer-rights/consumer-rights.ts';

/** The part of a cart, order or invoice that has one VAT rate. */
export interface VatShare {
  /** VAT rate in percent. */
  readonly rate: number;
  /** Country of taxation, if not the country of the order (`ownVatCountry`). */
  readonly country?: string;
  /** Amount in cents including VAT, after discounts and promotional credit, with its share of the shipping cost. */
  readonly gross: Cents;
  /** VAT contained in `gross`, in cents, rounded once per rate. */
  readonly vat: Cents;
}

/** The data of a line from which VAT is computed. */
export interface TaxedLine {
  readonly kind: ProductKind;
  readonly is_shipped: boolean;
  /** Country of taxation, if not the country of the order (`ownVatCountry`). */
  readonly country?: string;
  /** Line total in cents before discounts. */
  readonly price: Cents;
  /** Reductions of this line in cents: discounts, and its part of the promotional credit. */
  readonly discount: Cents;
}

/** A line with whether promotional credit may pay for it. */
interface SoldLine extends TaxedLine {
  readonly is_promotable: boolean;
}

/** The data of a line that determines how much of it promotional credit pays. */
export type PromotableLine = Pick<SoldLine, 'is_promotable' | 'is_shipped' | 'price' | 'discount'>;

/** A line with the VAT rate at which it was sold, in percent. */
export interface RatedLine extends TaxedLine {
  readonly rate: number;
}

/** The VAT of an order and its split. The VAT of lines and shipping adds up to the VAT of all rates. */
export interface VatSplit {
  /** Highest rate first. The gross amounts add up to all discounted lines plus shipping. */
  readonly shares: readonly VatShare[];
  /** The VAT contained in each discounted line, in cents, in the order of the lines. */
  readonly lines: readonly Cents[];
  /** The VAT contained in the shipping cost, in cents. */
  readonly shipping: Cents;
}

/**
 * Returns the VAT of lines and shipping (docs/behaviour/carts.md#vat). It is rounded once per rate and then allocated
 * to the lines and shipping parts with that rate.
 */
export function splitVat(
  lines: readonly TaxedLine[],
  shippingCost: Cents,
  country: string | null,
  context: VatContext = latestVat,
): VatSplit {
  const rated = lines.map((line) => ({
    ...line,
    rate: vatRate(legalProfiles[line.kind].vat_class, line.country ?? country, context),
  }));
  return splitRatedVat(rated, shippingCost, vatRate('standard', country, context));
}

/** Returns the VAT per rate of `splitVat`. */
export function vatShares(
  lines: readonly TaxedLine[],
  shippingCost: Cents,
  country: string | null,
  context: VatContext = latestVat,
): readonly VatShare[] {
  return splitVat(lines, shippingCost, country, context).shares;
}

/** Like `splitVat`, for lines with known rates; `standardRate` applies to shipping that belongs to no taxed goods. */
export function splitRatedVat(
  lines: readonly RatedLine[],
  shippingCost: Cents,
  standardRate: number,
): VatSplit {
  const amounts = lines.map((line) => cents(line.price - line.discount));
  const parcel = shippingParts(lines, amounts, shippingCost);
  const parts = [
    ...lines.map(({ rate, country }, index) => ({ rate, country, gross: amounts[index] ?? noCents })),
    // A value voucher is not a supply, so shipping cannot share its VAT rate.
    ...lines.map((line, index) => ({
      rate: line.kind === 'voucher' ? standardRate : line.rate,
      country: undefined,
      gross: parcel[index] ?? noCents,
    })),
    { rate: standardRate, country: undefined, gross: cents(shippingCost - sumCents(parcel)) },
  ];
  const vat = parts.map(() => noCents);
  const taxes = new Map(parts.filter(({ gross }) => gross > 0).map((part) => [taxOf(part), part]));
  const shares = [...taxes]
    .toSorted(([, one], [, other]) => other.rate - one.rate)
    .map(([tax, { rate, country }]) => {
      const weights = parts.map((part) => (taxOf(part) === tax ? part.gross : 0));
      const gross = sumCents(weights.map(cents));
      const place = country === undefined ? {} : { country };
      const share = { rate, ...place, gross, vat: includedVat(gross, rate) };
      for (const [index, amount] of allocate(share.vat, weights).entries()) {
        if (amount > 0) vat[index] = amount;
      }
      return share;
    });
  return { shares, lines: vat.slice(0, lines.length), shipping: sumCents(vat.slice(lines.length)) };
}

/** Returns a key for a VAT rate and country; parts with the same key are taxed together. */
export function taxOf({ rate, country = '' }: Pick<VatShare, 'rate' | 'country'>): string {
  return `${rate} ${country}`;
}

/**
 * Returns the country of taxation of a line, if not that of its order: lines that are not shipped are taxed in the
 * buyer's country (docs/behaviour/carts.md#vat-rates).
 */
export function ownVatCountry(
  { digital_vat_country }: { readonly digital_vat_country: string | null },
  { is_shipped }: { readonly is_shipped: boolean },
): Pick<VatShare, 'country'> {
  return is_shipped || digital_vat_country === null ? {} : { country: digital_vat_country };
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
  amounts: readonly Cents[],
  shippingCost: Cents,
): readonly Cents[] {
  const shipped = lines.map((line, index) => (line.is_shipped ? (amounts[index] ?? 0) : 0));
  if (shipped.some((weight) => weight > 0)) return allocate(shippingCost, shipped);
  const prices = lines.map((line) => (line.is_shipped ? line.price : 0));
  return prices.some((price) => price > 0) ? allocate(shippingCost, prices) : lines.map(() => noCents);
}

/** The lines of a cart and the discount of each line, in the same order, with the shipping cost; in cents. */
interface DiscountedCart {
  readonly products: readonly CartItem[];
  readonly discounts: readonly Cents[];
  readonly shipping: Cents;
}

/** Returns the highest amount of a cart that promotional credit may pay, in cents. */
export function promotableAmount(cart: DiscountedCart): Cents {
  const { lines, shipping } = promotionalParts(promotableLines(cart), cart.shipping, null);
  return cents(sumCents(lines) + shipping);
}

/** Returns the VAT of a cart. */
export function cartVat(
  cart: DiscountedCart,
  promotionalCredit: Cents,
  country: string | null,
  context?: VatContext,
): VatSplit {
  return soldVat(
    { lines: promotableLines(cart), shipping: cart.shipping },
    promotionalCredit,
    country,
    context,
  );
}

/** The sold lines, with the shipping cost in cents. */
interface Sale {
  readonly lines: readonly SoldLine[];
  readonly shipping: Cents;
}

/** Returns the VAT of a sale. Promotional credit reduces it like a discount (docs/behaviour/carts.md#vat). */
export function soldVat(
  { lines, shipping }: Sale,
  promotionalCredit: Cents,
  country: string | null,
  context?: VatContext,
): VatSplit {
  const promotional = promotionalParts(lines, shipping, promotionalCredit);
  return splitVat(
    lines.map((line, index) => ({
      ...line,
      discount: cents(line.discount + (promotional.lines[index] ?? noCents)),
    })),
    cents(shipping - promotional.shipping),
    country,
    context,
  );
}

function promotableLines({ products, discounts }: DiscountedCart) {
  return products.map(({ product_data, price }, index) => ({
    kind: product_data.kind,
    is_shipped: product_data.is_shipped,
    price,
    discount: discounts[index] ?? noCents,
    is_promotable: isPaidByPromotion(product_data),
  }));
}

/** The promotional credit used for each line, in the order of the lines, and for shipping, in cents. */
export interface PromotionalParts {
  readonly lines: readonly Cents[];
  readonly shipping: Cents;
}

/** Returns whether promotional credit may pay for a product. */
function isPaidByPromotion({ kind, is_fixed_price }: Pick<ProductData, 'kind' | 'is_fixed_price'>): boolean {
  return kind !== 'voucher' && !is_fixed_price;
}

/** Returns whether promotional credit may have paid for an order line of this kind. */
export function isPromotable(kind: ProductKind): boolean {
  return isPaidByPromotion({ kind, is_fixed_price: legalProfiles[kind].is_fixed_price });
}

/**
 * Allocates promotional credit to the parts that it may pay for (docs/behaviour/gifts.md#promotional-credit), in
 * proportion to their values: the discounted lines except vouchers and fixed-price books, and shipping if goods other
 * than these books are shipped. Without a limit (`credit` null) it pays all of these parts. If there is more credit, as
 * in orders of earlier versions, it is allocated to everything.
 */
export function promotionalParts(
  lines: readonly PromotableLine[],
  shipping: Cents,
  credit: Cents | null,
): PromotionalParts {
  const value = (line: PromotableLine) => cents(line.price - line.discount);
  const hasParcel = lines.some((line) => line.is_promotable && line.is_shipped);
  const promotable = [
    ...lines.map((line) => (line.is_promotable ? value(line) : noCents)),
    hasParcel ? shipping : noCents,
  ];
  if (credit === null) return { lines: promotable.slice(0, -1), shipping: promotable.at(-1) ?? noCents };
  const weights = sumCents(promotable) < credit ? [...lines.map(value), shipping] : promotable;
  const parts = allocate(smallerOf(credit, sumCents(weights)), weights);
  return { lines: parts.slice(0, -1), shipping: parts.at(-1) ?? noCents };
}
