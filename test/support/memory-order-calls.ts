import type { Order, OrderState } from '#core/model/order.ts';
import type { PaymentAction } from '#core/model/payment.ts';
import { needsInvoiceAddress } from '#core/rules/accounts/address-needs.ts';
import { cents, noCents } from '#core/rules/basics/money.ts';
import { type CallFailure, ok, type Result } from '#core/rules/basics/result.ts';
import { vatRate } from '#core/rules/basics/vat-rates.ts';
import { legalProfiles, needsWaiver } from '#core/rules/consumer-rights/consumer-rights.ts';
import { needsAccount } from '#core/rules/orders/checkout-steps.ts';
import { isDelivered } from '#core/rules/orders/delivery.ts';
import { isOpen, isSettling } from '#core/rules/orders/order-states.ts';
import { isTransferNonce } from '#core/rules/payments/payment-rules.ts';
import { newMemoryUser } from './memory-account-calls.ts';
import { findCart, priced } from './memory-cart-calls.ts';
import {
  type Caller,
  callingUser,
  findMemoryUser,
  keepMemoryUser,
  type MemoryCalls,
  type MemoryCart,
  type MemoryOrder,
  type MemoryServer,
  refuse,
} from './memory-server.ts';

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
      category_identifier: product_data.category.identifier,
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
    coupon_code: rest.code_error === null ? rest.code : null,
    shipping_cost: rest.shipping_cost ?? noCents,
    total,
    credit,
    promotional_credit: rest.promotional_credit,
    amount_due,
    included_vat,
    shipping_address: cart.address,
    billing_contact: cart.contact,
    needs_waiver: needsWaiver(products.map((item) => item.product_data.kind)),
  };
}

/** Returns the fields of an order whose changes need another review; a changed address alone needs none. */
function reviewed({ products, total, included_vat, amount_due, discount, shipping_cost }: ReviewedOrder) {
  const lines = products.map(({ id, quantity, price, discount: reduction, custom_properties }) => ({
    ...{ id, quantity, price, reduction, custom_properties },
  }));
  return { lines, total, included_vat, amount_due, discount, shipping_cost };
}

type ReviewedOrder = Pick<
  Order,
  'products' | 'total' | 'included_vat' | 'amount_due' | 'discount' | 'shipping_cost'
>;

