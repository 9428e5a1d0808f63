import { expect } from 'vitest';
import { arriveAsBuyer } from './bought-by-learner.ts';
import type { HostKit, HostWorld } from './host-world.ts';
import { arriveAsLearner, succeeded } from './host-world.ts';
import type { KitCases } from './run-kit.ts';
import { runKit } from './run-kit.ts';

/** Somebody new with the monthly pass. */
async function subscriber(world: HostWorld) {
  const buyer = await arriveAsBuyer(world, 'monatskarte');
  const { items } = succeeded(await world.subscriptions.list({ number: 1, size: 10 }));
  const contract = items[0];
  if (contract === undefined) throw new Error('A bought pass is a contract');
  return { ...buyer, contract, contracts: items };
}

const cases: KitCases<HostWorld> = {
  async 'shows a bought pass as a contract with its next charge and its end'(world) {
    const { contract, contracts } = await subscriber(world);
    expect(contracts).toHaveLength(1);
    expect(contract).toMatchObject({
      product: { kind: 'subscription', slug: 'monatskarte' },
      status: 'active',
      price: 1900,
      period_months: 1,
      renews: true,
      next_charge: { amount: 1900 },
      on_cancel: { ends_on: contract.paid_until, refund: 0 },
      cancelled_at: null,
      can_resume: false,
    });
    expect(contract.contract_code).not.toBe('');
  },
  async 'is cancelled to the end of what is paid, and resumed'(world) {
    const { contract } = await subscriber(world);
    const { id, paid_until, next_charge } = contract;
    const cancelled = succeeded(await world.subscriptions.cancel(id));
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      ends_on: paid_until,
      next_charge: null,
      on_cancel: null,
      can_resume: true,
    });
    expect(succeeded(await world.subscriptions.cancel(id))).toEqual(cancelled);
    const resumed = succeeded(await world.subscriptions.resume(id));
    expect(resumed).toMatchObject({ status: 'active', ends_on: null, next_charge, can_resume: false });
    expect(succeeded(await world.subscriptions.resume(id))).toEqual(resumed);
  },
  async 'takes another payment method, and keeps the old one when that is declined'(world) {
    const { contract } = await subscriber(world);
    const { client_token } = succeeded(await world.subscriptions.startCardFields(contract.id));
    expect(client_token).not.toBe('');
    const changed = succeeded(await world.subscriptions.changePaymentMethod(contract.id, 'fake-valid-nonce'));
    expect(changed.payment_method).toMatchObject({ kind: 'card', brand: 'visa', last_four: '1881' });
    const refused = await world.subscriptions.changePaymentMethod(
      contract.id,
      'fake-processor-declined-visa-nonce',
    );
    expect(refused).toMatchObject({ error: { code: 'PAYMENT_DECLINED', status: 402 } });
    const { items } = succeeded(await world.subscriptions.list({ number: 1, size: 10 }));
    expect(items[0]?.payment_method).toEqual(changed.payment_method);
  },
  async 'belongs to its owner only'(world) {
    const { contract } = await subscriber(world);
    const calls = [
      () => world.subscriptions.cancel(contract.id),
      () => world.subscriptions.resume(contract.id),
      () => world.subscriptions.startCardFields(contract.id),
      () => world.subscriptions.changePaymentMethod(contract.id, 'fake-valid-nonce'),
    ];
    await arriveAsLearner(world);
    for (const call of calls) expect(await call()).toMatchObject({ error: { status: 404 } });
    world.setBearer(null);
    for (const call of calls) expect(await call()).toMatchObject({ error: { status: 401 } });
    expect(await world.subscriptions.list({ number: 1, size: 10 })).toMatchObject({ error: { status: 401 } });
  },
};

/** The promises of `ports/subscriptions.ts`. */
export function describeSubscriptionsPort({ name, create, skip = [] }: HostKit): void {
  runKit({ name: `Subscriptions: ${name}`, cases, create, dispose: (world) => world.dispose(), skip });
}
