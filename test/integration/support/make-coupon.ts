import { createCoupon, type NewCoupon } from '#server/coupons/create-coupon.ts';
import type { TestShop } from './test-shop.ts';

/** Creates a coupon of 10 % without limits, changed by `terms`. Returns its codes. */
export async function makeCoupon(
  { context }: TestShop,
  terms: Partial<NewCoupon> & Pick<NewCoupon, 'codes'>,
): Promise<readonly string[]> {
  const made = await createCoupon(context, {
    ...{ kind: 'percent', value: 10, free_product_id: null, product_ids: null, kinds: null, campaign: null },
    ...{ valid_from: null, valid_until: null, total_limit: null, per_customer_limit: null },
    ...{ minimum_subtotal: null, is_first_purchase_only: false, is_public: false },
    ...terms,
  });
  if (!made.ok) throw new Error(JSON.stringify(made.error));
  return made.value.codes;
}
