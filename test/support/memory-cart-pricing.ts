import type { Cart, CartError, WantedLine } from '#core/model/cart.ts';
import type { ProductData, ProductPage } from '#core/model/product.ts';
import type { LineLimits } from '#core/rules/cart-limits.ts';
import { judgeQuantity } from '#core/rules/cart-limits.ts';
import { priceCart } from '#core/rules/cart-pricing.ts';
import { noCents } from '#core/rules/money.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

import { err, ok } from '#core/rules/result.ts';
import type { MemoryCart, MemoryHost, MemoryUser } from './memory-host.ts';
import { refuse } from './memory-host.ts';

function toProductData(product: ProductPage): ProductData {
  return {
    kind: product.kind,
    slug: product.slug,
    cover: product.picture,
    product_name: product.title,
    price: product.price,
    monthly_price: product.monthly_price,
    person: { firstname: product.person?.firstname ?? '', lastname: product.person?.lastname ?? '' },
    category: product.category,
    max_quantity: product.max_quantity,
    is_shipped: product.is_shipped,
    is_price_bound: product.is_price_bound,
  };
}

/** A cart of the memory host with its prices of this moment. */
export function priced(host: MemoryHost, cart: MemoryCart, error: CartError | null = null): Cart {
  const products = new Map(host.facts.products.map((product) => [product.id, product]));
  const lines = cart.lines.flatMap(({ product_id, quantity, custom_properties }) => {
    const product = products.get(product_id);
    if (product === undefined) return [];
    return [{ product: { product_id, product_data: toProductData(product) }, quantity, custom_properties }];
  });
  const credit_balance = host.facts.vouchers[cart.code ?? ''] ?? noCents;
  const coupon = host.facts.coupons.find((candidate) => candidate.code === cart.code) ?? null;
  const isCoupon = cart.code !== null && credit_balance === 0;
  const { vat_shares: _, ...amounts } = priceCart({
    lines,
    coupon: isCoupon ? { code: cart.code, campaign: cart.campaign, coupon } : null,
    country: cart.address?.country ?? null,
    credit_balance,
    now: host.clock.now(),
  });
  return { ...amounts, code: cart.code, bundle_cart_unique_id: cart.id, error };
}

/** What limits a product for a user, or for a guest when that is null. */
export function limitsOf(host: MemoryHost, user: MemoryUser | null, product_id: string): LineLimits | null {
  const product = host.facts.products.find((candidate) => candidate.id === product_id);
  if (product === undefined) return null;
  return {
    max_quantity: product.max_quantity,
    stock: host.facts.stock[product_id] ?? null,
    is_owned: user?.learner.courses.includes(product_id) ?? false,
  };
}

/** Keeps a cart with other lines and answers it; lines it cannot hold leave it as it was, with `error` set. */
export function withLines(
  host: MemoryHost,
  user: MemoryUser | null,
  cart: MemoryCart,
  lines: readonly WantedLine[],
): Cart {
  const before = new Map(cart.lines.map((line) => [line.product_id, line.quantity]));
  for (const line of lines) {
    if (before.get(line.product_id) === line.quantity) continue;
    const error = judgeQuantity(limitsOf(host, user, line.product_id), line.quantity);
    if (error !== null) return priced(host, cart, error);
  }
  const changed = { ...cart, lines };
  host.carts.set(cart.id, changed);
  return priced(host, changed);
}

/** Sets or takes away a cart's code; a refused one changes nothing. */
export function withCode(
  host: MemoryHost,
  cart: MemoryCart,
  code: string | null,
  campaign: string | null,
): Result<Cart, CallFailure> {
  const changed = { ...cart, code: code?.toUpperCase() ?? null, campaign };
  const next = priced(host, changed);
  if (next.code_error !== null) return refuse(next.code_error, 422);
  host.carts.set(cart.id, changed);
  return ok(next);
}

/** The cart an id names, for somebody who may use it: a user's cart only for that user. */
export function findCart(
  host: MemoryHost,
  user: MemoryUser | null,
  id: string,
): Result<MemoryCart, CallFailure> {
  const cart = host.carts.get(id);
  const isHidden = cart === undefined || (cart.owner !== null && cart.owner !== user?.learner.sub);
  return isHidden ? err({ code: 'NOT_FOUND', status: 404, detail: 'NOT_FOUND (404)', fields: {} }) : ok(cart);
}

/** The user's one cart, made when it is first needed. */
export function ownCart(host: MemoryHost, { learner: { sub } }: MemoryUser): MemoryCart {
  const known = [...host.carts.values()].find((cart) => cart.owner === sub);
  return known ?? newCart(host, sub);
}

/** A fresh empty cart, kept at once. Its id has the form that the contract asks for. */
export function newCart(host: MemoryHost, owner: string | null): MemoryCart {
  const id = host.ids.uuid().replaceAll('-', '');
  const cart = { id, owner, lines: [], code: null, campaign: null, address: null, email: null };
  host.carts.set(id, cart);
  return cart;
}
