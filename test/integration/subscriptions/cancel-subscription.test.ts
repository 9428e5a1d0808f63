import { expect, test } from 'vitest';
import { addDays } from '#core/rules/basics/calendar.ts';
import { cents } from '#core/rules/basics/money.ts';
import { startRedeemedPeriod } from '#server/gifts/redeem-code.ts';
import { mayWatch } from '#server/learning/lesson-access.ts';
import { createRefund } from '#server/payments/create-refund.ts';
import { settleRefunds } from '#server/payments/settle-refunds.ts';
import { eraseAccount, lockErasable } from '#server/personal-data/erase-account.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { cancelSubscription, resumeSubscription } from '#server/subscriptions/cancel-subscription.ts';
import { changePaymentMethod } from '#server/subscriptions/change-payment-method.ts';
import { listSubscriptions } from '#server/subscriptions/list-subscriptions.ts';
import type { SubscriptionRow } from '#server/subscriptions/subscription-rows.ts';
import { giveVoucher } from '#test/integration/orders/order-shop.ts';
import { untilBlocked } from '#test/integration/support/database.ts';
import { changeRows, rowOf } from '#test/integration/support/rows.ts';
import { dueOf, openSubscriptionShop } from './subscription-shop.ts';

const shop = await openSubscriptionShop();

async function show(subscription: SubscriptionRow) {
  const page = { locale: 'de', number: 1, size: 10 } as const;
  const { items } = await listSubscriptions(shop.context, subscription.user_id, page);
  return items.find(({ id }) => id === subscription.id)?.attributes;
}

const cancel = (subscription: SubscriptionRow) =>
  cancelSubscription(shop.context, shop.ownerOf(subscription), subscription.id);
const resume = (subscription: SubscriptionRow) =>
  resumeSubscription(shop.context, shop.ownerOf(subscription), subscription.id);

test('a membership cancelled in its first year runs until the end of the year, and can be resumed until then', async () => {
  const bought = await shop.buy('membership');
  const due = dueOf(bought);
  await shop.goTo(addDays(due, -200));
  expect(await show(bought)).toMatchObject({
    next_charge: { day: due, amount: 18_000 },
    on_cancel: { ends_on: addDays(due, -1), refund: 0 },
    can_resume: false,
  });
  const cancelled = await cancel(bought);
  expect(cancelled).toMatchObject({
    ok: true,
    value: {
      attributes: { status: 'cancelled', ends_on: addDays(due, -1), next_charge: null, can_resume: true },
    },
  });
  expect(await cancel(bought)).toEqual(cancelled);
  expect(await resume(bought)).toMatchObject({ value: { attributes: { status: 'active', ends_on: null } } });
  await cancel(bought);
  await shop.goTo(addDays(due, -1));
  expect(await mayWatch(shop.db, bought.user_id, 'course')).toBe(true);
  await shop.goTo(due);
  expect(await mayWatch(shop.db, bought.user_id, 'course')).toBe(false);
  expect(await shop.subscription(bought.id)).toMatchObject({ status: 'expired', next_action_at: null });
  expect(await shop.renewals(bought.id)).toEqual([]);
  expect(await cancel(bought)).toMatchObject({ ok: false, error: { code: 'NOTHING_TO_CANCEL' } });
  expect(await resume(bought)).toMatchObject({ ok: false, error: { code: 'RESUME_REFUSED' } });
  expect(await shop.mails(bought)).toEqual([
    'order',
    'subscription_cancelled',
    'subscription_resumed',
    'subscription_cancelled',
    'subscription_ended',
  ]);
});

