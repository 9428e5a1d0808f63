import type { BundleDiscount, CartItem } from '#core/model/cart.ts';
import type { BundleOffer, ProductKind } from '#core/model/product.ts';
import type { Cents } from '#core/model/values.ts';
import { allocate } from '#core/rules/basics/allocate.ts';
import { cents, noCents, sumCents } from '#core/rules/basics/money.ts';

/** The part of a bundle offer that determines its price: one unit of each product for `price` cents together. */
export type BundleTerms = Pick<BundleOffer, 'id' | 'product_ids' | 'price'>;

/** The data of a cart line or product from which a bundle offer is computed. */
export interface BundleLine {
  readonly product_id: string;
  readonly kind: ProductKind;
  readonly unit_price: Cents;
  readonly quantity: number;
  readonly is_fixed_price: boolean;
}

/** The savings by bundle offers in cents: for each line, in the order of the lines, and for each offer that applies. */
interface BundleSavings<Offer> {
  readonly lines: readonly Cents[];
  readonly offers: readonly { readonly offer: Offer; readonly amount: Cents }[];
}

/**
 * Returns whether an offer is possible: at least two products, all of them known, none with a fixed price, no
 * voucher, and the price is lower than the sum of the unit prices.
 */
export function isOfferable(offer: BundleTerms, products: readonly BundleLine[]): boolean {
  const parts = partsOf(offer, products);
  if (parts === null || parts.length < 2) return false;
  if (parts.some((part) => part.is_fixed_price || part.kind === 'voucher')) return false;
  return offer.price >= 0 && offer.price < sumCents(parts.map((part) => part.unit_price));
}

/** Returns the products of an offer that the cart does not contain; all of them for an empty cart. */
export function missingProducts<Offer extends Pick<BundleOffer, 'product_ids'>>(
  offer: Offer,
  productIds: readonly string[],
): readonly string[] {
  return offer.product_ids.filter((id) => !productIds.includes(id));
}

/** Returns whether a cart contains some but not all products of an offer (used for the query `fb=true`). */
export function fitsCart(offer: Pick<BundleOffer, 'product_ids'>, productIds: readonly string[]): boolean {
  const missing = missingProducts(offer, productIds).length;
  return missing > 0 && missing < offer.product_ids.length;
}

/**
 * Returns the offers with at least one product in the cart, sorted by id. Of several with the same id, the last counts.
 */
export function offersOfCart<Offer extends BundleTerms>(
  offers: readonly Offer[],
  productIds: readonly string[],
): readonly Offer[] {
  const known = new Map(offers.map((offer) => [offer.id, offer]));
  return inOrder([...known.values()]).filter(
    (offer) => missingProducts(offer, productIds).length < offer.product_ids.length,
  );
}

/**
 * Returns the savings of bundle offers. An offer applies once per complete set; each unit counts for one set
 * only; offers are applied in the order of their ids. The saving of a set is split in proportion to the unit
 * prices (docs/behaviour/coupons.md#bundle-savings).
 */
export function bundleSavings<Offer extends BundleTerms>(
  offers: readonly Offer[],
  lines: readonly BundleLine[],
): BundleSavings<Offer> {
  const left = lines.map((line) => line.quantity);
  const savings: number[] = lines.map(() => 0);
  const applied: { offer: Offer; amount: Cents }[] = [];
  for (const offer of inOrder(offers)) {
    if (!isOfferable(offer, lines)) continue;
    // The preview skips lines that were added at another price; the server has one price for all of them.
    const linesOf = (id: string) => {
      const first = lines.find((line) => line.product_id === id);
      return lines.flatMap((line, index) =>
        line.product_id === id && line.unit_price === first?.unit_price ? [index] : [],
      );
    };
    const leftOf = (id: string) => linesOf(id).reduce((sum, index) => sum + (left[index] ?? 0), 0);
    const sets = Math.min(...offer.product_ids.map(leftOf));
    if (sets === 0) continue;
    const prices = offer.product_ids.map((id) => lines[linesOf(id)[0] ?? -1]?.unit_price ?? noCents);
    const saving = cents(sumCents(prices) - offer.price);
    const parts = allocate(saving, prices);
    applied.push({ offer, amount: cents(sets * saving) });
    for (const [position, id] of offer.product_ids.entries()) {
      let wanted = sets;
      for (const index of linesOf(id)) {
        const units = Math.min(wanted, left[index] ?? 0);
        wanted -= units;
        left[index] = (left[index] ?? 0) - units;
        savings[index] = (savings[index] ?? 0) + units * (parts[position] ?? 0);
      }
    }
  }
  return { lines: savings.map(cents), offers: applied };
}

/** Returns the savings of bundle offers in a cart: for each line, in the order of the lines, and for each offer. */
export function cartSavings(
  offers: readonly BundleOffer[],
  products: readonly CartItem[],
): { readonly lines: readonly Cents[]; readonly bundles: BundleDiscount[] } {
  const savings = bundleSavings(
    offers,
    products.map(({ product_id, quantity, product_data: { kind, price, is_fixed_price } }) => ({
      product_id,
      kind,
      unit_price: price,
      quantity,
      is_fixed_price,
    })),
  );
  const bundles = savings.offers.map(({ offer: { id, title }, amount }) => ({ id, title, amount }));
  return { lines: savings.lines, bundles };
}

/** Sorts by id (ids are unique), with a language-independent comparison, so that browser and server agree. */
function inOrder<Offer extends BundleTerms>(offers: readonly Offer[]): readonly Offer[] {
  return offers.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** Returns the products of an offer; null when one is missing or the offer contains a product twice. */
function partsOf(offer: BundleTerms, products: readonly BundleLine[]): readonly BundleLine[] | null {
  if (new Set(offer.product_ids).size !== offer.product_ids.length) return null;
  const parts = offer.product_ids.map((id) => products.find((product) => product.product_id === id));
  return parts.every((part) => part !== undefined) ? parts : null;
}
