import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { addDays } from '#core/rules/basics/calendar.ts';
import { eraseAccount, lockErasable } from '#server/personal-data/erase-account.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { cancelSubscription, resumeSubscription } from '#server/subscriptions/cancel-subscription.ts';
import { changePaymentMethod } from '#server/subscriptions/change-payment-method.ts';
import { showSubscription } from '#server/subscriptions/list-subscriptions.ts';
import { renewSubscriptions } from '#server/subscriptions/renew-subscriptions.ts';
import type { SubscriptionRow } from '#server/subscriptions/subscription-rows.ts';
import { refusalOf } from '#test/integration/support/outcomes.ts';
import { rowsOf } from '#test/integration/support/rows.ts';
import { createMemoryPaymentGateway } from '#test/support/memory-payment-gateway.ts';
import { dueOf, openSubscriptionShop } from './subscription-shop.ts';

const shop = await openSubscriptionShop();

const change = (subscription: SubscriptionRow, nonce: string, context = shop.context) =>
  changePaymentMethod(context, shop.ownerOf(subscription), subscription.id, {
    payment_method_nonce: nonce,
    device_data: null,
  });

/** Creates a subscription whose card was declined on the due day of the renewal. */
async function pastDue(): Promise<SubscriptionRow> {
  const bought = await shop.buy('subscription', { nonce: 'fake-declined-when-stored-nonce' });
  await shop.goTo(dueOf(bought));
  return shop.subscription(bought.id);
}

test('another card is stored without a charge, and pays the next renewal', async () => {
  const bought = await shop.buy('subscription', { nonce: 'fake-declined-when-stored-nonce' });
  const before = shop.gateway.ledger().charges.length;
  expect(await change(bought, 'fake-valid-nonce')).toMatchObject({ ok: true, value: { isPending: false } });
  expect(shop.gateway.ledger().charges).toHaveLength(before);
  await shop.goTo(dueOf(bought));
  expect(await shop.subscription(bought.id)).toMatchObject({ status: 'active', paid_periods: 2 });
  expect(await shop.mails(bought)).toEqual(['order', 'payment_method_changed', 'renewal']);
});

test('past due: the new card is charged at once, and the anchor day stays', async () => {
  const subscription = await pastDue();
  await shop.goTo(addDays(dueOf(subscription), 1));
  expect(await change(subscription, 'fake-valid-nonce')).toMatchObject({
    ok: true,
    value: { isPending: false, data: { attributes: { status: 'active' } } },
  });
  const renewed = await shop.subscription(subscription.id);
  expect(renewed).toMatchObject({ paid_periods: 2, failures: 0 });
  expect(dueOf(renewed).slice(-2)).toBe(subscription.started_on.slice(-2));
  await shop.goTo(addDays(dueOf(subscription), 7));
  expect(await shop.renewals(subscription.id)).toMatchObject([{ state: 'paid' }]);
});

test('a card that is declined in two periods causes a mail in both', async () => {
  const subscription = await pastDue();
  await change(subscription, 'fake-valid-nonce');
  await change(subscription, 'fake-declined-when-stored-nonce');
  await shop.goTo(dueOf(await shop.subscription(subscription.id)));
  expect(await shop.subscription(subscription.id)).toMatchObject({ status: 'past_due', paid_periods: 2 });
  const told = (await shop.mails(subscription)).filter((template) => template === 'renewal_failed');
  expect(told).toHaveLength(2);
});

test('past due: a new card that is also declined is stored and does not count as one of the tries', async () => {
  const subscription = await pastDue();
  expect(refusalOf(await change(subscription, 'fake-declined-when-stored-nonce'))).toBe('PAYMENT_DECLINED');
  const after = await shop.subscription(subscription.id);
  expect(after).toMatchObject({
    status: 'past_due',
    failures: 1,
    next_action_at: subscription.next_action_at,
  });
  expect(after.vault_token).not.toBe(subscription.vault_token);
});

test('past due: while the outcome of a charge is unknown nothing is charged again', async () => {
  const subscription = await pastDue();
  shop.gateway.script({ goes: 'lost', was_charged: true });
  expect(await change(subscription, 'fake-valid-nonce')).toMatchObject({ value: { isPending: true } });
  await shop.goTo(addDays(dueOf(subscription), 3));
  const [renewal] = await shop.renewals(subscription.id);
  expect(renewal?.state).toBe('unknown');
  await shop.resolve();
  await shop.renew();
  expect(await shop.subscription(subscription.id)).toMatchObject({ status: 'active', paid_periods: 2 });
  expect(shop.chargesOf(renewal?.code ?? '')).toHaveLength(1);
});

