import type { CouponTrial } from '#core/model/operator-coupon.ts';
import { cents, noCents, sumCents } from '#core/rules/basics/money.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { couponSituation } from '#core/rules/carts/cart-pricing.ts';
import { minimumBase, refusalsOfCoupon } from '#core/rules/coupons/discounts.ts';
import type { CartContext } from '#server/carts/cart-context.ts';
import { newCart, type StoredLine } from '#server/carts/cart-rows.ts';
import { exchangeFreeProduct } from '#server/carts/free-product.ts';
import { priceStoredCart } from '#server/carts/priced-cart.ts';
import { readNewCart } from '#server/carts/pricing-facts.ts';
import type { OperatorCaller } from '#server/platform/caller.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { findTypedCode } from './gift-codes.ts';
import { readCoupon } from './operator-coupons.ts';

interface Trial {
  readonly code: string;
  /** E-mail of the customer; null if unknown. */
  readonly email: string | null;
  readonly campaign: string | null;
  readonly products: readonly { readonly product_id: string; readonly quantity: number }[];
}

/**
 * Returns the effect of a code on a cart with these products, for a customer, by the rules that price the carts of
 * shoppers (docs/behaviour/coupons.md#try-a-code). Stores nothing. Some conditions depend on a customer's purchases, so
 * naming a customer requires the permission `customers.read`.
 */
export async function tryCoupon(
  context: Pick<CartContext, 'db' | 'clock' | 'ids'>,
  { code, email, campaign, products }: Trial,
  caller: Pick<OperatorCaller, 'locale' | 'operator'>,
): Promise<Result<CouponTrial, DomainFailure>> {
  if (email !== null && !caller.operator.permissions.includes('customers.read'))
    return err(domainFailure('FORBIDDEN', { pointer: '/email' }));
  const { db } = context;
  const { locale } = caller;
  const now = context.clock.now();
  const typed = await findTypedCode(db, context, code, []);
  const free = typed.coupon?.free_product_id ?? null;
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email ?? '')
    .executeTakeFirst();
  const stored = await readNewCart(
    db,
    {
      ...newCart(context),
      coupon_code: typed.coupon?.code ?? code,
      campaign,
      email,
      user_id: user?.id ?? null,
    },
    { locale, now, wanted: [...products, ...(free === null ? [] : [{ product_id: free }])] },
  );
  const { facts } = stored;
  if (products.some(({ product_id }) => facts.products.get(product_id)?.is_active !== true))
    return err(domainFailure('UNKNOWN_PRODUCT', { pointer: '/products' }));
  const lines = exchangeFreeProduct(toLines(products), facts.products.get(free ?? ''));
  const { cart, input } = priceStoredCart({ ...stored, now }, lines);
  const coupon = input.coupon?.coupon ?? null;
  const situation = couponSituation(input) ?? { now, campaign, lines: [] };
  const refusals = refusalsOfCoupon(coupon, situation);
  const taken = new Map(cart.discounts.lines.map((line) => [line.line_id, line]));
  const bundle_discount = sumCents(cart.discounts.lines.map((line) => line.bundle_amount));
  return ok({
    kind: coupon !== null ? 'coupon' : typed.gift !== null ? 'gift' : 'unknown',
    refusals,
    lines: cart.products.map(({ line_id, product_id, product_data, quantity, price }) => ({
      product_id,
      title: product_data.product_name,
      quantity,
      price,
      discount: cents((taken.get(line_id)?.amount ?? 0) - (taken.get(line_id)?.bundle_amount ?? 0)),
      bundle_discount: taken.get(line_id)?.bundle_amount ?? noCents,
    })),
    subtotal: cart.subtotal,
    discount: cents(cart.discounts.total - bundle_discount),
    bundle_discount,
    waives_shipping: refusals.length === 0 && coupon?.kind === 'free_shipping',
    total: cents(cart.subtotal - cart.discounts.total),
    counted_subtotal: coupon === null ? noCents : cents(minimumBase(coupon, situation.lines)),
    used_by_customer: coupon?.used_by_customer ?? 0,
    coupon: coupon === null ? null : await readCoupon(context, coupon.id, caller),
  });
}

/** Returns one line per product, without custom properties. */
function toLines(products: Trial['products']): readonly StoredLine[] {
  const quantities = new Map<string, number>();
  for (const { product_id, quantity } of products)
    quantities.set(product_id, (quantities.get(product_id) ?? 0) + quantity);
  return [...quantities].map(([product_id, quantity], index) => ({
    product_id,
    quantity,
    custom_properties: {},
    is_from_coupon: false,
    position: index + 1,
  }));
}
