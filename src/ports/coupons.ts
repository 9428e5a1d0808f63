import type { Cart } from '#core/model/cart.ts';
import type { CodeInfo, Redemption } from '#core/model/code.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

/**
 * Coupon, gift and voucher codes on a cart that the host keeps; `cart_id` is its `bundle_cart_unique_id`. A refused
 * code fails with a `CouponRefusal` as its code, status 422, and changes nothing.
 */
export interface Coupons {
  /** What a code gives, without using it up. Rate limited. */
  getInfo(code: string): Promise<Result<CodeInfo, CallFailure>>;
  /**
   * Gives the learner what a gift or voucher code holds, once (decisions §5). A code that gives nothing to this learner is
   * refused and stays as it is.
   */
  redeem(code: string): Promise<Result<Redemption, CallFailure>>;
  /** Sets the one coupon, replacing another, or uses a voucher as tender. */
  apply(cart_id: string, code: string, campaign: string | null): Promise<Result<Cart, CallFailure>>;
  /** Takes coupon and voucher off a learner's cart. */
  cancel(cart_id: string): Promise<Result<Cart, CallFailure>>;
  /** The same for a guest's cart. */
  cancelForGuest(cart_id: string): Promise<Result<Cart, CallFailure>>;
}
