import type { Order, OrderState } from '#core/model/order.ts';
import type { PaymentAction } from '#core/model/payment.ts';
import { legalProfiles } from '#core/rules/consumer-rights.ts';
import { noCents } from '#core/rules/money.ts';
import { isOpen, isSettling } from '#core/rules/order.ts';
import { isTransferNonce } from '#core/rules/payment.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';
import { ok } from '#core/rules/result.ts';
import { vatRate } from '#core/rules/vat-rates.ts';
import { findCart, priced } from './memory-cart-calls.ts';
import type { Caller, MemoryCalls, MemoryCart, MemoryOrder, MemoryServer } from './memory-server.ts';
import { callingUser, refuse } from './memory-server.ts';

/** Returns the part of an order that comes from its cart, at current prices. */
function pricedOrder(server: MemoryServer, cart: MemoryCart) {
  const { products, subtotal, discounts, total, credit, amount_due, included_vat, ...rest } = priced(
    server,
    cart,
  );
  const reductions = new Map(discounts.lines.map((line) => [line.line_id, line.amount]));
  return {
    products: products.map(({ line_id, product_id, quantity, price, custom_properties, product_data }) => ({
      id: product_id,
      kind: product_data.kind,
      slug: product_data.slug,
      title: product_data.product_name,
      subtitle: product_data.category.title,
      lesson_count: null,
      length_seconds: null,
      category: product_data.category.title,
      picture: product_data.cover,
      quantity,
      price,
      discount: reductions.get(line_id) ?? noCents,
      vat_rate: vatRate(legalProfiles[product_data.kind].vat_class, null),
      is_shipped: product_data.is_shipped,
      custom_properties,
      code: null,
      codes: [],
    })),
    subtotal,
    discount: discounts.total,
    bundle_discounts: discounts.bundles,
    coupon_code: rest.code,
    shipping_cost: rest.shipping_cost ?? noCents,
    total,
    credit,
    promotional_credit: rest.promotional_credit,
    amount_due,
    included_vat,
    shipping_address: cart.address,
    billing_contact: cart.contact,
    needs_waiver: products.some((item) => !item.product_data.is_shipped),
  };
}

function draft(server: MemoryServer, cart: MemoryCart, email: string): Order {
  return {
    ...pricedOrder(server, cart),
    id: server.ids.uuid(),
    code: `MH-${server.orders.size + 1}`,
    state: 'draft',
    fulfilment: 'none',
    email,
    template: 'order',
    billing_address: null,
    payment_method: null,
    created_at: new Date(server.clock.now()).toISOString(),
    completed_at: null,
    carrier: null,
    tracking_code: null,
    tracking_url: null,
    has_account: cart.owner !== null,
    is_new_account: false,
    last_decline: null,
  };
}

/** The order state that the payment gateway causes for a nonce; any other nonce is declined. */
const outcomes: Readonly<Record<string, OrderState>> = {
  'fake-valid-nonce': 'paid',
  'fake-timeout-after-charge-nonce': 'unknown',
  'fake-timeout-before-charge-nonce': 'unknown',
  'fake-redirect-action-nonce': 'awaiting_action',
  'fake-in-page-action-nonce': 'awaiting_action',
};

const actions: Readonly<Record<string, PaymentAction>> = {
  'fake-redirect-action-nonce': { kind: 'redirect', url: 'https://bank.example/actions/1' },
  'fake-in-page-action-nonce': { kind: 'in_page', data: 'action-1' },
};

/** What the buyer has to do after a charge of this nonce. */
function pendingActionOf(server: MemoryServer, nonce: string | null): Pick<Order, 'payment_action'> {
  const action = actions[nonce ?? ''];
  if (action === undefined) return {};
  const expires_at = new Date(server.clock.now() + 30 * 60_000).toISOString();
  return { payment_action: { provider: 'sandbox', expires_at, action } };
}

function stateAfterPaying(nonce: string | null): OrderState {
  if (nonce === null) return 'paid';
  return isTransferNonce(nonce) ? 'awaiting_payment' : (outcomes[nonce] ?? 'verified');
}

function withState(server: MemoryServer, kept: MemoryOrder, state: OrderState): MemoryOrder {
  const completed_at = state === 'paid' ? new Date(server.clock.now()).toISOString() : null;
  const changed = { ...kept, order: { ...kept.order, state, completed_at } };
  server.orders.set(kept.order.id, changed);
  const cart = server.carts.get(kept.cart_id);
  if ((state === 'paid' || state === 'awaiting_payment') && cart !== undefined) {
    if (kept.owner === null) server.carts.delete(cart.id);
    else server.carts.set(cart.id, { ...cart, lines: [], code: null });
  }
  return changed;
}

/** Sets the final state of an order with an unknown outcome, as the server's background jobs do. */
export function resolveMemoryOrder(server: MemoryServer, id: string, state: 'paid' | 'verified'): void {
  const kept = server.orders.get(id);
  if (kept !== undefined && isSettling(kept.order.state)) withState(server, kept, state);
}

interface Payment {
  readonly payment_method_nonce?: string | null | undefined;
  readonly expected_total: number;
  readonly waiver_accepted?: boolean | undefined;
}