function draft(server: MemoryServer, cart: MemoryCart, email: string): Order {
  return {
    ...pricedOrder(server, cart),
    id: server.ids.uuid(),
    code: `MH-${server.orders.size + 1}`,
    state: 'draft',
    fulfilment: 'none',
    email,
    template: 'order',
    language: 'de',
    billing_address: null,
    payment_method: null,
    created_at: new Date(server.clock.now()).toISOString(),
    completed_at: null,
    parcels: [],
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

/** Returns the action that the buyer has to complete after a charge of this nonce. */
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
  const voucher = cart?.voucher ?? null;
  if (state === 'paid' && voucher !== null)
    server.balances.set(voucher, cents((server.balances.get(voucher) ?? 0) - kept.order.credit));
  if ((state === 'paid' || state === 'awaiting_payment') && cart !== undefined)
    server.carts.set(cart.id, { ...cart, lines: [], code: null, campaign: null, voucher: null });
  if (state === 'paid') handOver(server, changed);
  return changed;
}

/** Gives the courses of a paid order to its buyer; a guest gets an account when something needs one. */
function handOver(server: MemoryServer, { order, owner }: MemoryOrder): void {
  const isNeeded = needsAccount(order.products.map(({ kind }) => kind));
  const guest = isNeeded
    ? (findMemoryUser(server, order.email) ?? newMemoryUser(server, order.email, 'de'))
    : undefined;
  const buyer = owner === null ? guest : server.users.get(owner);
  if (buyer === undefined) return;
  const bought = order.products.filter(({ kind }) => kind === 'course').map(({ id }) => id);
  const courses = [...new Set([...buyer.learner.courses, ...bought])];
  keepMemoryUser(server, { ...buyer, learner: { ...buyer.learner, courses } });
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
    if (kept === undefined) return refuse('NOT_FOUND');
    const sub = callingUser(server, caller)?.learner.sub;
    const isBuyer = kept.owner === null ? kept.token === token : kept.owner === sub;
    return isBuyer ? ok(kept) : refuse('NOT_FOUND');
  }

  /** Returns why a cart cannot be ordered. */
  function problemOf(cart: MemoryCart): Result<never, CallFailure> | null {
    const { products, total } = priced(server, cart);
    if (products.length === 0) return refuse('CART_EMPTY');
    if (products.some((line) => line.product_data.is_shipped)) {
      if (cart.address === null) return refuse('ADDRESS_REQUIRED');
      if (!isDelivered(cart.address.country, server.facts.shop.delivery_countries))
        return refuse('COUNTRY_NOT_DELIVERED');
    }
    const lines = products.map(({ product_data: { kind, price } }) => ({ kind, unit_price: price }));
    const isStated = cart.address !== null || !needsInvoiceAddress({ total, lines });
    return isStated ? null : refuse('INVOICE_ADDRESS_REQUIRED');
  }

  function charge(kept: MemoryOrder, payment: Payment): Result<Order, CallFailure> {
    const { payment_method_nonce: nonce = null, expected_total, waiver_accepted } = payment;
    const cart = server.carts.get(kept.cart_id);
    if (cart === undefined) return refuse('ORDER_CLOSED');
    const problem = problemOf(cart);
    if (problem !== null) return problem;
    const now = pricedOrder(server, cart);
    const isReviewed = JSON.stringify(reviewed(now)) === JSON.stringify(reviewed(kept.order));
    const order = isReviewed ? kept.order : { ...kept.order, ...now };
    if (!isReviewed || order.amount_due !== expected_total) {
      server.orders.set(order.id, { ...kept, order });
      return refuse('TOTAL_CHANGED');
    }
    if (order.needs_waiver && waiver_accepted !== true) return refuse('CONSENT_REQUIRED');
    if (nonce === null && order.amount_due > 0) return refuse('PAYMENT_METHOD_REQUIRED');
    const state = stateAfterPaying(order.amount_due === 0 ? null : nonce);
    const isDeclined = state === 'verified';
    const tries =
      nonce === null ? kept.tries : [...kept.tries, { nonce, request: JSON.stringify(payment), isDeclined }];
    const pending = pendingActionOf(server, nonce);
    const last_decline = isDeclined ? 'PROCESSOR_DECLINED' : null;
    const changed = withState(
      server,
      { ...kept, tries, order: { ...order, ...pending, last_decline } },
      state,
    );
    return isDeclined ? refuse('PAYMENT_DECLINED') : ok(changed.order);
  }

  return {
    async createOrder({ body: { bundle_cart_unique_id: cart_id, email } }) {
      const user = callingUser(server, caller);
      const found = findCart(server, user, cart_id);
      if (!found.ok) return found;
      const cart = found.value;
      if (cart.owner !== (user?.learner.sub ?? null)) return refuse('NOT_FOUND');
      const address = user?.learner.email ?? email ?? cart.email;
      if (address === null) return refuse('INVALID_INPUT', { email: 'INVALID_INPUT' });
      if (user === null && findMemoryUser(server, address) !== undefined) return refuse('LOGIN_REQUIRED');
      const problem = problemOf(cart);
      if (problem !== null) return problem;
      const open = [...server.orders.values()].find(
        (kept) => kept.cart_id === cart_id && isOpen(kept.order.state),
      );
      const token = user === null ? (open?.token ?? server.ids.uuid().replaceAll('-', '')) : null;
      const order =
        open === undefined
          ? draft(server, cart, address)
          : { ...open.order, ...pricedOrder(server, cart), email: address };
      const tries = open?.tries ?? [];
      server.orders.set(order.id, { order, cart_id, owner: cart.owner, token, tries });
      return ok({ item: order, ...(token === null ? {} : { order_token: token }) });
    },
    async getOrder({ params: { id }, orderToken }) {
      const kept = find(id, orderToken);
      return kept.ok ? ok(kept.value.order) : kept;
    },
    async verifyOrder({ body: { id }, orderToken }) {
      const kept = find(id, orderToken);
      if (!kept.ok) return kept;
      if (!isOpen(kept.value.order.state)) return refuse('ORDER_CLOSED');
      const { order } = withState(server, kept.value, 'verified');
      const client_token = order.amount_due === 0 ? null : 'memory-client-token';
      const providers = [{ name: 'sandbox', client_token, takes_cards: true }];
      return ok({
        client_token,
        provider: 'sandbox',
        transfer_nonce: null,
        providers,
        pages: [],
        item: order,
      });
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
      const { order, tries } = kept.value;
      const tried = tries.find(({ nonce }) => nonce === body.payment_method_nonce);
      if (tried !== undefined) {
        if (tried.request !== JSON.stringify(body)) return refuse('NONCE_REUSED');
        return tried.isDeclined ? refuse('PAYMENT_DECLINED') : ok(order);
      }
      const { payment_method_nonce = null, expected_total } = body;
      const asksForNothing = payment_method_nonce === null && expected_total === 0;
      if (asksForNothing && order.state === 'paid' && order.amount_due === 0) return ok(order);
      if (isSettling(order.state)) return refuse('ORDER_BUSY');
      return isOpen(order.state) ? charge(kept.value, body) : refuse('ORDER_CLOSED');
    },
  };
}
