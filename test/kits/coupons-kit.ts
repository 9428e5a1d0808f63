import { expect } from 'vitest';
import type { HostKit, HostWorld } from './host-world.ts';
import { arriveAsLearner, lineOf, storedCart, succeeded } from './host-world.ts';
import type { KitCases } from './run-kit.ts';
import { runKit } from './run-kit.ts';

const cases: KitCases<HostWorld> = {
  async 'tells what a code gives, however it is typed'({ coupons }) {
    expect(succeeded(await coupons.getInfo('willkommen10'))).toMatchObject({
      code: 'WILLKOMMEN10',
      kind: 'percent',
      value: 10,
    });
    expect(succeeded(await coupons.getInfo('FUENFER'))).toMatchObject({
      kind: 'fixed',
      value: 500,
      minimum_subtotal: 3000,
    });
    expect(succeeded(await coupons.getInfo('GUTSCHEIN-50'))).toMatchObject({ kind: 'voucher', value: 5000 });
    expect(await coupons.getInfo('GIBTESNICHT')).toMatchObject({ error: { code: 'UNKNOWN', status: 422 } });
  },
  async 'is applied to a cart and leaves books alone'(world) {
    const { cart, id } = await storedCart(world, { 'clara-schumann': 1, 'raupen-lesen': 1 });
    const course = cart.products.find((item) => item.product_data.slug === 'clara-schumann');
    const priced = succeeded(await world.coupons.apply(id, 'WILLKOMMEN10', null));
    const amount = Math.round((course?.price ?? 0) / 10);
    expect(priced.discounts).toEqual({ total: amount, lines: [{ product_id: course?.product_id, amount }] });
    expect(priced.code_error).toBeNull();
  },
  async 'replaces another code, and is taken off again'(world) {
    const { cart, id } = await storedCart(world, { 'clara-schumann': 1 });
    succeeded(await world.coupons.apply(id, 'WILLKOMMEN10', null));
    expect(succeeded(await world.coupons.apply(id, 'FUENFER', null))).toMatchObject({
      code: 'FUENFER',
      discounts: { total: 500 },
    });
    expect(succeeded(await world.coupons.cancelForGuest(id))).toEqual(cart);
  },
  async 'that is refused says why and changes nothing'(world) {
    const { id } = await storedCart(world, { 'clara-schumann': 1 });
    const before = succeeded(await world.coupons.apply(id, 'WILLKOMMEN10', null));
    const refusals = { ABGELAUFEN: 'EXPIRED', HERBST: 'WRONG_CAMPAIGN', GIBTESNICHT: 'UNKNOWN' };
    for (const [code, refusal] of Object.entries(refusals)) {
      expect(await world.coupons.apply(id, code, null)).toMatchObject({
        error: { code: refusal, status: 422 },
      });
    }
    expect(succeeded(await world.guest_carts.get(id))).toEqual(before);
    expect(succeeded(await world.coupons.apply(id, 'HERBST', 'herbst'))).toMatchObject({ code: 'HERBST' });
  },
  async 'a voucher is tender beside the total'(world) {
    const { cart, id } = await storedCart(world, { 'clara-schumann': 1 });
    const paid = succeeded(await world.coupons.apply(id, 'GUTSCHEIN-50', null));
    expect(paid).toMatchObject({ total: cart.total, credit: 5000, amount_due: cart.total - 5000 });
  },
  async 'is applied to a learner’s cart by its owner only'(world) {
    await arriveAsLearner(world);
    const own = succeeded(await world.user_carts.update('add', await lineOf(world, 'clara-schumann'), {}));
    const id = own.bundle_cart_unique_id ?? '';
    expect(succeeded(await world.coupons.apply(id, 'WILLKOMMEN10', null)).discounts.total).toBeGreaterThan(0);
    expect(succeeded(await world.coupons.cancel(id)).discounts.total).toBe(0);
    world.setBearer(null);
    expect((await world.coupons.apply(id, 'WILLKOMMEN10', null)).ok).toBe(false);
  },
  async 'a gift code gives its course to a learner, once'(world) {
    world.setBearer(null);
    expect((await world.coupons.redeem('GESCHENK-CLARA')).ok).toBe(false);
    const { learner } = await arriveAsLearner(world);
    expect(await world.coupons.redeem('GIBTESNICHT')).toMatchObject({ error: { code: 'UNKNOWN' } });
    const given = succeeded(await world.coupons.redeem('geschenk-clara'));
    expect(given).toMatchObject({ kind: 'course', product_slug: 'clara-schumann', credit: null });
    const { courses } = succeeded(await world.profiles.get(learner.sub));
    expect(courses).toHaveLength(1);
    await arriveAsLearner(world);
    expect(await world.coupons.redeem('GESCHENK-CLARA')).toMatchObject({ error: { code: 'UNKNOWN' } });
  },
};

/** The promises of `ports/coupons.ts`. */
export function describeCouponsPort({ name, create, skip = [] }: HostKit): void {
  runKit({ name: `Coupons: ${name}`, cases, create, dispose: (world) => world.dispose(), skip });
}
