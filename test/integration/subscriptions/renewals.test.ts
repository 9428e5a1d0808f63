import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { addDays, startOfDay } from '#core/rules/basics/calendar.ts';
import { mayWatch } from '#server/learning/lesson-access.ts';
import { checkOutOrder } from '#server/orders/check-out-order.ts';
import { lockOrderOnly, transitionOrder } from '#server/orders/lock-order.ts';
import { createRefund } from '#server/payments/create-refund.ts';
import { deleteExpiredData } from '#server/personal-data/delete-expired-data.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { InvoiceFacts } from '#server/platform/pdf/invoice-pdf.ts';
import { renewSubscriptions } from '#server/subscriptions/renew-subscriptions.ts';
import type { SubscriptionRow } from '#server/subscriptions/subscription-rows.ts';
import { paymentOf, refundWhole, sellProduct } from '#test/integration/orders/order-shop.ts';
import { explainAll } from '#test/integration/support/explain-all.ts';
import { withCardGateway } from '#test/integration/support/gateways.ts';
import { changeRows, insertRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { vienna } from '#test/support/vienna.ts';
import { dueOf, openSubscriptionShop, prices } from './subscription-shop.ts';

const shop = await openSubscriptionShop();
beforeEach(shop.endAll);

/** Returns the invoice date and the paid period of each invoice of a subscription, the purchase first. */
async function invoices({ id, order_id }: SubscriptionRow) {
  const rows = await shop.db
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.id', 'invoices.order_id')
    .select('facts')
    .where('invoices.kind', '=', 'invoice')
    .where((where) => where.or([where('orders.id', '=', order_id), where('subscription_id', '=', id)]))
    .orderBy('orders.created_at')
    .execute();
  return rows.flatMap(({ facts }) => {
    const { day, lines } = facts as InvoiceFacts;
    return lines.map(({ supply }) => ({ day, supply }));
  });
}

test('a monthly subscription is charged once in each period, with an order, an invoice and a mail', async () => {
  const bought = await shop.buy('subscription');
  expect(bought).toMatchObject({
    status: 'active',
    paid_periods: 1,
    price_cents: 1_900,
    started_on: '2026-11-21',
  });
  expect(bought.vault_token).toMatch(/^vault:/);
  const { numDeletedRows } = await shop.db
    .deleteFrom('addresses')
    .where('user_id', '=', bought.user_id)
    .executeTakeFirstOrThrow();
  expect(numDeletedRows, 'addresses that the purchase kept').toBe(1n);
  await shop.goTo('2026-12-20');
  expect(await shop.renewals(bought.id)).toEqual([]);
  await shop.goTo('2026-12-21');
  await shop.goTo('2027-01-21');
  const subscription = await shop.subscription(bought.id);
  expect(subscription).toMatchObject({ status: 'active', paid_periods: 3, failures: 0 });
  expect(subscription.next_action_at).toEqual(subscription.period_ends_at);
  const renewals = await shop.renewals(bought.id);
  expect(renewals).toMatchObject([
    { period_number: 2, state: 'paid', total_cents: 1_900 },
    { period_number: 3, state: 'paid', total_cents: 1_900 },
  ]);
  const codes = renewals.map(({ code }) => code);
  const charges = shop.gateway.ledger().charges.filter((charge) => codes.includes(charge.order_code));
  expect(charges.map(({ amount, customer_id }) => [amount, customer_id])).toEqual([
    [1_900, bought.order_id],
    [1_900, bought.order_id],
  ]);
  expect(await invoices(bought)).toHaveLength(3);
  const promised = await shop.db
    .selectFrom('digital_contents')
    .innerJoin('order_lines', 'order_lines.id', 'digital_contents.order_line_id')
    .select('order_id')
    .execute();
  expect(promised, 'renewals continue what the first order promised').toEqual([
    { order_id: bought.order_id },
  ]);
  expect(await shop.mails(bought)).toEqual(['order', 'renewal', 'renewal']);
  const kept = await rowsOf(shop.db, 'addresses', { user_id: bought.user_id });
  expect(kept, 'an address that its owner has removed stays away').toEqual([]);
  expect(shop.surprises).toEqual([]);
});

test('an invoice contains the first and the last day of its period, also if it is issued late', async () => {
  await shop.goTo('2027-01-31');
  const monthly = await shop.buy('subscription');
  const yearly = await shop.buy('membership');
  // The renewal of 28 February runs two days late, as after an outage of the shop.
  await shop.goTo('2027-03-02');
  await shop.goTo('2027-03-31');
  expect(await invoices(monthly)).toEqual([
    { day: '2027-01-31', supply: { from: '2027-01-31', to: '2027-02-27' } },
    { day: '2027-03-02', supply: { from: '2027-02-28', to: '2027-03-30' } },
    { day: '2027-03-31', supply: { from: '2027-03-31', to: '2027-04-29' } },
  ]);
  await shop.goTo('2028-01-31');
  expect(await invoices(yearly)).toEqual([
    { day: '2027-01-31', supply: { from: '2027-01-31', to: '2028-01-30' } },
    { day: '2028-01-31', supply: { from: '2028-01-31', to: '2029-01-30' } },
  ]);
});

test('a coupon reduces the first period only', async () => {
  const bought = await shop.buy('subscription', { coupon: 'HALF', due: 950 });
  await shop.goTo(dueOf(bought));
  expect(await shop.renewals(bought.id)).toMatchObject([{ state: 'paid', total_cents: prices.subscription }]);
});

test('a membership is announced 30 days before it renews, once, and gives access all the while', async () => {
  const bought = await shop.buy('membership');
  const due = dueOf(bought);
  const before = (days: number) => addDays(due, -days);
  await shop.goTo(before(31));
  expect(await shop.mails(bought)).toEqual(['order']);
  await shop.goTo(before(30));
  await shop.goTo(before(29));
  expect(await shop.mails(bought)).toEqual(['order', 'renewal_reminder']);
  expect(await mayWatch(shop.db, bought.user_id, 'course')).toBe(true);
  await shop.goTo(due);
  expect(await shop.mails(bought)).toEqual(['order', 'renewal_reminder', 'renewal']);
  expect(await shop.subscription(bought.id)).toMatchObject({ status: 'active', paid_periods: 2 });
});

test('the job that sends reminders reads no monthly subscription, however many there are', async () => {
  const { id } = await shop.buy('subscription');
  const [plan] = await explainAll(shop.db, shop.remind, {
    isMeant: ({ text }) => text.includes('set reminded_period'),
    async prepare(trx) {
      await sql`insert into subscriptions select (jsonb_populate_record(old, jsonb_build_object(
          'id', gen_random_uuid(), 'code', 'VIEL' || number))).*
        from subscriptions old, generate_series(1, 3000) number where id = ${id}`.execute(trx);
      await sql`analyze subscriptions`.execute(trx);
    },
  });
  expect(plan).toMatch(/"Index Name":"subscriptions_to_remind"[^{}]*"Index Cond":"[^"]*<=/);
});

