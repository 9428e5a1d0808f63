import type { Cents } from '#core/model/primitives.ts';
import type { ProductKind } from '#core/model/product.ts';
import { allocate, cents, noCents, sumCents } from './money.ts';

/** Products sold together at a lower price (decisions §3); one unit of each. */
export interface BundleOffer {
  readonly id: string;
  readonly product_ids: readonly string[];
  /** Cents for one unit of each product together. */
  readonly price: Cents;
}

/** One cart line or product as a bundle offer sees it. */
export interface BundleLine {
  readonly product_id: string;
  readonly kind: ProductKind;
  readonly unit_price: Cents;
  readonly quantity: number;
  readonly is_price_bound: boolean;
}

/**
 * Whether an offer may be made of these products: at least two, all known, none price-bound, none a voucher
 * (decisions §3, §8), and together cheaper than one by one.
 */
export function isOfferable(offer: BundleOffer, products: readonly BundleLine[]): boolean {
  const parts = partsOf(offer, products);
  if (parts === null || parts.length < 2) return false;
  if (parts.some((part) => part.is_price_bound || part.kind === 'voucher')) return false;
  return offer.price >= 0 && offer.price < regularPrice(parts);
}

/** Whether an offer suits a cart: some of its products are in it, but not yet all (`fb=true`, decisions §3). */
export function fitsCart(offer: BundleOffer, productIds: readonly string[]): boolean {
  const present = offer.product_ids.filter((id) => productIds.includes(id)).length;
  return present > 0 && present < offer.product_ids.length;
}

/**
 * What offers take off a cart: cents per line, in the order of the lines. An offer counts once for every full set;
 * a unit counts in one set only; earlier offers come first. The saving is split in proportion to the unit prices.
 */
export function bundleSavings(
  offers: readonly BundleOffer[],
  lines: readonly BundleLine[],
): readonly Cents[] {
  const left = lines.map((line) => line.quantity);
  const savings: number[] = lines.map(() => 0);
  for (const offer of offers) {
    if (!isOfferable(offer, lines)) continue;
    const indices = offer.product_ids.map((id) => lines.findIndex((line) => line.product_id === id));
    const sets = Math.min(...indices.map((index) => left[index] ?? 0));
    const prices = indices.map((index) => lines[index]?.unit_price ?? noCents);
    const parts = allocate(cents(sumCents(prices) - offer.price), prices);
    for (const [position, index] of indices.entries()) {
      left[index] = (left[index] ?? 0) - sets;
      savings[index] = (savings[index] ?? 0) + sets * (parts[position] ?? 0);
    }
  }
  return savings.map(cents);
}

/** The offer's products, or null when one is missing or named twice. */
function partsOf(offer: BundleOffer, products: readonly BundleLine[]): readonly BundleLine[] | null {
  if (new Set(offer.product_ids).size !== offer.product_ids.length) return null;
  const parts = offer.product_ids.map((id) => products.find((product) => product.product_id === id));
  return parts.every((part) => part !== undefined) ? parts : null;
}

function regularPrice(parts: readonly BundleLine[]): Cents {
  return sumCents(parts.map((part) => part.unit_price));
}
