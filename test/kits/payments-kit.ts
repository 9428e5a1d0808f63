import { expect } from 'vitest';
import { arriveAsBuyer, buyAsLearner } from './bought-by-learner.ts';
import type { HostKit, HostWorld } from './host-world.ts';
import { arriveAsLearner, succeeded } from './host-world.ts';
import type { KitCases } from './run-kit.ts';
import { runKit } from './run-kit.ts';

const firstPage = { number: 1, size: 5 };

const cases: KitCases<HostWorld> = {
  async 'refuses guests, and shows nobody what others have paid'(world) {
    await arriveAsBuyer(world, 'clara-schumann');
    world.setBearer(null);
    expect(await world.payments.list(firstPage)).toMatchObject({ error: { status: 401 } });
    await arriveAsLearner(world);
    expect(succeeded(await world.payments.list(firstPage))).toEqual({ items: [], ...firstPage, total: 0 });
  },
  async 'shows what was paid, newest first, page by page'(world) {
    const { order } = await arriveAsBuyer(world, 'clara-schumann');
    const later = await buyAsLearner(world, 'raupen-lesen');
    const { items, total } = succeeded(await world.payments.list(firstPage));
    expect(total).toBe(2);
    expect(items.map((item) => item.order_code)).toEqual([later.code, order.code]);
    expect(items[1]).toMatchObject({
      kind: 'charge',
      order_id: order.id,
      title: order.products[0]?.title,
      items: 1,
      amount: order.amount_due,
      credit: 0,
      state: 'paid',
    });
    const second = succeeded(await world.payments.list({ number: 2, size: 1 }));
    expect(second).toMatchObject({ number: 2, size: 1, total: 2, items: [{ order_code: order.code }] });
  },
};

/** The promises of `ports/payments.ts`. */
export function describePaymentsPort({ name, create, skip = [] }: HostKit): void {
  runKit({ name: `Payments: ${name}`, cases, create, dispose: (world) => world.dispose(), skip });
}