test('a membership whose reminder was missed is announced first and charged a week later, with the same anchor day', async () => {
  const bought = await shop.buy('membership');
  const due = dueOf(bought);
  const stand = startOfDay(addDays(due, 9)) - shop.context.clock.now();
  // The jobs do not run from before the reminder until nine days after the due day.
  shop.advance(stand);
  await shop.remind();
  await shop.renew();
  expect(await shop.mails(bought)).toEqual(['order', 'renewal_reminder']);
  const { email } = await rowOf(shop.db, 'users', { id: bought.user_id });
  const { facts } = await rowOf(shop.db, 'outbox', { recipient: email, template: 'renewal_reminder' });
  const told = { due: addDays(due, 16), amount: prices.membership, paid_until: addDays(due, -1) };
  expect(facts).toMatchObject(told);
  expect(await shop.renewals(bought.id)).toEqual([]);
  expect(await mayWatch(shop.db, bought.user_id, 'course')).toBe(true);
  await shop.goTo(addDays(due, 15));
  expect(await shop.renewals(bought.id)).toEqual([]);
  await shop.goTo(addDays(due, 16));
  expect(await shop.mails(bought)).toEqual(['order', 'renewal_reminder', 'renewal']);
  const renewed = await shop.subscription(bought.id);
  expect(renewed).toMatchObject({ status: 'active', paid_periods: 2, anchor_day: bought.anchor_day });
  expect(renewed.period_started_at).toEqual(bought.period_ends_at);
  await shop.goTo(dueOf(renewed));
  expect((await shop.renewals(bought.id)).map(({ state }) => state)).toEqual(['paid', 'paid']);
});

