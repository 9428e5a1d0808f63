import type { ProductKind } from '#core/model/product.ts';

/** Length of one period in months: 12 for the membership, 1 for a subscription. */
export const periodMonths = { membership: 12, subscription: 1 } as const;

/** Returns the period of a product's price: year or month if it renews, null if it is paid once. */
export function pricePeriod(kind: ProductKind): 'year' | 'month' | null {
  if (kind !== 'membership' && kind !== 'subscription') return null;
  return periodMonths[kind] === 12 ? 'year' : 'month';
}
