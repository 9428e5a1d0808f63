import type { BillingContact, PostalAddress } from '#core/model/address.ts';
import type { Cart, RequestedLine } from '#core/model/cart.ts';
import type { Redemption } from '#core/model/code.ts';
import type { BundleOffer } from '#core/model/product.ts';
import { mostSavedItems } from '#core/model/values.ts';
import { createCartItem, limitQuantity } from '#core/rules/cart.ts';
import type { LineLimits } from '#core/rules/cart-limits.ts';
import { highestAllowed, mergeLines, validateQuantity } from '#core/rules/cart-limits.ts';
import { lineId, quantities } from '#core/rules/cart-lines.ts';
import { priceCart } from '#core/rules/cart-pricing.ts';
import { shippingCost } from '#core/rules/delivery.ts';
import { cents, noCents } from '#core/rules/money.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';
import { ok } from '#core/rules/result.ts';
import { withoutRecipients } from '#core/rules/stored-cart.ts';
import { toProductData } from '#core/storefront/cart/cart-actions.ts';
import type { NamedLine } from '#server/carts/cart-lines.ts';
import { nextLines } from '#server/carts/cart-lines.ts';
import type { Caller, MemoryCalls, MemoryCart, MemoryServer, MemoryUser } from './memory-server.ts';
import { callingUser, pageOf, refuse } from './memory-server.ts';

/** Returns a cart with its current prices. */
export function priced(
  server: MemoryServer,
  cart: MemoryCart,
  refused: Pick<Cart, 'error' | 'error_limit'> = { error: null, error_limit: null },
): Cart {
  const products = new Map(server.facts.products.map((product) => [product.id, product]));
  const lines = cart.lines.flatMap(({ product_id, quantity, custom_properties }) => {
    const product = products.get(product_id);
    if (product === undefined) return [];
    return [{ product: { product_id, product_data: toProductData(product) }, quantity, custom_properties }];
  });
  const credit_balance = server.facts.vouchers[cart.code ?? ''] ?? noCents;
  const coupon = server.facts.coupons.find((candidate) => candidate.code === cart.code) ?? null;
  const isCoupon = cart.code !== null && credit_balance === 0;
  const { vat_shares: _, ...amounts } = priceCart({
    lines,
    coupon: isCoupon ? { code: cart.code, campaign: cart.campaign, coupon } : null,
    country: (cart.address ?? cart.contact)?.country ?? null,
    credit_balance,
    now: server.clock.now(),
    bundles: bundleOffers(server),
  });
  const answer = { ...amounts, code: cart.code, bundle_cart_unique_id: cart.id, ...refused };
  return cart.owner === null ? withoutRecipients(answer) : answer;
}

/** Returns the bundle offers of all products, each once. */
function bundleOffers(server: MemoryServer): readonly BundleOffer[] {
  const offers = server.facts.products.flatMap((product) => product.bundle_offers);
  return [...new Map(offers.map((offer) => [offer.id, offer])).values()];
}

/** Finds a cart by id. A user's cart is found only for that user. */
export function findCart(
  server: MemoryServer,
  user: MemoryUser | null,
  id: string,
): Result<MemoryCart, CallFailure> {
  const cart = server.carts.get(id);
  const isHidden = cart === undefined || (cart.owner !== null && cart.owner !== user?.learner.sub);
  return isHidden ? refuse('NOT_FOUND', 404) : ok(cart);
}

