import type { Cart } from '#core/model/cart.ts';
import { noCents } from '#core/rules/basics/money.ts';

/** A cart without lines. */
export const emptyCart: Cart = {
  products: [],
  amount: 0,
  subtotal: noCents,
  shipping_cost: noCents,
  discounts: { total: noCents, bundles: [], lines: [] },
  bundle_offers: [],
  total: noCents,
  code: null,
  code_error: null,
  has_voucher: false,
  credit: noCents,
  promotional_credit: noCents,
  amount_due: noCents,
  included_vat: noCents,
  bundle_cart_unique_id: null,
  error: null,
  error_limit: null,
};
