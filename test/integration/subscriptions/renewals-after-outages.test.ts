import { expect, test } from 'vitest';
import { addDays, startOfDay } from '#core/rules/basics/calendar.ts';
import { renewSubscriptions } from '#server/subscriptions/renew-subscriptions.ts';
import { withCardGateway } from '#test/integration/support/gateways.ts';
import { changeRows, rowsOf } from '#test/integration/support/rows.ts';
import { dueOf, openSubscriptionShop } from './subscription-shop.ts';

const shop = await openSubscriptionShop();
/** A server whose payment provider is unavailable. */
const away = withCardGateway(shop.context, {
  ...shop.gateway,
  chargeStored: async () => ({ outcome: 'never_charged' }),
});

test('after an outage of the shop a refused renewal is tried with the same days between the tries as usual', async () => {
  const bought = await shop.buy('subscription', { nonce: 'fake-declined-when-stored-nonce' });
  const due = dueOf(bought);
  await shop.goTo(due);
  // The outage lasts over the tries of days 3, 5 and 7.
  const back = addDays(due, 20);
  const next = (days: number) => new Date(startOfDay(addDays(back, days)));
  for (const [days, failures, pause] of [
    [0, 2, 2],
    [1, 2, 2],
    [2, 3, 4],
    [3, 3, 4],
  ] as const) {
    await shop.goTo(addDays(back, days));
    expect(await shop.subscription(bought.id), `${days} days later`).toMatchObject({
      ...{ status: 'past_due', failures },
      next_action_at: next(pause),
    });
  }
  const mails = await rowsOf(shop.db, 'outbox', { template: 'renewal_failed' }, '*', 'created_at', 'id');
  expect(mails.map(({ facts }) => facts)).toMatchObject([
    { next_try: addDays(due, 3), last_day: addDays(due, 7) },
    { next_try: addDays(back, 2), last_day: addDays(back, 4) },
    { next_try: addDays(back, 4), last_day: addDays(back, 4) },
  ]);
  await shop.goTo(addDays(back, 4));
  expect(await shop.subscription(bought.id)).toMatchObject({ status: 'expired', ends_on: addDays(back, 4) });
  expect(shop.surprises).toEqual([]);
});

test('days that were moved after an outage stay moved while the provider is unavailable', async () => {
  const bought = await shop.buy('subscription', { nonce: 'fake-declined-when-stored-nonce' });
  const due = dueOf(bought);
  await shop.goTo(due);
  const back = addDays(due, 20);
  await shop.goTo(back);
  const told = () => rowsOf(shop.db, 'outbox', { template: 'renewal_failed' }, ['id']);
  const before = await told();
  const lastDayOver = startOfDay(addDays(back, 5));
  for (const now of [startOfDay(addDays(back, 2)), lastDayOver - 1]) {
    shop.advance(now - shop.context.clock.now());
    while ((await renewSubscriptions(away)) > 0);
    expect(await shop.subscription(bought.id)).toMatchObject({
      ...{ status: 'past_due', failures: 2 },
      next_action_at: new Date(now + 3_600_000),
    });
  }
  expect(await told()).toEqual(before);
  shop.advance(1);
  await changeRows(shop.db, 'subscriptions', { id: bought.id }, { next_action_at: new Date(lastDayOver) });
  while ((await renewSubscriptions(away)) > 0);
  expect(await shop.subscription(bought.id)).toMatchObject({ status: 'expired', ends_on: addDays(back, 5) });
});

test('after an outage of shop and provider a renewal is tried for as many days as were left', async () => {
  await shop.endAll();
  const bought = await shop.buy('subscription');
  const due = dueOf(bought);
  const tryOn = async (day: string) => {
    shop.advance(startOfDay(day) - shop.context.clock.now());
    while ((await renewSubscriptions(away)) > 0);
    return shop.subscription(bought.id);
  };
  await tryOn(due);
  // Seven days were left after the due day.
  const back = addDays(due, 20);
  for (const day of [back, addDays(back, 6)]) {
    const next_action_at = new Date(startOfDay(day) + 3_600_000);
    expect(await tryOn(day), day).toMatchObject({ status: 'active', failures: 0, next_action_at });
  }
  const end = addDays(back, 7);
  expect(await tryOn(end)).toMatchObject({ status: 'expired', ends_on: end, paid_periods: 1 });
});
