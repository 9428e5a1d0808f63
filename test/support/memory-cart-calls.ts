import type { BillingContact, PostalAddress } from '#core/model/address.ts';
import type { Cart, RequestedLine } from '#core/model/cart.ts';
import type { BundleOffer } from '#core/model/product.ts';
import { cents, noCents } from '#core/rules/basics/money.ts';
import { type CallFailure, ok, type Result } from '#core/rules/basics/result.ts';
import { toProductData } from '#core/rules/carts/apply-cart-action.ts';
import { withoutRecipients } from '#core/rules/carts/cart-in-storage.ts';
import {
  highestAllowed,
  type LineLimits,
  linesSince,
  mergeCarts,
  mergedPieces,
  mergeEqualLines,
  type NamedLine,
  nextLines,
  quantities,
  validateQuantity,
} from '#core/rules/carts/cart-lines.ts';
import { priceCart } from '#core/rules/carts/cart-pricing.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import { shippingCost } from '#core/rules/orders/delivery.ts';
import {
  type Caller,
  callingUser,
  type MemoryCalls,
  type MemoryCart,
  type MemoryServer,
  type MemoryUser,
  refuse,
} from './memory-server.ts';

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
  const credit_balance = server.balances.get(cart.voucher ?? '') ?? noCents;
  const coupon = server.facts.coupons.find((candidate) => candidate.code === cart.code) ?? null;
  const {
    vat_shares: _,
    line_vat: __,
    ...amounts
  } = priceCart({
    lines,
    coupon: cart.code === null ? null : { code: cart.code, campaign: cart.campaign, coupon },
    country: (cart.address ?? cart.contact)?.country ?? null,
    credit_balance,
    now: server.clock.now(),
    bundles: bundleOffers(server),
  });
  const kept = { code: cart.code, has_voucher: cart.voucher !== null, bundle_cart_unique_id: cart.id };
  const response = { ...amounts, ...kept, ...refused };
  return cart.owner === null ? withoutRecipients(response) : response;
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
  return isHidden ? refuse('NOT_FOUND') : ok(cart);
}

/** Returns the fields that a cart lacks and takes from the guest cart that is merged into it. */
function mergedFields(cart: MemoryCart, guest: MemoryCart): Partial<MemoryCart> {
  const { code, campaign, voucher, address, contact } = guest;
  return {
    ...(cart.code === null ? { code, campaign } : {}),
    ...(cart.voucher === null ? { voucher } : {}),
    ...(cart.address === null && cart.contact === null ? { address, contact } : {}),
  };
}

