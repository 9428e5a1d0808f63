import { accountCheckLimits } from '#server/accounts/registration.ts';
import { takeHit } from '#server/platform/rate-limits.ts';
import type { CartContext } from './cart-context.ts';
import type { AdmitEmail } from './change-cart.ts';

/**
 * Counts each new e-mail of a guest's cart as a check of an account: whether a coupon counts then tells if somebody has
 * bought with it (docs/behaviour/coupons.md#first-purchase).
 */
export function countNewEmail(context: Pick<CartContext, 'clock'>, address: string): AdmitEmail {
  return (db, email, cartId) => takeHit(db, context, accountCheckLimits({ email, cartId, address }));
}