test('a declined card is charged on the due day and 3, 5 and 7 days later; then the subscription ends', async () => {
  const bought = await shop.buy('subscription', { nonce: 'fake-declined-when-stored-nonce' });
  const due = dueOf(bought);
  const day = (days: number) => addDays(due, days);
  for (const [days, failures] of [
    [0, 1],
    [2, 1],
    [3, 2],
    [4, 2],
    [5, 3],
    [6, 3],
  ] as const) {
    await shop.goTo(day(days));
    expect(await shop.subscription(bought.id)).toMatchObject({ status: 'past_due', failures });
    expect(await mayWatch(shop.db, bought.user_id, 'course')).toBe(true);
  }
  await shop.goTo(day(7));
  expect(await shop.subscription(bought.id)).toMatchObject({
    status: 'expired',
    failures: 4,
    next_action_at: null,
    ends_on: day(7),
  });
  expect(await mayWatch(shop.db, bought.user_id, 'course')).toBe(false);
  expect(await shop.renewals(bought.id)).toMatchObject([{ period_number: 2, state: 'voided' }]);
  expect(await shop.mails(bought)).toEqual([
    'order',
    'renewal_failed',
    'renewal_failed',
    'renewal_failed',
    'subscription_ended',
  ]);
  await shop.goTo(day(60));
  expect(await shop.renewals(bought.id)).toHaveLength(1);
  expect(shop.surprises).toEqual([]);
});

test('a membership and a subscription of one order begin with their own price and period, and end separately', async () => {
  const cart = await shop.storeCart({ lines: { course: 1, masterpass: 1, monthly: 1 } });
  const order = await shop.ordered(cart);
  const paid = await shop.pay(order.id, 'fake-valid-nonce', order.attributes.amount_due);
  expect(paid).toMatchObject({ ok: true });
  const facts = ['product_id', 'price_cents', 'period_months', 'status'] as const;
  const begun = await rowsOf(shop.db, 'subscriptions', { order_id: order.id }, facts, 'product_id');
  expect(begun).toEqual([
    { product_id: 'masterpass', price_cents: prices.membership, period_months: 12, status: 'active' },
    { product_id: 'monthly', price_cents: prices.subscription, period_months: 1, status: 'active' },
  ]);
  const line = await rowOf(shop.db, 'order_lines', { order_id: order.id, product_id: 'monthly' });
  const lines = [{ line_id: line.id, quantity: 1 }];
  const back = { order_id: order.id, lines, includes_shipping: false, cause: 'operator' } as const;
  await inTransaction(shop.db, (trx) => createRefund(trx, shop.context, back));
  const columns = ['product_id', 'status'] as const;
  const left = await rowsOf(shop.db, 'subscriptions', { order_id: order.id }, columns, 'product_id');
  expect(left).toEqual([
    { product_id: 'masterpass', status: 'active' },
    { product_id: 'monthly', status: 'expired' },
  ]);
});

test('a renewal has the accepted terms of the purchase, and the address of the address book before that of the purchase', async () => {
  const bought = await shop.buy('subscription');
  const { order_id, user_id } = bought;
  const terms = { agbs: 'of the purchase' };
  await changeRows(shop.db, 'orders', { id: order_id }, { accepted_versions: JSON.stringify(terms) });
  await shop.db.deleteFrom('addresses').where('user_id', '=', user_id).execute();
  const renewed = async () => {
    await shop.goTo(dueOf(await shop.subscription(bought.id)));
    const columns = ['accepted_versions', 'billing_address'] as const;
    const orders = await rowsOf(shop.db, 'orders', { subscription_id: bought.id }, columns, 'period_number');
    return orders.at(-1);
  };
  expect(await renewed()).toEqual({ accepted_versions: terms, billing_address: vienna });
  const moved = { ...vienna, street: 'Neue Straße' };
  const address = { user_id, created_at: new Date(shop.context.clock.now()), is_default_shipping: false };
  await insertRows(shop.db, 'addresses', [
    { ...address, id: randomUUID(), fields: JSON.stringify(vienna), is_default_billing: false },
    { ...address, id: randomUUID(), fields: JSON.stringify(moved), is_default_billing: true },
  ]);
  expect(await renewed()).toEqual({ accepted_versions: terms, billing_address: moved });
});

test('a renewal that was refused and then paid has the owner’s e-mail, language and address of the day of payment', async () => {
  const subscription = await pastDue();
  const { user_id } = subscription;
  const email = `${randomUUID()}@meisterhand.example`;
  await changeRows(shop.db, 'users', { id: user_id }, { email, preferred_language: 'en' });
  const moved = { ...vienna, street: 'Neue Straße' };
  const address = { fields: JSON.stringify(moved), is_default_billing: true };
  await changeRows(shop.db, 'addresses', { user_id }, address);
  await shop.goTo(addDays(shop.today(), 3));
  const { id } = await renewalOf(subscription);
  const now = { email, locale: 'en' };
  const order = await rowOf(shop.db, 'orders', { id });
  expect(order).toMatchObject({ ...now, state: 'paid', billing_address: moved });
  const { facts } = await rowOf(shop.db, 'invoices', { order_id: id });
  expect(facts).toMatchObject({ ...now, address: moved });
  const { locale } = await rowOf(shop.db, 'outbox', { recipient: email, template: 'renewal' });
  expect(locale).toBe('en');
});