test('past due: when it is cancelled during an unknown charge, a paid month is refunded and cannot be resumed', async () => {
  const subscription = await pastDue();
  const owner = shop.ownerOf(subscription);
  shop.gateway.script({ goes: 'lost', was_charged: true });
  await change(subscription, 'fake-valid-nonce');
  await cancelSubscription(shop.context, owner, subscription.id);
  shop.advance(60_000);
  await shop.resolve();
  expect(await shop.subscription(subscription.id)).toMatchObject({
    status: 'cancelled',
    paid_periods: 2,
    ends_on: shop.today(),
  });
  const [renewal] = await shop.renewals(subscription.id);
  const columns = ['amount_cents', 'cause'] as const;
  expect(await rowsOf(shop.db, 'refunds', { order_id: renewal?.id ?? '' }, columns)).toEqual([
    { amount_cents: 1_900, cause: 'cancellation' },
  ]);
  expect(await showSubscription(shop.context, owner, subscription.id)).toMatchObject({
    value: { attributes: { can_resume: false } },
  });
  expect(refusalOf(await resumeSubscription(shop.context, owner, subscription.id))).toBe('RESUME_REFUSED');
});

test('past due: of two changes at once only the overdue period is charged', async () => {
  const subscription = await pastDue();
  let isFirst = true;
  // The first change is made as soon as the second one has read that the subscription is past due.
  const meanwhile: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const [row] = result.rows;
      if (isFirst && row?.status === 'past_due' && 'slug' in row) {
        isFirst = false;
        expect(await change(subscription, 'fake-valid-nonce')).toMatchObject({ ok: true });
      }
      return result;
    },
  };
  const context = { ...shop.context, db: shop.db.withPlugin(meanwhile) };
  const second = await change(subscription, 'fake-valid-nonce', context);
  expect(isFirst).toBe(false);
  expect(second).toMatchObject({ ok: true, value: { data: { attributes: { status: 'active' } } } });
  expect(await shop.subscription(subscription.id)).toMatchObject({ status: 'active', paid_periods: 2 });
  expect(await shop.renewals(subscription.id)).toMatchObject([{ state: 'paid' }]);
});

test('a card that the provider does not store changes nothing', async () => {
  const bought = await shop.buy('subscription');
  expect(refusalOf(await change(bought, 'fake-processor-declined-visa-nonce'))).toBe('PAYMENT_DECLINED');
  shop.gateway.setOutage(true);
  expect(refusalOf(await change(bought, 'fake-valid-nonce'))).toBe('PAYMENT_UNAVAILABLE');
  shop.gateway.setOutage(false);
  expect((await shop.subscription(bought.id)).vault_token).toBe(bought.vault_token);
});

test('a card is not kept for an account that was deleted while the provider stored it', async () => {
  const bought = await shop.buy('subscription');
  await cancelSubscription(shop.context, shop.ownerOf(bought), bought.id);
  const deleting: typeof shop.gateway = {
    ...shop.gateway,
    async vault(request) {
      await inTransaction(shop.db, async (trx) => {
        const account = await lockErasable(trx, bought.user_id, null);
        if (!account.ok) throw new Error(account.error.code);
        await eraseAccount(trx, shop.context, account.value);
      });
      return shop.gateway.vault(request);
    },
  };
  const context = { ...shop.context, gateways: [deleting] };
  expect(refusalOf(await change(bought, 'fake-valid-nonce', context))).toBe('UNAUTHENTICATED');
  expect(await shop.subscription(bought.id)).toMatchObject({ vault_token: null, payment_method: null });
});

test('with several providers the card is stored at the chosen one, which charges the renewals from then on', async () => {
  const acme = { ...createMemoryPaymentGateway(), name: 'acme_pay', identity: 'acme_pay/first' };
  const both = { ...shop.context, gateways: [...shop.context.gateways, acme] };
  const bought = await shop.buy('subscription');
  const renew = async () => {
    const { period_ends_at } = await shop.subscription(bought.id);
    shop.advance(period_ends_at.getTime() + 600_000 - shop.context.clock.now());
    while ((await renewSubscriptions(both)) > 0);
    const renewals = await shop.renewals(bought.id);
    return [shop.gateway, acme].map(
      (gateway) =>
        gateway.ledger().charges.filter(({ order_code }) => renewals.some(({ code }) => code === order_code))
          .length,
    );
  };
  const changeAt = (provider?: string) =>
    changePaymentMethod(both, shop.ownerOf(bought), bought.id, {
      payment_method_nonce: 'fake-valid-nonce',
      device_data: null,
      provider,
    });
  const refused = { error: { code: 'PAYMENT_PROVIDER_INACTIVE', pointer: '/provider' } };
  expect(await changeAt('other_pay')).toMatchObject(refused);
  expect(await shop.subscription(bought.id)).toMatchObject({ vault_token: bought.vault_token });

  expect(await changeAt('acme_pay')).toMatchObject({ ok: true });
  expect(await shop.subscription(bought.id)).toMatchObject({ vault_provider: 'acme_pay/first' });
  expect(await renew()).toEqual([0, 1]);
  expect(await changeAt()).toMatchObject({ ok: true });
  expect(await shop.subscription(bought.id)).toMatchObject({ vault_provider: shop.gateway.identity });
  expect(await renew()).toEqual([1, 1]);
});