/** Creates the API calls for carts and for coupon and voucher codes. */
export function createCartCalls(server: MemoryServer, caller: Caller): MemoryCalls {
  const user = () => callingUser(server, caller);

  function keep(cart: MemoryCart): MemoryCart {
    server.carts.set(cart.id, cart);
    return cart;
  }

  function newCart(owner: string | null): MemoryCart {
    return {
      id: server.ids.uuid().replaceAll('-', ''),
      owner,
      lines: [],
      code: null,
      campaign: null,
      voucher: null,
      address: null,
      contact: null,
      email: null,
    };
  }

  const ownCart = ({ learner }: MemoryUser) =>
    [...server.carts.values()].find((cart) => cart.owner === learner.sub);

  /** Runs `work` on the caller's own cart, which is created when it does not exist. */
  function withOwnCart<Value>(
    work: (cart: MemoryCart, owner: MemoryUser) => Result<Value, CallFailure>,
  ): Result<Value, CallFailure> {
    const owner = user();
    if (owner === null) return refuse('UNAUTHENTICATED');
    return work(ownCart(owner) ?? keep(newCart(owner.learner.sub)), owner);
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

  function applyCode(id: string, typed: string, campaign: string | null): Result<Cart, CallFailure> {
    const found = findCart(server, user(), id);
    if (!found.ok) return found;
    const code = typed.toUpperCase();
    const isVoucher = code in server.facts.vouchers;
    const changed = { ...found.value, ...(isVoucher ? { voucher: code } : { code, campaign }) };
    const next = priced(server, changed);
    if (isVoucher && server.balances.get(code) === 0) return refuse('UNKNOWN');
    if (isVoucher && next.credit === 0) return refuse('NOT_APPLICABLE');
    if (!isVoucher && next.code_error !== null) return refuse(next.code_error);
    keep(changed);
    return ok(next);
  }

  function setAddress(cart: MemoryCart, address: PostalAddress): Result<Cart, CallFailure> {
    const isShipped = priced(server, cart).products.some((item) => item.product_data.is_shipped);
    if (isShipped && !server.facts.shop.delivery_countries.includes(address.country)) {
      return refuse('COUNTRY_NOT_DELIVERED', { country: 'COUNTRY_NOT_DELIVERED' });
    }
    return ok(priced(server, keep({ ...cart, address, contact: null })));
  }

  function setContact(cart: MemoryCart, contact: BillingContact): Result<Cart, CallFailure> {
    const isShipped = priced(server, cart).products.some((item) => item.product_data.is_shipped);
    if (isShipped) return refuse('ADDRESS_REQUIRED');
    return ok(priced(server, keep({ ...cart, address: null, contact })));
  }

  return {
    async storeGuestCart({ body: { id, products, email } }) {
      const found = id === undefined ? ok(newCart(null)) : findCart(server, null, id);
      if (!found.ok) return found;
      const cart = email === undefined ? found.value : { ...found.value, email };
      const stored = withLines(null, cart, products.map(toLine));
      if (stored.error === null) return ok(stored);
      return ok(
        id === undefined ? { ...emptyCart, error: stored.error, error_limit: stored.error_limit } : stored,
      );
    },
    async getCart({ params: { id } }) {
      const found = findCart(server, user(), id);
      return found.ok ? ok(priced(server, found.value)) : found;
    },
    listBundles: async () => ok([...bundleOffers(server)]),
    async getOwnCart() {
      const owner = user();
      if (owner === null) return refuse('UNAUTHENTICATED');
      const own = ownCart(owner);
      return ok(own === undefined ? emptyCart : priced(server, own));
    },
    updateCart: async ({ body: { action, products } }) =>
      withOwnCart((cart, owner) =>
        ok(withLines(owner, cart, nextLines(cart.lines, action, products.map(toLine)))),
      ),
    mergeCart: async ({ body: { merge_id, products, bundle_cart_unique_id } }) =>
      withOwnCart((cart, owner) => {
        const before = owner.merged.get(merge_id);
        const earlier = before?.changes ?? [];
        const wanted = mergeEqualLines(products.map(toLine));
        const newer = linesSince(wanted, before?.lines ?? {});
        if (before !== undefined && newer.length === 0)
          return ok({ cart: priced(server, cart), changes: [...earlier] });
        const limits = (product_id: string) => limitsOf(owner, product_id);
        const merged = mergeCarts({ own: cart.lines, guest: newer, givenIds: [] }, limits);
        const fresh = new Set(merged.changes.map(({ product_id }) => product_id));
        const changes = [...earlier.filter(({ product_id }) => !fresh.has(product_id)), ...merged.changes];
        const guest = findCart(server, null, bundle_cart_unique_id ?? '');
        const changed = keep({
          ...cart,
          ...(guest.ok ? mergedFields(cart, guest.value) : {}),
          lines: merged.lines,
        });
        if (guest.ok) keep({ ...guest.value, lines: [], code: null, campaign: null, voucher: null });
        const noted = { lines: mergedPieces(wanted, before?.lines ?? {}), changes };
        const merges = new Map([...owner.merged, [merge_id, noted] as const]);
        server.users.set(owner.learner.sub, { ...owner, merged: merges });
        return ok({ cart: priced(server, changed), changes });
      }),
    async getShippingCost({ query = {} } = {}) {
      const owner = user();
      if (owner === null) return refuse('UNAUTHENTICATED');
      const cart = ownCart(owner);
      const country = query.country ?? (cart?.address ?? cart?.contact)?.country ?? null;
      // Without goods, or with a coupon for free shipping, delivery is free in every country.
      const anywhere = cart && priced(server, { ...cart, address: null, contact: null }).shipping_cost;
      if (anywhere === undefined || anywhere === 0) return ok({ country, shipping_cost: cents(0) });
      return ok({ country, shipping_cost: country === null ? null : shippingCost(country) });
    },
    async setShippingAddress({ body }) {
      if ('address_id' in body) return refuse('NOT_FOUND');
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
    applyCode: async ({ body: { id, code, campaign } }) => applyCode(id, code, campaign ?? null),
    async cancelCode({ body: { id, only } }) {
      const found = findCart(server, user(), id);
      if (!found.ok) return found;
      const coupon = only === 'voucher' ? {} : { code: null, campaign: null };
      const voucher = only === 'coupon' ? {} : { voucher: null };
      return ok(priced(server, keep({ ...found.value, ...coupon, ...voucher })));
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
