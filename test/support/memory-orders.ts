import type { Order, OrderState } from '#core/model/order.ts';
import { legalProfiles } from '#core/rules/consumer-rights.ts';
import { noCents } from '#core/rules/money.ts';
import { isOpen, isSettling } from '#core/rules/order.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

import { ok } from '#core/rules/result.ts';
import type { Orders, PaymentRequest } from '#ports/orders.ts';
import { findCart, priced } from './memory-cart-pricing.ts';
import type { Caller, MemoryCart, MemoryHost, MemoryOrder } from './memory-host.ts';
import { callingUser, refuse } from './memory-host.ts';

/** What the order takes from its cart, as it is priced now. */
function pricedOrder(host: MemoryHost, cart: MemoryCart) {
  const { products, subtotal, discounts, total, credit, amount_due, included_vat, ...rest } = priced(
    host,
    cart,
  );
  const reductions = new Map(discounts.lines.map((line) => [line.product_id, line.amount]));
  return {
    products: products.map(({ product_id, quantity, price, product_data }) => ({
      id: product_id,
      kind: product_data.kind,
      slug: product_data.slug,
      title: product_data.product_name,
      category: product_data.category.title,
      picture: product_data.cover,
      quantity,
      price,
      discount: reductions.get(product_id) ?? noCents,
      vat_rate: legalProfiles[product_data.kind].vat_rate,
      is_shipped: product_data.is_shipped,
      code: null,
    })),
    subtotal,
    discount: discounts.total,
    coupon_code: rest.code,
    shipping_cost: rest.shipping_cost ?? noCents,
    total,
    credit,
    amount_due,
    included_vat,
    shipping_address: cart.address,
    needs_waiver: products.some((item) => !item.product_data.is_shipped),
  };
}

function draft(host: MemoryHost, cart: MemoryCart, email: string): Order {
  return {
    ...pricedOrder(host, cart),
    id: host.ids.uuid(),
    code: `MH-${host.orders.size + 1}`,
    state: 'draft',
    fulfilment: 'none',
    email,
    template: 'order',
    billing_address: null,
    payment_method: null,
    created_at: new Date(host.clock.now()).toISOString(),
    completed_at: null,
    is_new_account: false,
    last_decline: null,
  };
}

/** How the memory host's gateway answers a nonce (decisions §9); any other nonce is declined. */
const outcomes: Readonly<Record<string, OrderState>> = {
  'fake-valid-nonce': 'paid',
  'fake-timeout-after-charge-nonce': 'unknown',
  'fake-timeout-before-charge-nonce': 'unknown',
};

function withState(host: MemoryHost, kept: MemoryOrder, state: OrderState): MemoryOrder {
  const completed_at = state === 'paid' ? new Date(host.clock.now()).toISOString() : null;
  const changed = { ...kept, order: { ...kept.order, state, completed_at } };
  host.orders.set(kept.order.id, changed);
  const cart = host.carts.get(kept.cart_id);
  if (state === 'paid' && cart !== undefined) {
    if (kept.owner === null) host.carts.delete(cart.id);
    else host.carts.set(cart.id, { ...cart, lines: [], code: null });
  }
  return changed;
}

/** What the host's background does with an order whose outcome is not known (decisions §4). */
export function resolveMemoryOrder(host: MemoryHost, id: string, state: 'paid' | 'verified'): void {
  const kept = host.orders.get(id);
  if (kept?.order.state === 'unknown') withState(host, kept, state);
}

/** Orders on a host in memory. */
export function createMemoryOrders(host: MemoryHost, caller: Caller): Orders {
  function find(id: string, token: string | null): Result<MemoryOrder, CallFailure> {
    const kept = host.orders.get(id);
    if (kept === undefined) return refuse('NOT_FOUND', 404);
    const sub = callingUser(host, caller)?.learner.sub;
    const isBuyer = kept.owner === null ? kept.token === token : kept.owner === sub;
    return isBuyer ? ok(kept) : refuse('NOT_FOUND', 404);
  }

  function charge(kept: MemoryOrder, { nonce, expected_total, waiver_accepted }: PaymentRequest) {
    const cart = host.carts.get(kept.cart_id);
    const order = cart === undefined ? kept.order : { ...kept.order, ...pricedOrder(host, cart) };
    if (order.amount_due !== expected_total) return refuse('TOTAL_CHANGED', 409);
    if (order.needs_waiver && !waiver_accepted) return refuse('CONSENT_REQUIRED', 422);
    if (nonce === null && order.amount_due > 0) return refuse('PAYMENT_METHOD_REQUIRED', 422);
    const state = nonce === null ? 'paid' : (outcomes[nonce] ?? 'verified');
    const nonces = nonce === null ? kept.nonces : [...kept.nonces, nonce];
    const last_decline = state === 'verified' ? 'PAYMENT_DECLINED' : null;
    const changed = withState(host, { ...kept, nonces, order: { ...order, last_decline } }, state);
    return state === 'verified' ? refuse('PAYMENT_DECLINED', 402) : ok(changed.order);
  }

  return {
    async create({ cart_id, email }) {
      const user = callingUser(host, caller);
      const found = findCart(host, user, cart_id);
      if (!found.ok) return found;
      const cart = found.value;
      if (cart.lines.length === 0) return refuse('CART_EMPTY', 409);
      const address = user?.learner.email ?? email ?? cart.email;
      if (address === null) return refuse('INVALID_INPUT', 422, { '/email': 'INVALID_INPUT' });
      const isKnown = [...host.users.values()].some(({ learner }) => learner.email === address);
      if (user === null && isKnown) return refuse('LOGIN_REQUIRED', 409);
      const open = [...host.orders.values()].find(
        (kept) => kept.cart_id === cart_id && isOpen(kept.order.state),
      );
      const token = user === null ? (open?.token ?? host.ids.uuid().replaceAll('-', '')) : null;
      const order =
        open === undefined
          ? draft(host, cart, address)
          : { ...open.order, ...pricedOrder(host, cart), email: address };
      host.orders.set(order.id, {
        order,
        cart_id,
        owner: cart.owner,
        token,
        nonces: open?.nonces ?? [],
      });
      return ok({ order, order_token: token });
    },
    async get(id, token) {
      const kept = find(id, token);
      return kept.ok ? ok(kept.value.order) : kept;
    },
    async startPayment(id, token) {
      const kept = find(id, token);
      if (!kept.ok) return kept;
      if (!isOpen(kept.value.order.state)) return refuse('ORDER_CLOSED', 409);
      const { order } = withState(host, kept.value, 'verified');
      const client_token = order.amount_due === 0 ? null : 'memory-client-token';
      return ok({ client_token, provider: 'sandbox', transfer_nonce: null, order });
    },
    async pay(payment, token) {
      const kept = find(payment.order_id, token);
      if (!kept.ok) return kept;
      const { order, nonces } = kept.value;
      if (payment.nonce !== null && nonces.includes(payment.nonce)) {
        return order.last_decline === null ? ok(order) : refuse('PAYMENT_DECLINED', 402);
      }
      if (isSettling(order.state)) return refuse('ORDER_BUSY', 409);
      return isOpen(order.state) ? charge(kept.value, payment) : refuse('ORDER_CLOSED', 409);
    },
  };
}
