import type { ProductData, ProductKind } from '#core/model/product.ts';
import type { Cents } from '#core/model/values.ts';
import { allocate } from '#core/rules/basics/allocate.ts';
import { cents, noCents, smallerOf, sumCents } from '#core/rules/basics/money.ts';
import { legalProfiles } from '#core/rules/consumer-rights/consumer-rights.ts';

/** The data of a line that determines how much of it promotional credit pays. Amounts in cents. */
export interface PromotableLine {
  readonly is_promotable: boolean;
  readonly is_shipped: boolean;
  /** Line total before discounts. */
  readonly price: Cents;
  readonly discount: Cents;
}

/** The promotional credit used for each line, in the order of the lines, and for shipping, in cents. */
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

/** A voucher or a user's credit, with its balance in cents. */
export interface CreditSource {
  readonly id: string;
  readonly balance: Cents;
}

/**
 * Returns the amount that a voucher or account credit of its kind can pay: the larger balance, so that entering a
 * voucher never increases the amount due (docs/behaviour/gifts.md#voucher-before-account-credit).
 */
export function availableBalance(sources: readonly CreditSource[]): Cents {
  return cents(Math.max(0, ...sources.map(({ balance }) => balance)));
}

/** Returns the first source whose balance covers an amount, so a voucher before the credit. Null if nothing is due. */
export function payingSource(sources: readonly CreditSource[], amount: number): CreditSource | null {
  return amount > 0 ? (sources.find(({ balance }) => balance >= amount) ?? null) : null;
}
