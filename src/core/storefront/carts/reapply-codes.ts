import type { Cart } from '#core/model/cart.ts';
import { couponRefusals } from '#core/model/coupon.ts';
import { type CallFailure, ok, type Result } from '#core/rules/basics/result.ts';
import type { ShopApi } from '#ports/shop-api.ts';
import type { CodeRefusal } from './cart-notifications.ts';

interface TypedCodes {
  readonly code: string | null;
  /** The campaign that was sent with the coupon's code. */
  readonly campaign: string | undefined;
  readonly voucher: string | undefined;
}

interface Reapplied {
  readonly cart: Cart;
  readonly refusedVoucher?: CodeRefusal | undefined;
  readonly refusedCoupon?: CodeRefusal | undefined;
}

/**
 * Applies the voucher and coupon of a cart that the server has deleted to its replacement. The voucher is first,
 * because it is refused if the coupon leaves nothing to pay. Fails if the server cannot decide about a code.
 */
export async function reapplyCodes(
  shopApi: Pick<ShopApi, 'applyCode'>,
  cart: Cart,
  { code, campaign, voucher }: TypedCodes,
): Promise<Result<Reapplied, CallFailure>> {
  const id = cart.bundle_cart_unique_id;
  if (id === null) return ok({ cart });
  let current = cart;
  let refusedVoucher: CodeRefusal | undefined;
  if (voucher !== undefined) {
    const paid = await shopApi.applyCode({ body: { id, code: voucher } });
    if (paid.ok) current = paid.value;
    else if (!isDecided(paid.error)) return paid;
    else refusedVoucher = { code: voucher, failure: paid.error };
  }
  if (code === null) return ok({ cart: current, refusedVoucher });
  const reduced = await shopApi.applyCode({ body: { id, code, campaign } });
  if (reduced.ok) return ok({ cart: reduced.value, refusedVoucher });
  if (!isDecided(reduced.error)) return reduced;
  return ok({ cart: current, refusedVoucher, refusedCoupon: { code, failure: reduced.error } });
}

function isDecided({ code }: CallFailure): boolean {
  return code === 'CREDIT_PAYS_MORE' || couponRefusals.some((refusal) => refusal === code);
}