/** Creates the API calls for carts and for coupon and voucher codes. */
export function createCartCalls(server: MemoryServer, caller: Caller): MemoryCalls {
  const user = () => callingUser(server, caller);

  function keep(cart: MemoryCart): MemoryCart {
    server.carts.set(cart.id, cart);
    return cart;
  }

  function newCart(owner: string | null): MemoryCart {
    const id = server.ids.uuid().replaceAll('-', '');
    return keep({
      id,
      owner,
      lines: [],
      code: null,
      campaign: null,
      address: null,
      contact: null,
      email: null,
    });
  }

  /** Runs `work` on the caller's own cart, which is created when it does not exist. */
  function withOwnCart<Value>(
    work: (cart: MemoryCart, owner: MemoryUser) => Result<Value, CallFailure>,
  ): Result<Value, CallFailure> {
    const owner = user();
    if (owner === null) return refuse('UNAUTHENTICATED', 401);
    const { sub } = owner.learner;
    return work([...server.carts.values()].find((cart) => cart.owner === sub) ?? newCart(sub), owner);
  }

  function limitsOf(owner: MemoryUser | null, product_id: string): LineLimits | null {
    const product = server.facts.products.find((candidate) => candidate.id === product_id);
    if (product === undefined) return null;
    return {
      max_quantity: product.max_quantity,
      stock: server.facts.stock[product_id] ?? null,
      is_owned: owner?.learner.courses.includes(product_id) ?? false,
    };
  }

  /**
   * Returns the cart with other lines. If a quantity is not allowed, the lines stay unchanged and `error` is
   * set.
   */
  function withLines(owner: MemoryUser | null, cart: MemoryCart, lines: readonly RequestedLine[]): Cart {
    const before = quantities(cart.lines);
    for (const [product_id, quantity] of quantities(lines)) {
      if (before.get(product_id) === quantity) continue;
      const limits = limitsOf(owner, product_id);
      const error = validateQuantity(limits, quantity);
      const error_limit = { product_id, quantity: highestAllowed(limits) };
      if (error !== null) return priced(server, cart, { error, error_limit });
    }
    return priced(server, keep({ ...cart, lines }));
  }

  function setCode(id: string, code: string | null, campaign: string | null): Result<Cart, CallFailure> {
    const found = findCart(server, user(), id);
    if (!found.ok) return found;
    const changed = { ...found.value, code: code?.toUpperCase() ?? null, campaign };
    const next = priced(server, changed);
    if (next.code_error !== null) return refuse(next.code_error, 422);
    keep(changed);
    return ok(next);
  }

  function setAddress(cart: MemoryCart, address: PostalAddress): Result<Cart, CallFailure> {
    const isShipped = priced(server, cart).products.some((item) => item.product_data.is_shipped);
    if (isShipped && !server.facts.shop.delivery_countries.includes(address.country)) {
      return refuse('COUNTRY_NOT_DELIVERED', 422, { '/country': 'COUNTRY_NOT_DELIVERED' });
    }
    return ok(priced(server, keep({ ...cart, address, contact: null })));
  }

  function setContact(cart: MemoryCart, contact: BillingContact): Result<Cart, CallFailure> {
    const isShipped = priced(server, cart).products.some((item) => item.product_data.is_shipped);
    if (isShipped) return refuse('ADDRESS_REQUIRED', 422);
    return ok(priced(server, keep({ ...cart, address: null, contact })));
  }

  return {
    async storeGuestCart({ body: { id, products, email } }) {
      const found = id === undefined ? ok(newCart(null)) : findCart(server, null, id);
      if (!found.ok) return found;
      const cart = keep(email === undefined ? found.value : { ...found.value, email });
      return ok(withLines(null, cart, products.map(toLine)));
    },
    async getCart({ params: { id } }) {
      const found = findCart(server, user(), id);
      return found.ok ? ok(priced(server, found.value)) : found;
    },
    listBundles: async () => ok([...bundleOffers(server)]),
    getOwnCart: async () => withOwnCart((cart) => ok(priced(server, cart))),
    updateCart: async ({ body: { action, products } }) =>
      withOwnCart((cart, owner) =>
        ok(withLines(owner, cart, nextLines(cart.lines, action, products.map(toLine)))),
      ),
    mergeCart: async ({ body: { merge_id, products, bundle_cart_unique_id } }) =>
      withOwnCart((cart, owner) => {
        if (owner.merged.includes(merge_id)) return ok({ cart: priced(server, cart), changes: [] });
        const limits = (product_id: string) => limitsOf(owner, product_id);
        const merged = mergeLines(cart.lines, products.map(toLine), limits);
        const code = cart.code ?? server.carts.get(bundle_cart_unique_id ?? '')?.code ?? null;
        const changed = keep({ ...cart, code, lines: merged.lines });
        server.users.set(owner.learner.sub, { ...owner, merged: [...owner.merged, merge_id] });
        return ok({ cart: priced(server, changed), changes: merged.changes });
      }),
    listSavedItems: async () =>
      withOwnCart((_cart, { learner: { sub } }) => {
        const lines = server.savedItems.get(sub) ?? [];
        const { products } = priced(server, { ...newCart(null), lines });
        const items = products.map(({ product_id, product_data, quantity, custom_properties }) =>
          createCartItem(product_id, product_data, quantity, custom_properties),
        );
        return ok(pageOf(items.map((item) => ({ id: item.line_id, ...item }))));
      }),
    addSavedItems: async ({ body: { products } }) =>
      withOwnCart((_cart, { learner: { sub } }) => {
        const saved = server.savedItems.get(sub) ?? [];
        const added = products
          .map(toLine)
          .filter((line) => !saved.some((one) => lineId(one) === lineId(line)));
        const room = Math.max(0, mostSavedItems - saved.length);
        server.savedItems.set(sub, [...added.slice(0, room), ...saved]);
        return ok({ left_out: Math.max(0, added.length - room) });
      }),
    saveCartLine: async ({ body: { line_id } }) =>
      withOwnCart((cart, owner) => {
        const line = cart.lines.find((one) => lineId(one) === line_id);
        if (line === undefined) return refuse('NOT_FOUND', 404);
        const { sub } = owner.learner;
        const saved = server.savedItems.get(sub) ?? [];
        const equal = saved.find((one) => lineId(one) === line_id);
        const others = saved.filter((one) => one !== equal);
        if (others.length >= mostSavedItems) return refuse('SAVED_ITEMS_FULL', 422);
        const quantity = line.quantity + (equal?.quantity ?? 0);
        server.savedItems.set(sub, [{ ...line, quantity }, ...others]);
        return ok(
          withLines(
            owner,
            cart,
            cart.lines.filter((one) => one !== line),
          ),
        );
      }),
    restoreSavedItem: async ({ body: { line_id } }) =>
      withOwnCart((cart, owner) => {
        const { sub } = owner.learner;
        const saved = server.savedItems.get(sub) ?? [];
        const line = saved.find((one) => lineId(one) === line_id);
        if (line === undefined) return refuse('NOT_FOUND', 404);
        const quantity = limitQuantity(line.quantity, limitsOf(owner, line.product_id)?.max_quantity ?? null);
        const changed = withLines(owner, cart, nextLines(cart.lines, 'add', [{ ...line, quantity }]));
        if (changed.error === null)
          server.savedItems.set(
            sub,
            saved.filter((one) => one !== line),
          );
        return ok(changed);
      }),
    removeSavedItem: async ({ params: { line_id } }) =>
      withOwnCart((_cart, { learner: { sub } }) => {
        const saved = server.savedItems.get(sub) ?? [];
        server.savedItems.set(
          sub,
          saved.filter((one) => lineId(one) !== line_id),
        );
        return ok(null);
      }),
    getShippingCost: async ({ query = {} } = {}) =>
      withOwnCart((cart) => {
        const isShipped = priced(server, cart).products.some((item) => item.product_data.is_shipped);
        const country = query.country ?? cart.address?.country ?? null;
        if (!isShipped) return ok({ country, shipping_cost: cents(0) });
        return ok({ country, shipping_cost: country === null ? null : shippingCost(country) });
      }),
    async setShippingAddress({ body }) {
      if ('address_id' in body) return refuse('NOT_FOUND', 404);
      const { id, email, ...fields } = body;
      const address = { ...fields, company: fields.company ?? null, phone: fields.phone ?? null };
      if (id === undefined) return withOwnCart((cart) => setAddress(cart, address as PostalAddress));
      const found = findCart(server, null, id);
      if (!found.ok) return found;
      const cart = email === undefined ? found.value : { ...found.value, email };
      return setAddress(cart, address as PostalAddress);
    },
    async setBillingContact({ body: { id, email, ...contact } }) {
      if (id === undefined) return withOwnCart((cart) => setContact(cart, contact));
      const found = findCart(server, null, id);
      if (!found.ok) return found;
      return setContact(email === undefined ? found.value : { ...found.value, email }, contact);
    },
    applyCode: async ({ body: { id, code, campaign } }) => setCode(id, code, campaign ?? null),
    cancelCode: async ({ body: { id } }) => setCode(id, null, null),
    cancelBundleCode: async ({ body: { id } }) => setCode(id, null, null),
    async redeemGiftCode({ body }) {
      const code = body.code.trim().toUpperCase();
      const redeemed = redeem(server, user(), code);
      return redeemed.ok ? ok({ id: code, ...redeemed.value }) : redeemed;
    },
  };
}

interface GivenLine {
  readonly product_id: string;
  readonly line_id?: string | undefined;
  readonly quantity?: number | undefined;
  readonly custom_properties?: RequestedLine['custom_properties'] | undefined;
}

function toLine({ product_id, line_id, quantity = 1, custom_properties = {} }: GivenLine): NamedLine {
  return { product_id, quantity, custom_properties, ...(line_id === undefined ? {} : { line_id }) };
}

function redeem(
  server: MemoryServer,
  user: MemoryUser | null,
  code: string,
): Result<Redemption, CallFailure> {
  if (user === null) return refuse('UNAUTHENTICATED', 401);
  const course = server.facts.products.find((product) => product.id === server.facts.gifts[code]);
  if (course === undefined || server.redeemedCodes.has(code)) return refuse('UNKNOWN', 422);
  const { learner } = user;
  if (learner.courses.includes(course.id)) return refuse('ALREADY_OWNED', 409);
  server.redeemedCodes.add(code);
  const courses = [...learner.courses, course.id];
  server.users.set(learner.sub, { ...user, learner: { ...learner, courses } });
  const { title, slug } = course;
  return ok({ code, kind: 'course', product_title: title, product_slug: slug, credit: null, ends_on: null });
}