test('a membership cancelled in its third year ends within a month, and the unused months of that year are refunded', async () => {
  const bought = await shop.buy('membership');
  await shop.goTo(dueOf(bought));
  const due = dueOf(await shop.subscription(bought.id));
  await shop.goTo(due);
  await shop.goTo(addDays(due, 70));
  const shown = await show(bought);
  await cancel(bought);
  const subscription = await shop.subscription(bought.id);
  expect(subscription.status).toBe('cancelled');
  expect(subscription.ends_on).toBe(shown?.on_cancel?.ends_on);
  expect(shown?.on_cancel?.refund).toBe(13_500);
  // It is refunded, so it cannot be resumed.
  expect(await show(bought)).toMatchObject({ status: 'cancelled', can_resume: false });
  const [, renewal] = await shop.renewals(bought.id);
  while ((await settleRefunds(shop.context)) > 0);
  const { charges, refunds } = shop.gateway.ledger();
  const charge = charges.find(({ order_code }) => order_code === renewal?.code);
  const back = refunds.filter(({ transaction_id }) => transaction_id === charge?.transaction_id);
  expect(back.map(({ amount }) => amount)).toEqual([13_500]);
  expect(await resume(bought)).toMatchObject({ ok: false, error: { code: 'RESUME_REFUSED' } });
  await shop.goTo(subscription.ends_on ?? '');
  expect(await mayWatch(shop.db, bought.user_id, 'course')).toBe(true);
  await shop.goTo(addDays(subscription.ends_on ?? '', 1));
  expect(await shop.subscription(bought.id)).toMatchObject({ status: 'expired' });
  await shop.goTo(addDays(due, 400));
  expect(await shop.renewals(bought.id)).toHaveLength(2);
  expect(shop.surprises).toEqual([]);
});

test('of unused months only what an earlier refund has left is refunded, and the mail names that amount', async () => {
  const bought = await shop.buy('membership');
  await shop.goTo(dueOf(bought));
  await shop.goTo(addDays(dueOf(bought), 70));
  const [renewal] = await shop.renewals(bought.id);
  const line = await rowOf(shop.db, 'order_lines', { order_id: renewal?.id });
  await inTransaction(shop.db, (trx) =>
    createRefund(trx, shop.context, {
      ...{ order_id: line.order_id, includes_shipping: false, cause: 'operator' },
      lines: [{ line_id: line.id, quantity: 0, amount: cents(9_000) }],
    }),
  );
  expect((await show(bought))?.on_cancel?.refund).toBe(13_500);
  await cancel(bought);
  const mail = await rowOf(shop.db, 'outbox', {
    template: 'subscription_cancelled',
    recipient: (await rowOf(shop.db, 'users', { id: bought.user_id })).email,
  });
  expect(mail.facts).toMatchObject({ refund: 9_000 });
  const given = await rowOf(shop.db, 'refunds', { order_id: line.order_id, cause: 'cancellation' });
  expect(given.amount_cents + given.credit_cents).toBe(9_000);
});

test('ended subscriptions are listed after running ones, even when they are newer', async () => {
  const running = await shop.buy('membership');
  shop.advance(60_000);
  const ended = await shop.buy('subscription');
  const expired = { user_id: running.user_id, status: 'expired', next_action_at: null };
  await changeRows(shop.db, 'subscriptions', { id: ended.id }, expired);
  const page = { locale: 'de', number: 1, size: 10 } as const;
  const { items } = await listSubscriptions(shop.context, running.user_id, page);
  expect(items.map(({ id }) => id)).toEqual([running.id, ended.id]);
  const second = { locale: 'de', number: 2, size: 1 } as const;
  const last = await listSubscriptions(shop.context, running.user_id, second);
  expect([last.total, ...last.items.map(({ id }) => id)]).toEqual([2, ended.id]);
});

test('a cancelled subscription can be resumed until the last instant of the paid time, even before a job has ended it', async () => {
  const bought = await shop.buy('subscription');
  await changeRows(shop.db, 'subscriptions', { id: bought.id }, { free_periods: 1 });
  await cancel(bought);
  shop.advance(bought.period_ends_at.getTime() - 1 - shop.context.clock.now());
  expect(await resume(bought)).toMatchObject({
    ok: true,
    value: { attributes: { status: 'active', next_charge: { day: dueOf(bought), amount: 0 } } },
  });
  const { email } = await rowOf(shop.db, 'users', { id: bought.user_id });
  const mail = await rowOf(shop.db, 'outbox', { recipient: email, template: 'subscription_resumed' });
  expect(mail.facts, 'the next month is free').toMatchObject({ due: dueOf(bought), amount: 0 });
  await cancel(bought);
  shop.advance(1);
  expect(await resume(bought)).toMatchObject({ ok: false, error: { code: 'RESUME_REFUSED' } });
  expect(await shop.subscription(bought.id)).toMatchObject({ status: 'cancelled' });
});

