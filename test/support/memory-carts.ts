import type { PostalAddress } from '#core/model/address.ts';
import type { Cart, WantedLine } from '#core/model/cart.ts';
import type { Redemption } from '#core/model/code.ts';
import { limitQuantity } from '#core/rules/cart.ts';
import { mergeLines } from '#core/rules/cart-limits.ts';
import { shippingCost } from '#core/rules/delivery.ts';
import { cents } from '#core/rules/money.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';
import { ok } from '#core/rules/result.ts';
import type { Coupons } from '#ports/coupons.ts';
import type { GuestCarts } from '#ports/guest-carts.ts';
import type { UserCarts } from '#ports/user-carts.ts';
import { findCart, limitsOf, newCart, ownCart, priced, withCode, withLines } from './memory-cart-pricing.ts';
import type { Caller, MemoryCart, MemoryHost } from './memory-host.ts';
import { callingUser, refuse } from './memory-host.ts';

function withAddress(host: MemoryHost, cart: MemoryCart, address: PostalAddress): Result<Cart, CallFailure> {
  const isShipped = priced(host, cart).products.some((item) => item.product_data.is_shipped);
  if (isShipped && !host.facts.shop.delivery_countries.includes(address.country)) {
    return refuse('COUNTRY_NOT_DELIVERED', 422, { '/country': 'COUNTRY_NOT_DELIVERED' });
  }
  const changed = { ...cart, address };
  host.carts.set(cart.id, changed);
  return ok(priced(host, changed));
}

/** Guests' carts on a host in memory. */
export function createMemoryGuestCarts(host: MemoryHost): GuestCarts {
  return {
    async store({ id, lines, email }) {
      const found = id === null ? ok(newCart(host, null)) : findCart(host, null, id);
      if (!found.ok) return found;
      const cart = email === undefined ? found.value : { ...found.value, email };
      host.carts.set(cart.id, cart);
      return ok(withLines(host, null, cart, lines));
    },
    async get(id) {
      const found = findCart(host, null, id);
      return found.ok ? ok(priced(host, found.value)) : found;
    },
    async setShippingAddress(id, address, email) {
      const found = findCart(host, null, id);
      if (!found.ok) return found;
      return withAddress(host, email === undefined ? found.value : { ...found.value, email }, address);
    },
  };
}

type LineAction = 'add' | 'update' | 'delete';

function changedLines(cart: MemoryCart, action: LineAction, line: WantedLine): readonly WantedLine[] {
  const present = cart.lines.find((candidate) => candidate.product_id === line.product_id);
  const others = cart.lines.filter((candidate) => candidate !== present);
  if (action === 'delete') return others;
  if (present === undefined) return action === 'add' ? [...cart.lines, line] : cart.lines;
  const quantity = action === 'add' ? present.quantity + line.quantity : limitQuantity(line.quantity, null);
  const custom_properties = { ...present.custom_properties, ...line.custom_properties };
  return cart.lines.map((candidate) =>
    candidate === present ? { ...present, quantity, custom_properties } : candidate,
  );
}

/** The caller's cart on a host in memory. */
export function createMemoryUserCarts(host: MemoryHost, caller: Caller): UserCarts {
  return {
    async get() {
      const user = callingUser(host, caller);
      return user === null ? refuse('UNAUTHENTICATED', 401) : ok(priced(host, ownCart(host, user)));
    },
    async update(action, line) {
      const user = callingUser(host, caller);
      if (user === null) return refuse('UNAUTHENTICATED', 401);
      const cart = ownCart(host, user);
      return ok(withLines(host, user, cart, changedLines(cart, action, line)));
    },
    async merge({ merge_id, lines, guest_cart_id }) {
      const user = callingUser(host, caller);
      if (user === null) return refuse('UNAUTHENTICATED', 401);
      const cart = ownCart(host, user);
      if (user.merged.includes(merge_id)) return ok({ cart: priced(host, cart), changes: [] });
      const merged = mergeLines(cart.lines, lines, (product_id) => limitsOf(host, user, product_id));
      const code = cart.code ?? host.carts.get(guest_cart_id ?? '')?.code ?? null;
      const changed = { ...cart, code, lines: merged.lines };
      host.carts.set(cart.id, changed);
      host.users.set(user.learner.sub, { ...user, merged: [...user.merged, merge_id] });
      return ok({ cart: priced(host, changed), changes: merged.changes });
    },
    async getShippingCost(country) {
      const user = callingUser(host, caller);
      if (user === null) return refuse('UNAUTHENTICATED', 401);
      const cart = ownCart(host, user);
      const isShipped = priced(host, cart).products.some((item) => item.product_data.is_shipped);
      const place = country ?? cart.address?.country ?? null;
      if (!isShipped) return ok(cents(0));
      return ok(place === null ? null : shippingCost(place));
    },
    async setShippingAddress(address) {
      const user = callingUser(host, caller);
      return user === null ? refuse('UNAUTHENTICATED', 401) : withAddress(host, ownCart(host, user), address);
    },
  };
}

function redeemGift(host: MemoryHost, caller: Caller, code: string): Result<Redemption, CallFailure> {
  const user = callingUser(host, caller);
  if (user === null) return refuse('UNAUTHENTICATED', 401);
  const course = host.facts.products.find((product) => product.id === host.facts.gifts[code]);
  if (course === undefined || host.redeemedCodes.has(code)) return refuse('UNKNOWN', 422);
  const { learner } = user;
  if (learner.courses.includes(course.id)) return refuse('ALREADY_OWNED', 409);
  host.redeemedCodes.add(code);
  const courses = [...learner.courses, course.id];
  host.users.set(learner.sub, { ...user, learner: { ...learner, courses } });
  const { title, slug } = course;
  return ok({ code, kind: 'course', product_title: title, product_slug: slug, credit: null, ends_on: null });
}

/** Codes on carts of a host in memory. */
export function createMemoryCoupons(host: MemoryHost, caller: Caller): Coupons {
  const change = async (cart_id: string, code: string | null, campaign: string | null) => {
    const found = findCart(host, callingUser(host, caller), cart_id);
    return found.ok ? withCode(host, found.value, code, campaign) : found;
  };
  return {
    async getInfo(typed) {
      const code = typed.trim().toUpperCase();
      const coupon = host.facts.coupons.find((candidate) => candidate.code === code);
      const balance = host.facts.vouchers[code];
      const common = { code, product_title: null, valid_until: null };
      if (balance !== undefined) {
        return ok({ ...common, kind: 'voucher', value: balance, minimum_subtotal: null });
      }
      if (coupon === undefined) return refuse('UNKNOWN', 422);
      const hasValue = coupon.kind === 'percent' || coupon.kind === 'fixed';
      const { kind, minimum_subtotal } = coupon;
      return ok({ ...common, kind, value: hasValue ? coupon.value : null, minimum_subtotal });
    },
    redeem: async (typed) => redeemGift(host, caller, typed.trim().toUpperCase()),
    apply: (cart_id, code, campaign) => change(cart_id, code, campaign),
    cancel: (cart_id) => change(cart_id, null, null),
    cancelForGuest: (cart_id) => change(cart_id, null, null),
  };
}
