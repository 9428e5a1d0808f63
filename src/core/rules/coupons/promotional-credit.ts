import type { ProductData, ProductKind } from '#core/model/product.ts';
import type { Cents } from '#core/model/values.ts';
import { allocate } from '#core/rules/basics/allocate.ts';
import { cents, noCents, smallerOf, sumCents } from '#core/rules/basics/money.ts';
import { legalProfiles } from '#core/rules/consumer-rights/consumer-rights.ts';

/** The data of a line from which it follows what promotional credit pays of it. Amounts in cents. */
export interface PromotableLine {
  readonly is_promotable: boolean;
  readonly is_shipped: boolean;
  /** Line total before discounts. */
  readonly price: Cents;
  readonly discount: Cents;
}

/** What promotional credit pays of each line, in their order, and of shipping, in cents. */
export interface PromotionalParts {
  readonly lines: readonly Cents[];
  readonly shipping: Cents;
}

/** Returns whether promotional credit may pay for a product. */
export function isPaidByPromotion({
  kind,
  is_fixed_price,
}: Pick<ProductData, 'kind' | 'is_fixed_price'>): boolean {
  return kind !== 'voucher' && !is_fixed_price;
}

/** Returns whether promotional credit may have paid for an order line of this kind. */
export function isPromotable(kind: ProductKind): boolean {
  return isPaidByPromotion({ kind, is_fixed_price: legalProfiles[kind].is_fixed_price });
}

/**
 * Splits promotional credit over what it may pay for (docs/behaviour/gifts.md#promotional-credit), in
 * proportion to its value: the discounted lines except vouchers and fixed-price books, and shipping if goods other than
 * these books are shipped. Without a limit (`credit` null) all of that is paid. Orders of earlier versions may have
 * used more; then it is split over everything.
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
