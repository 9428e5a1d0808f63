import { expect } from 'vitest';
import type { Order } from '#core/model/order.ts';
import type { PaymentRequest } from '#ports/orders.ts';
import { vienna } from '#test/support/memory-shop-facts.ts';
import type { HostKit, HostWorld } from './host-world.ts';
import { arriveAsLearner, lineOf, storedCart, succeeded } from './host-world.ts';
import type { KitCases } from './run-kit.ts';
import { runKit } from './run-kit.ts';

let guests = 0;

function requestFor(cart_id: string, email: string | null) {
  return { cart_id, email, products: [], attribution: {} };
}

/** A guest's order with its token, ready to be paid. */
async function placedOrder(world: HostWorld) {
  guests += 1;
  const email = `gast-${guests}@example.org`;
  const { id } = await storedCart(world, { 'clara-schumann': 1, 'raupen-lesen': 1 });
  succeeded(await world.guest_carts.setShippingAddress(id, vienna, email));
  const created = succeeded(await world.orders.create(requestFor(id, email)));
  const token = created.order_token;
  const { order } = succeeded(await world.orders.startPayment(created.order.id, token));
  return { order, token };
}

function payment(order: Order, nonce: string | null, changes: Partial<PaymentRequest> = {}): PaymentRequest {
  return {
    order_id: order.id,
    nonce,
    expected_total: order.amount_due,
    waiver_accepted: true,
    save_payment_method: false,
    billing_address: null,
    ...changes,
  };
}

const cases: KitCases<HostWorld> = {
  async 'makes one open order per cart, with a token for the guest'(world) {
    const { cart, id } = await storedCart(world, { 'clara-schumann': 1 });
    const first = succeeded(await world.orders.create(requestFor(id, 'einer@example.org')));
    const second = succeeded(await world.orders.create(requestFor(id, 'einer@example.org')));
    expect(first.order).toMatchObject({ state: 'draft', total: cart.total, email: 'einer@example.org' });
    expect(first.order_token).toMatch(/^.{22,}$/);
    expect(second.order.id).toBe(first.order.id);
    expect((await world.orders.get(first.order.id, second.order_token)).ok).toBe(true);
  },
  async 'is shown to its buyer only'(world) {
    const { order, token } = await placedOrder(world);
    expect(succeeded(await world.orders.get(order.id, token))).toMatchObject({
      id: order.id,
      state: 'verified',
    });
    for (const stranger of [null, 'strangerstrangerstranger']) {
      expect((await world.orders.get(order.id, stranger)).ok).toBe(false);
      expect((await world.orders.startPayment(order.id, stranger)).ok).toBe(false);
      expect((await world.orders.pay(payment(order, 'fake-valid-nonce'), stranger)).ok).toBe(false);
    }
  },
  async 'refuses a guest whose address has an account, and a cart with nothing in it'(world) {
    const { email } = await arriveAsLearner(world);
    world.setBearer(null);
    const { id } = await storedCart(world, { 'clara-schumann': 1 });
    expect(await world.orders.create(requestFor(id, email))).toMatchObject({
      error: { code: 'LOGIN_REQUIRED' },
    });
    const empty = await storedCart(world, {});
    expect(await world.orders.create(requestFor(empty.id, 'wer@example.org'))).toMatchObject({
      error: { code: 'CART_EMPTY' },
    });
  },
  async 'is paid once with one nonce, however often it is sent'(world) {
    const { order, token } = await placedOrder(world);
    const paid = succeeded(await world.orders.pay(payment(order, 'fake-valid-nonce'), token));
    expect(paid).toMatchObject({ state: 'paid', total: order.total, completed_at: expect.any(String) });
    expect(succeeded(await world.orders.pay(payment(order, 'fake-valid-nonce'), token))).toMatchObject({
      state: 'paid',
      completed_at: paid.completed_at,
    });
    expect((await world.orders.startPayment(order.id, token)).ok).toBe(false);
  },
  async 'declined stays open for another nonce'(world) {
    const { order, token } = await placedOrder(world);
    const declined = await world.orders.pay(payment(order, 'fake-processor-declined-visa-nonce'), token);
    expect(declined).toMatchObject({ error: { code: 'PAYMENT_DECLINED', status: 402 } });
    expect(succeeded(await world.orders.get(order.id, token))).toMatchObject({
      state: 'verified',
      last_decline: expect.any(String),
    });
    expect(succeeded(await world.orders.pay(payment(order, 'fake-valid-nonce'), token)).state).toBe('paid');
  },
  async 'is not charged when the total is another than expected, or consent is missing'(world) {
    const { order, token } = await placedOrder(world);
    const wrong = payment(order, 'fake-valid-nonce', { expected_total: order.amount_due - 1 });
    expect(await world.orders.pay(wrong, token)).toMatchObject({
      error: { code: 'TOTAL_CHANGED', status: 409 },
    });
    const silent = payment(order, 'fake-valid-nonce', { waiver_accepted: false });
    expect(await world.orders.pay(silent, token)).toMatchObject({ error: { code: 'CONSENT_REQUIRED' } });
    expect(await world.orders.pay(payment(order, null), token)).toMatchObject({
      error: { code: 'PAYMENT_METHOD_REQUIRED' },
    });
    expect(succeeded(await world.orders.get(order.id, token)).state).toBe('verified');
  },
  async 'whose outcome is unknown is settled in the background, and not charged anew before'(world) {
    const { order, token } = await placedOrder(world);
    const answer = await world.orders.pay(payment(order, 'fake-timeout-after-charge-nonce'), token);
    expect(succeeded(answer).state).toBe('unknown');
    expect(await world.orders.pay(payment(order, 'fake-valid-nonce'), token)).toMatchObject({
      error: { code: 'ORDER_BUSY' },
    });
    await world.resolvePayments();
    expect(succeeded(await world.orders.get(order.id, token)).state).toBe('paid');
  },
  async 'of a learner needs no token, and empties the cart when it is paid'(world) {
    const { email } = await arriveAsLearner(world);
    const cart = succeeded(await world.user_carts.update('add', await lineOf(world, 'clara-schumann'), {}));
    const { order, order_token } = succeeded(
      await world.orders.create(requestFor(cart.bundle_cart_unique_id ?? '', null)),
    );
    expect(order_token).toBeNull();
    expect(order.email).toBe(email);
    succeeded(await world.orders.startPayment(order.id, null));
    succeeded(await world.orders.pay(payment(order, 'fake-valid-nonce'), null));
    expect(succeeded(await world.user_carts.get()).products).toEqual([]);
    world.setBearer(null);
    expect((await world.orders.get(order.id, null)).ok).toBe(false);
  },
};

/** The promises of `ports/orders.ts`. */
export function describeOrdersPort({ name, create, skip = [] }: HostKit): void {
  runKit({ name: `Orders: ${name}`, cases, create, dispose: (world) => world.dispose(), skip });
}