/** Creates the API calls for orders and their payment. */
export function createOrderCalls(server: MemoryServer, caller: Caller): MemoryCalls {
  function find(id: string, token: string | null | undefined): Result<MemoryOrder, CallFailure> {
    const kept = server.orders.get(id);
    if (kept === undefined) return refuse('NOT_FOUND', 404);
    const sub = callingUser(server, caller)?.learner.sub;
    const isBuyer = kept.owner === null ? kept.token === token : kept.owner === sub;
    return isBuyer ? ok(kept) : refuse('NOT_FOUND', 404);
  }

  function charge(kept: MemoryOrder, payment: Payment): Result<Order, CallFailure> {
    const { payment_method_nonce: nonce = null, expected_total, waiver_accepted } = payment;
    const cart = server.carts.get(kept.cart_id);
    const order = cart === undefined ? kept.order : { ...kept.order, ...pricedOrder(server, cart) };
    if (order.amount_due !== expected_total) return refuse('TOTAL_CHANGED', 409);
    if (order.needs_waiver && waiver_accepted !== true) return refuse('CONSENT_REQUIRED', 422);
    if (nonce === null && order.amount_due > 0) return refuse('PAYMENT_METHOD_REQUIRED', 422);
    const state = stateAfterPaying(nonce);
    const nonces = nonce === null ? kept.nonces : [...kept.nonces, nonce];
    const last_decline = state === 'verified' ? 'PAYMENT_DECLINED' : null;
    const pending = pendingActionOf(server, nonce);
    const changed = withState(
      server,
      { ...kept, nonces, order: { ...order, ...pending, last_decline } },
      state,
    );
    return state === 'verified' ? refuse('PAYMENT_DECLINED', 402) : ok(changed.order);
  }

  return {
    async createOrder({ body: { bundle_cart_unique_id: cart_id, email } }) {
      const user = callingUser(server, caller);
      const found = findCart(server, user, cart_id);
      if (!found.ok) return found;
      const cart = found.value;
      if (cart.lines.length === 0) return refuse('CART_EMPTY', 422);
      const isShipped = pricedOrder(server, cart).products.some((line) => line.is_shipped);
      if (isShipped && cart.address === null) return refuse('ADDRESS_REQUIRED', 422);
      const address = user?.learner.email ?? email ?? cart.email;
      if (address === null) return refuse('INVALID_INPUT', 422, { '/email': 'INVALID_INPUT' });
      const isKnown = [...server.users.values()].some(({ learner }) => learner.email === address);
      if (user === null && isKnown) return refuse('LOGIN_REQUIRED', 409);
      const open = [...server.orders.values()].find(
        (kept) => kept.cart_id === cart_id && isOpen(kept.order.state),
      );
      const token = user === null ? (open?.token ?? server.ids.uuid().replaceAll('-', '')) : null;
      const order =
        open === undefined
          ? draft(server, cart, address)
          : { ...open.order, ...pricedOrder(server, cart), email: address };
      const nonces = open?.nonces ?? [];
      server.orders.set(order.id, { order, cart_id, owner: cart.owner, token, nonces });
      return ok({ data: order, ...(token === null ? {} : { meta: { order_token: token } }) });
    },
    async getOrder({ params: { id }, orderToken }) {
      const kept = find(id, orderToken);
      return kept.ok ? ok(kept.value.order) : kept;
    },
    async openWallets({ body: { bundle_cart_unique_id } }) {
      const found = server.carts.get(bundle_cart_unique_id);
      if (found === undefined) return refuse('NOT_FOUND', 404);
      return ok({ client_token: 'memory-client-token', provider: 'sandbox' });
    },
    async verifyOrder({ body: { id }, orderToken }) {
      const kept = find(id, orderToken);
      if (!kept.ok) return kept;
      if (!isOpen(kept.value.order.state)) return refuse('ORDER_CLOSED', 409);
      const { order } = withState(server, kept.value, 'verified');
      const client_token = order.amount_due === 0 ? null : 'memory-client-token';
      const providers = [{ name: 'sandbox', client_token }];
      return ok({ client_token, provider: 'sandbox', transfer_nonce: null, providers, data: order });
    },
    async continuePayment({ params: { id }, body: { step }, orderToken }) {
      const kept = find(id, orderToken);
      if (!kept.ok) return kept;
      if (kept.value.order.state !== 'awaiting_action' || step !== 'cancel') return ok(kept.value.order);
      const { payment_action: _, ...order } = kept.value.order;
      const ended = { ...kept.value, order: { ...order, last_decline: 'NEVER_CHARGED' } };
      return ok(withState(server, ended, 'verified').order);
    },
    async checkOutOrder({ body, orderToken }) {
      const kept = find(body.id, orderToken);
      if (!kept.ok) return kept;
      const { order, nonces } = kept.value;
      const nonce = body.payment_method_nonce ?? null;
      if (nonce !== null && nonces.includes(nonce)) {
        return order.last_decline === null ? ok(order) : refuse('PAYMENT_DECLINED', 402);
      }
      if (isSettling(order.state)) return refuse('ORDER_BUSY', 409);
      return isOpen(order.state) ? charge(kept.value, body) : refuse('ORDER_CLOSED', 409);
    },
  };
}
