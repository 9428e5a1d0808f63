import type { Cart } from '#core/model/cart.ts';
import type { Cents } from '#core/model/values.ts';
import { notNegative } from '#core/rules/basics/money.ts';

/** The cost of a cart's courses compared with the membership, which includes all courses. Amounts in cents. */
export interface MembershipComparison {
  /** Number of different courses in the cart. */
  readonly courses: number;
  /** Price of the courses in this cart, after its discounts. */
  readonly single: Cents;
  /** The price of the membership's first year. */
  readonly membership: Cents;
}

/**
 * Compares the courses of a cart with the membership (docs/behaviour/carts.md#courses-beside-the-membership). Null when
 * the cart has no course, or has a membership or subscription, or when its courses cost less than half of the
 * membership's price (cents).
 */
export function compareWithMembership(
  { products, discounts }: Pick<Cart, 'products' | 'discounts'>,
  membership: Cents,
): MembershipComparison | null {
  const kinds = products.map(({ product_data }) => product_data.kind);
  if (kinds.includes('membership') || kinds.includes('subscription')) return null;
  const courses = products.filter(({ product_data }) => product_data.kind === 'course');
  const lines = new Set(courses.map(({ line_id }) => line_id));
  const price = courses.reduce((sum, line) => sum + line.price, 0);
  const discount = discounts.lines
    .filter(({ line_id }) => lines.has(line_id))
    .reduce((sum, { amount }) => sum + amount, 0);
  const single = notNegative(price - discount);
  if (courses.length === 0 || single * 2 < membership) return null;
  return { courses: new Set(courses.map(({ product_id }) => product_id)).size, single, membership };
}