test('a cancelled subscription is not resumed beside a newer one of the same product', async () => {
  const bought = await shop.buy('subscription');
  await cancel(bought);
  const { user_id } = bought;
  const again = async (kind: 'membership' | 'subscription') => {
    const { id } = await shop.buy(kind);
    await changeRows(shop.db, 'subscriptions', { id }, { user_id });
    return shop.subscription(id);
  };
  await again('membership');
  expect((await show(bought))?.can_resume).toBe(true);
  const newer = await again('subscription');
  expect(await show(bought)).toMatchObject({ status: 'cancelled', can_resume: false });
  expect(await resume(bought)).toMatchObject({ ok: false, error: { code: 'RESUME_REFUSED' } });
  await cancel(newer);
  expect((await show(bought))?.can_resume).toBe(true);
  const resumed = await Promise.all([resume(bought), resume(newer)]);
  expect(
    resumed.filter(({ ok }) => ok),
    'contracts that renew',
  ).toHaveLength(1);
});

test('a subscription is not resumed for an account that is deleted at the same time', async () => {
  const bought = await shop.buy('membership');
  await cancel(bought);
  const { resuming } = await inTransaction(shop.db, async (trx) => {
    const account = await lockErasable(trx, bought.user_id, null);
    if (!account.ok) throw new Error(account.error.code);
    const resuming = resume(bought);
    await untilBlocked(shop.db);
    await eraseAccount(trx, shop.context, account.value);
    return { resuming };
  });
  expect(await resuming).toMatchObject({ ok: false, error: { code: 'UNAUTHENTICATED' } });
  expect(await shop.subscription(bought.id)).toMatchObject({ status: 'cancelled' });
});

test('a past due subscription ends at once when it is cancelled; its renewal order is cancelled', async () => {
  const bought = await shop.buy('subscription', { nonce: 'fake-declined-when-stored-nonce' });
  await shop.goTo(dueOf(bought));
  expect(await show(bought)).toMatchObject({
    status: 'past_due',
    next_charge: { day: addDays(dueOf(bought), 3) },
    on_cancel: { ends_on: shop.today(), refund: 0 },
  });
  // The job is late, so the overdue charge is made today.
  shop.advance(5 * 86_400_000);
  expect(await show(bought)).toMatchObject({ next_charge: { day: shop.today() } });
  await cancel(bought);
  expect(await shop.subscription(bought.id)).toMatchObject({
    status: 'expired',
    ends_on: shop.today(),
    ended_at: new Date(shop.context.clock.now()),
    next_action_at: null,
  });
  expect(await shop.renewals(bought.id)).toMatchObject([{ state: 'voided' }]);
  expect(await mayWatch(shop.db, bought.user_id, 'course')).toBe(false);
});

test('a redeemed period is announced, ends automatically and is never charged', async () => {
  const former = await shop.buy('subscription');
  await cancel(former);
  await shop.goTo(dueOf(former));
  const giftCodeId = await giveVoucher(shop.db, 0);
  const gift = { userId: former.user_id, productId: 'masterpass', giftCodeId };
  await inTransaction(shop.db, (trx) => startRedeemedPeriod(trx, shop.context, gift));
  const redeemed = await rowOf(shop.db, 'subscriptions', { gift_code_id: giftCodeId });
  const lastDay = addDays(dueOf(redeemed), -1);
  expect(await show(redeemed)).toMatchObject({
    renews: false,
    price: 0,
    next_charge: null,
    on_cancel: null,
    ends_on: lastDay,
  });
  expect(await cancel(redeemed)).toMatchObject({ ok: false, error: { code: 'NOTHING_TO_CANCEL' } });
  expect(await resume(redeemed)).toMatchObject({ ok: true, value: { attributes: { ends_on: lastDay } } });
  const card = { payment_method_nonce: 'fake-valid-nonce', device_data: null };
  expect(await changePaymentMethod(shop.context, shop.ownerOf(redeemed), redeemed.id, card)).toMatchObject({
    ok: false,
    error: { code: 'NOTHING_TO_CHARGE' },
  });
  expect(await shop.subscription(redeemed.id)).toEqual(redeemed);
  await shop.goTo(addDays(dueOf(redeemed), -30));
  expect(await mayWatch(shop.db, redeemed.user_id, 'course')).toBe(true);
  await shop.goTo(dueOf(redeemed));
  expect(await shop.subscription(redeemed.id)).toMatchObject({ status: 'expired' });
  expect(await mayWatch(shop.db, redeemed.user_id, 'course')).toBe(false);
  expect(await shop.renewals(redeemed.id)).toEqual([]);
  expect((await shop.mails(redeemed)).slice(-2)).toEqual(['subscription_ending', 'subscription_ended']);
});
