import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { vienna } from '#test/support/memory-shop-facts.ts';
import type { HostKit, HostWorld } from './host-world.ts';
import { arriveAsLearner, lineOf, storedCart, succeeded } from './host-world.ts';
import type { KitCases } from './run-kit.ts';
import { runKit } from './run-kit.ts';

const cases: KitCases<HostWorld> = {
  async 'is refused to a guest'(world) {
    const refusal = { ok: false, error: { code: 'UNAUTHENTICATED', status: 401 } };
    const line = await lineOf(world, 'raupen-lesen');
    const merge = { merge_id: randomUUID(), lines: [line], guest_cart_id: null };
    expect(await world.user_carts.get()).toMatchObject(refusal);
    expect(await world.user_carts.update('add', line, {})).toMatchObject(refusal);
    expect(await world.user_carts.merge(merge)).toMatchObject(refusal);
  },
  async 'adds, sets and takes away lines'(world) {
    await arriveAsLearner(world);
    const one = await lineOf(world, 'raupen-lesen');
    expect(succeeded(await world.user_carts.get()).products).toEqual([]);
    succeeded(await world.user_carts.update('add', one, {}));
    expect(succeeded(await world.user_carts.update('add', { ...one, quantity: 2 }, {})).amount).toBe(3);
    expect(succeeded(await world.user_carts.update('update', one, { referral_code: 'FREUND' })).amount).toBe(
      1,
    );
    const emptied = succeeded(await world.user_carts.update('delete', one, {}));
    expect(emptied).toMatchObject({ amount: 0, products: [], total: 0 });
    expect(succeeded(await world.user_carts.get())).toEqual(emptied);
  },
  async 'answers what it cannot hold with the reason and the cart as it was'(world) {
    await arriveAsLearner(world);
    const course = await lineOf(world, 'clara-schumann');
    const cart = succeeded(await world.user_carts.update('add', course, {}));
    expect(succeeded(await world.user_carts.update('add', course, {}))).toEqual({
      ...cart,
      error: 'EXCEED_LIMIT',
    });
    expect(succeeded(await world.user_carts.get())).toEqual(cart);
  },
  async 'merges a guest’s lines once per merge id, and says of what it took less'(world) {
    await arriveAsLearner(world);
    const course = await lineOf(world, 'clara-schumann');
    const book = await lineOf(world, 'raupen-lesen', 2);
    succeeded(await world.user_carts.update('add', course, {}));
    const merge = { merge_id: randomUUID(), lines: [course, book], guest_cart_id: null };
    const { cart, changes } = succeeded(await world.user_carts.merge(merge));
    expect(cart.amount).toBe(3);
    expect(changes).toEqual([{ product_id: course.product_id, reason: 'EXCEED_LIMIT', quantity: 1 }]);
    expect(succeeded(await world.user_carts.merge(merge)).cart.amount).toBe(3);
    expect(succeeded(await world.user_carts.merge({ ...merge, merge_id: randomUUID() })).cart.amount).toBe(5);
  },
  async 'takes the code of a guest’s cart along'(world) {
    const guest = await storedCart(world, { 'clara-schumann': 1 });
    succeeded(await world.coupons.apply(guest.id, 'WILLKOMMEN10', null));
    await arriveAsLearner(world);
    const lines = [await lineOf(world, 'clara-schumann')];
    const merge = { merge_id: randomUUID(), lines, guest_cart_id: guest.id };
    expect(succeeded(await world.user_carts.merge(merge)).cart).toMatchObject({ code: 'WILLKOMMEN10' });
  },
  async 'tells what shipping costs, as far as that is known'(world) {
    await arriveAsLearner(world);
    expect(succeeded(await world.user_carts.getShippingCost(null))).toBe(0);
    succeeded(await world.user_carts.update('add', await lineOf(world, 'raupen-lesen'), {}));
    expect(succeeded(await world.user_carts.getShippingCost(null))).toBeNull();
    expect(succeeded(await world.user_carts.getShippingCost('CH'))).toBe(899);
    expect(succeeded(await world.user_carts.setShippingAddress(vienna))).toMatchObject({
      shipping_cost: 499,
    });
    expect(succeeded(await world.user_carts.getShippingCost(null))).toBe(499);
  },
};

/** The promises of `ports/user-carts.ts`. */
export function describeUserCartsPort({ name, create, skip = [] }: HostKit): void {
  runKit({ name: `UserCarts: ${name}`, cases, create, dispose: (world) => world.dispose(), skip });
}
