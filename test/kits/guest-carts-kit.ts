import { expect } from 'vitest';
import { vienna } from '#test/support/memory-shop-facts.ts';
import type { HostKit, HostWorld } from './host-world.ts';
import { lineOf, storedCart, succeeded } from './host-world.ts';
import type { KitCases } from './run-kit.ts';
import { runKit } from './run-kit.ts';

const unknownId = 'unknownunknownunknownun';

const cases: KitCases<HostWorld> = {
  async 'stores lines under a fresh id and prices them'(world) {
    const { cart, id } = await storedCart(world, { 'raupen-lesen': 2 });
    const [line] = cart.products;
    expect(cart).toMatchObject({ amount: 2, error: null, code: null });
    expect(line?.price).toBe(2 * (line?.product_data.price ?? 0));
    expect(cart.subtotal).toBe(line?.price);
    expect((await storedCart(world, { 'raupen-lesen': 1 })).id).not.toBe(id);
    expect(succeeded(await world.guest_carts.get(id))).toEqual(cart);
  },
  async 'replaces the lines of a cart and keeps its code'(world) {
    const { id } = await storedCart(world, { 'clara-schumann': 1 });
    succeeded(await world.coupons.apply(id, 'WILLKOMMEN10', null));
    const lines = [await lineOf(world, 'emmy-noether')];
    const cart = succeeded(await world.guest_carts.store({ id, lines }));
    expect(cart).toMatchObject({ code: 'WILLKOMMEN10', code_error: null, bundle_cart_unique_id: id });
    expect(cart.products).toMatchObject([{ product_data: { slug: 'emmy-noether' } }]);
    expect(cart.discounts.total).toBeGreaterThan(0);
  },
  async 'answers what it cannot hold with the reason and the cart as it was'(world) {
    const { cart, id } = await storedCart(world, { 'clara-schumann': 1 });
    const tooMany = await world.guest_carts.store({ id, lines: [await lineOf(world, 'clara-schumann', 2)] });
    expect(succeeded(tooMany)).toEqual({ ...cart, error: 'EXCEED_LIMIT' });
    const lines = [{ product_id: 'gibt-es-nicht', quantity: 1, custom_properties: {} }];
    expect(succeeded(await world.guest_carts.store({ id, lines }))).toEqual({
      ...cart,
      error: 'UNKNOWN_PRODUCT',
    });
    expect(succeeded(await world.guest_carts.get(id))).toEqual(cart);
  },
  async 'does not know an unknown cart'(world) {
    const refusal = { ok: false, error: { status: 404 } };
    expect(await world.guest_carts.get(unknownId)).toMatchObject(refusal);
    expect(await world.guest_carts.store({ id: unknownId, lines: [] })).toMatchObject(refusal);
    expect(await world.guest_carts.setShippingAddress(unknownId, vienna, undefined)).toMatchObject(refusal);
  },
  async 'takes an address, which decides the shipping cost and is never answered'(world) {
    const { cart, id } = await storedCart(world, { 'raupen-lesen': 1 });
    expect(cart.shipping_cost).toBeNull();
    const sent = succeeded(await world.guest_carts.setShippingAddress(id, vienna, 'gast@example.org'));
    expect(sent).toMatchObject({ shipping_cost: 499, total: cart.total + 499 });
    expect(JSON.stringify([sent, succeeded(await world.guest_carts.get(id))])).not.toMatch(/Ringstra|gast@/);
  },
  async 'refuses an address where nothing is delivered'(world) {
    const { id } = await storedCart(world, { 'raupen-lesen': 1 });
    const abroad = { ...vienna, country: 'FR', postal_code: '75001' };
    expect(await world.guest_carts.setShippingAddress(id, abroad, undefined)).toMatchObject({
      error: { code: 'COUNTRY_NOT_DELIVERED' },
    });
  },
};

/** The promises of `ports/guest-carts.ts`. */
export function describeGuestCartsPort({ name, create, skip = [] }: HostKit): void {
  runKit({ name: `GuestCarts: ${name}`, cases, create, dispose: (world) => world.dispose(), skip });
}