/** Returns VAT rate and included VAT in cents of each order of a subscription, oldest first. */
async function invoicesOf(subscription: { readonly id: string; readonly order_id: string | null }) {
  const rows = await shop.db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .select(['order_lines.vat_rate', 'orders.included_vat_cents'])
    .where((where) =>
      where.or([
        where('orders.id', '=', subscription.order_id),
        where('orders.subscription_id', '=', subscription.id),
      ]),
    )
    .orderBy('orders.created_at')
    .execute();
  return rows.map((row) => [row.vat_rate, row.included_vat_cents]);
}

const nextMonth = () => {
  const [year = 0, month = 0, date = 0] = shop.today().split('-').map(Number);
  return new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);
};

async function startOneStopShop(oss_from: string | null): Promise<void> {
  const value = JSON.stringify({ oss_from });
  await shop.db
    .insertInto('contents')
    .values({ key: 'vat', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

test.each([
  ['CH', [0, 0]],
  ['GB', [0, 0]],
  ['AT', [19, 303]],
  ['DE', [19, 303]],
])('a subscription from %s is renewed with the VAT of its first invoice', async (country, expected) => {
  const pass = await shop.buy('subscription', { country });
  expect(pass.vat_country).toBe(country);
  await shop.goTo(nextMonth());
  expect(await invoicesOf(pass)).toEqual([expected, expected]);
});

test('a subscription beside a book to Switzerland has the VAT of the billing address, and so do its renewals', async () => {
  await sellProduct(shop.db, { id: 'book', kind: 'book', price: 2_490, stock: 5 });
  const cart = await shop.storeCart({ lines: { monthly: 1, book: 1 } });
  const zurich = { ...vienna, postal_code: '8001', city: 'Zürich', country: 'CH' };
  await changeRows(shop.db, 'carts', { public_id: cart }, { shipping_address: JSON.stringify(zurich) });
  const order = await shop.ordered(cart);
  const due = order.attributes.amount_due;
  const billing_address = { ...vienna, postal_code: '10119', city: 'Berlin', country: 'DE' };
  const payment = { ...paymentOf(order.id, 'fake-valid-nonce', due), billing_address };
  const paid = await checkOutOrder(shop.context, shop.callerFor(order.id), payment);
  expect(paid).toMatchObject({ ok: true, value: { attributes: { state: 'paid' } } });
  const pass = await rowOf(shop.db, 'subscriptions', { order_id: order.id });
  expect(pass.vat_country).toBe('DE');
  const rates = await rowsOf(shop.db, 'order_lines', { order_id: order.id }, ['vat_rate'], 'product_id');
  expect(
    rates.map(({ vat_rate }) => vat_rate),
    'of book and subscription',
  ).toEqual([0, 19]);
  const factsOf = async (values: { order_id: string; kind: string }) =>
    (await rowOf(shop.db, 'invoices', values)).facts;
  const subscribed = { rate: 19, country: 'DE', gross: 1_900, vat: 303 };
  expect(await factsOf({ order_id: order.id, kind: 'invoice' })).toMatchObject({
    total: due,
    vat_shares: [subscribed, { rate: 0, gross: due - 1_900, vat: 0 }],
    is_third_country: true,
  });
  await shop.goTo(nextMonth());
  const renewed = await rowOf(shop.db, 'orders', { subscription_id: pass.id });
  expect(renewed).toMatchObject({ vat_country: 'DE', digital_vat_country: null });
  expect(await factsOf({ order_id: renewed.id, kind: 'invoice' })).toMatchObject({
    vat_shares: [{ rate: 19, gross: 1_900, vat: 303 }],
    is_third_country: false,
  });
  await refundWhole(shop.context, order.id);
  expect(await factsOf({ order_id: order.id, kind: 'correction' })).toMatchObject({
    vat_shares: [
      { ...subscribed, gross: -1_900, vat: -303 },
      { rate: 0, gross: 1_900 - due },
    ],
  });
});

test('from the first day of the one-stop shop the VAT of the customer’s country applies', async () => {
  const pass = await shop.buy('subscription', { country: 'FI' });
  await startOneStopShop(nextMonth());
  await shop.goTo(nextMonth());
  await startOneStopShop(null);
  expect(await invoicesOf(pass)).toEqual([
    [19, 303],
    [25.5, Math.round((1_900 * 25.5) / 125.5)],
  ]);
});

test('a renewal that was refused before the one-stop shop began has the VAT of the day of payment', async () => {
  const subscription = await pastDue();
  await startOneStopShop(addDays(shop.today(), 1));
  await shop.goTo(addDays(shop.today(), 3));
  await startOneStopShop(null);
  expect(await invoicesOf(subscription)).toEqual([
    [19, 303],
    [20, 317],
  ]);
  const { id } = await renewalOf(subscription);
  const line = await rowOf(shop.db, 'order_lines', { order_id: id });
  expect(line.included_vat_cents).toBe(317);
  const { facts } = await rowOf(shop.db, 'invoices', { order_id: id });
  expect(facts).toMatchObject({ total: 1_900, vat_shares: [{ rate: 20, gross: 1_900, vat: 317 }] });
});

const day = 24 * 60 * 60_000;

async function deleteAll(): Promise<void> {
  while ((await deleteExpiredData(shop.context)) > 0);
}

async function renewalOf({ id }: SubscriptionRow) {
  const [order] = await shop.renewals(id);
  if (order === undefined) throw new Error(`Subscription ${id} has no renewal`);
  return order;
}

/** Buys a subscription of which the first renewal is declined. */
async function pastDue(): Promise<SubscriptionRow> {
  const { id, period_ends_at } = await shop.buy('subscription');
  const context = withCardGateway(shop.context, {
    ...shop.gateway,
    chargeStored: async () => ({ outcome: 'declined', transaction_id: null, reason: 'PROCESSOR_DECLINED' }),
  });
  shop.advance(period_ends_at.getTime() - shop.context.clock.now());
  while ((await renewSubscriptions(context)) > 0);
  const subscription = await shop.subscription(id);
  expect(subscription.status).toBe('past_due');
  return subscription;
}

test('the deletion of unpaid orders keeps an order that a subscription waits for, which is paid later', async () => {
  const subscription = await pastDue();
  shop.advance(40 * day);
  await deleteAll();
  const order = await renewalOf(subscription);
  expect(order.state).toBe('verified');
  await shop.renew();
  expect(await shop.subscription(subscription.id)).toMatchObject({ status: 'active', failures: 0 });
  expect((await renewalOf(subscription)).state).toBe('paid');
});

test('the personal data of an unpaid order is deleted when its period was paid by another order', async () => {
  const subscription = await pastDue();
  const { id } = await renewalOf(subscription);
  await shop.db.updateTable('orders').set({ period_number: 1 }).where('id', '=', id).execute();
  shop.advance(40 * day);
  await deleteAll();
  expect((await rowOf(shop.db, 'orders', { id })).email).toMatch(/^deleted-/);
});

test('the personal data of an unpaid order of an ended subscription is deleted after thirty days', async () => {
  const subscription = await pastDue();
  await shop.goTo(addDays(shop.today(), 2));
  const without = { vault_token: null, vault_provider: null };
  await changeRows(shop.db, 'subscriptions', { id: subscription.id }, without);
  for (let tries = 0; tries < 4; tries += 1) await shop.goTo(addDays(shop.today(), 7));
  expect((await shop.subscription(subscription.id)).status).toBe('expired');
  const { id, state } = await renewalOf(subscription);
  expect(state).toBe('voided');
  const email = async () => (await rowOf(shop.db, 'orders', { id })).email;
  await deleteAll();
  expect(await email()).not.toMatch(/^deleted-/);
  shop.advance(40 * day);
  await deleteAll();
  expect(await email()).toMatch(/^deleted-/);
});

test.for(['past_due', 'active'] as const)(
  'a subscription that is %s ends when its order was closed unpaid',
  async (status) => {
    const subscription = await pastDue();
    const { id } = await renewalOf(subscription);
    await inTransaction(shop.db, async (trx) => {
      const order = await lockOrderOnly(trx, id);
      await transitionOrder(trx, shop.context, { order, event: 'void', cause: 'background' });
      await trx.updateTable('subscriptions').set({ status }).where('id', '=', subscription.id).execute();
    });
    shop.advance(4 * day);
    await shop.renew();
    expect(await shop.subscription(subscription.id)).toMatchObject({
      status: 'expired',
      ends_on: shop.today(),
      next_action_at: null,
    });
    expect((await shop.mails(subscription)).at(-1)).toBe('subscription_ended');
  },
);
