import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type WebhookEventName, webhookBodies, webhookEventNames } from '#api/webhook-events.ts';
import { postalAddress } from '#core/model/address.ts';
import { ok } from '#core/rules/basics/result.ts';
import { redeemCode } from '#server/gifts/redeem-code.ts';
import { changeShippingAddress } from '#server/orders/delivery/change-shipping-address.ts';
import { shipOrder } from '#server/orders/delivery/shipments.ts';
import { createRefund } from '#server/payments/create-refund.ts';
import { settleRefunds } from '#server/payments/settle-refunds.ts';
import { eraseAccount, lockErasable } from '#server/personal-data/erase-account.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { deliverWebhooks } from '#server/platform/webhooks/deliver-webhooks.ts';
import { recordEvent } from '#server/platform/webhooks/record-event.ts';
import { addEndpoint } from '#server/platform/webhooks/webhook-endpoints.ts';
import { cancelSubscription } from '#server/subscriptions/cancel-subscription.ts';
import { giveVoucher, offerCoupon, sellProduct } from '#test/integration/orders/order-shop.ts';
import { openSubscriptionShop, prices } from '#test/integration/subscriptions/subscription-shop.ts';
import { changeRows, rowOf } from '#test/integration/support/rows.ts';
import { openReceiver } from './webhook-receiver.ts';

const shop = await openSubscriptionShop();
const { db, context } = shop;
await sellProduct(db, { id: 'book', kind: 'book', price: 2_800, stock: 10 });

interface Sent {
  readonly type: WebhookEventName;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface PaidOrder {
  readonly total: number;
  readonly shipping_cost: number;
  readonly discount: number;
  readonly credit: number;
  readonly amount_due: number;
  readonly lines: readonly {
    readonly quantity: number;
    readonly unit_price: number;
    readonly total: number;
  }[];
}

function expectSums({ lines, ...order }: PaidOrder): void {
  const ofLines = lines.reduce((sum, line) => sum + line.total, 0);
  const before = lines.reduce((sum, { unit_price, quantity }) => sum + unit_price * quantity, 0);
  expect(ofLines + order.shipping_cost, 'sum of lines and shipping').toBe(order.total);
  expect(before - ofLines, 'discounts of the lines').toBe(order.discount);
  expect(order.total - order.credit, 'total without the credit').toBe(order.amount_due);
}

/** Runs `act` and returns all events that this causes, each validated with its schema. */
async function eventsOf(act: () => Promise<unknown>): Promise<readonly Sent[]> {
  const receiver = await openReceiver();
  const added = await addEndpoint(context, { url: receiver.url, events: webhookEventNames });
  if (!added.ok) throw new Error(added.error);
  await act();
  while ((await deliverWebhooks(context)) > 0);
  await db.deleteFrom('webhook_endpoints').execute();
  expect(shop.surprises).toEqual([]);
  return receiver.received.map(({ body }) => {
    const sent = JSON.parse(body) as Sent;
    expect(webhookBodies[sent.type].safeParse(sent).error).toBeUndefined();
    if (sent.type === 'order.paid') expectSums(sent.data as unknown as PaidOrder);
    return sent;
  });
}

const typesOf = (events: readonly Sent[]) => events.map(({ type }) => type).toSorted();

async function paidOrder(lines: Readonly<Record<string, number>>, total: number) {
  const cart = await shop.storeCart({ lines });
  const { id, attributes } = await shop.ordered(cart, `${randomUUID()}@meisterhand.example`);
  await shop.pay(id, 'fake-valid-nonce', attributes.total);
  expect(attributes.total).toBe(total);
  return { id, code: attributes.code };
}

test('the event of a paid order has its amounts and line items, but not the buyer’s name and address', async () => {
  const bought: { id: string; code: string }[] = [];
  const events = await eventsOf(async () => bought.push(await paidOrder({ course: 1, book: 2 }, 14_999)));
  const [order] = bought;
  const { user_id } = await rowOf(db, 'orders', { id: order?.id ?? '' });
  expect(events).toEqual([
    {
      type: 'order.paid',
      timestamp: new Date(context.clock.now()).toISOString(),
      data: {
        order_id: order?.id,
        order_code: order?.code,
        account_id: user_id,
        subscription_id: null,
        currency: 'EUR',
        total: 14_999,
        shipping_cost: 499,
        discount: 0,
        credit: 0,
        amount_due: 14_999,
        vat_country: 'AT',
        lines: [
          {
            product_id: 'course',
            kind: 'course',
            quantity: 1,
            unit_price: 8_900,
            total: 8_900,
            vat_rate: 19,
          },
          { product_id: 'book', kind: 'book', quantity: 2, unit_price: 2_800, total: 5_600, vat_rate: 7 },
        ],
      },
    },
  ]);
  expect(JSON.stringify(events)).not.toMatch(/Johanna|Brandt|Ringstraße|@/);
});

test('the event of a paid order has line totals after discounts, and the amount that a voucher paid', async () => {
  await offerCoupon(db, { code: 'TEN', percent: 10 });
  const voucherId = await giveVoucher(db, 3_000);
  const [event] = await eventsOf(async () => {
    const cart = await shop.storeCart({ lines: { course: 1, book: 1 }, coupon: 'TEN', voucherId });
    const { id, attributes } = await shop.ordered(cart, `${randomUUID()}@meisterhand.example`);
    await shop.pay(id, 'fake-valid-nonce', attributes.amount_due);
  });
  expect(event?.data).toMatchObject({
    discount: 890,
    credit: 3_000,
    total: 8_010 + 2_800 + 499,
    lines: [
      { unit_price: 8_900, total: 8_010 },
      { unit_price: 2_800, total: 2_800 },
    ],
  });
});

test('a changed address, a parcel and each paid-out refund cause an event', async () => {
  const { id, code } = await paidOrder({ book: 3 }, 8_899);
  const seen = postalAddress.parse((await rowOf(db, 'orders', { id })).shipping_address);
  const moved = { ...seen, street: 'Lindengasse', seen };
  const changed = await eventsOf(async () => {
    expect(await changeShippingAddress(context, id, moved)).toEqual(ok(null));
    expect(await changeShippingAddress(context, id, moved)).toEqual(ok(null));
  });
  expect(changed.map(({ type, data }) => ({ type, data }))).toEqual([
    { type: 'order.address_changed', data: { order_id: id, order_code: code } },
  ]);
  const shipped = await eventsOf(() => shipOrder(context, code, { carrier: 'ups', tracking_code: 'U-7' }));
  expect(shipped.map(({ type, data }) => ({ type, data }))).toEqual([
    {
      type: 'order.shipped',
      data: {
        order_id: id,
        order_code: code,
        parcel_id: expect.any(String),
        carrier: 'ups',
        tracking_code: 'U-7',
        is_complete: true,
      },
    },
  ]);
  const { id: line_id } = await rowOf(db, 'order_lines', { order_id: id });
  const refund = (quantity: number) =>
    inTransaction(db, (trx) =>
      createRefund(trx, context, {
        order_id: id,
        lines: [{ line_id, quantity }],
        includes_shipping: quantity === 2,
        cause: 'operator',
      }),
    );
  const decided = await eventsOf(() => refund(1));
  expect(decided).toEqual([]);
  const paidOut = await eventsOf(() => settleRefunds(context));
  const rest = await eventsOf(async () => {
    await refund(2);
    await settleRefunds(context);
  });
  expect([...paidOut, ...rest].map(({ type, data }) => ({ type, ...data }))).toEqual([
    expect.objectContaining({ type: 'order.refunded', amount: 2_800, credit: 0, is_whole: false }),
    expect.objectContaining({ type: 'order.refunded', amount: 6_099, credit: 0, is_whole: true }),
  ]);
});

test('a subscription causes an event when it starts, renews, is not paid and ends', async () => {
  const started = await eventsOf(() => shop.buy('subscription'));
  expect(typesOf(started)).toEqual(['order.paid', 'subscription.started']);
  const data = started.find(({ type }) => type === 'subscription.started')?.data;
  const subscription = await shop.subscription(String(data?.subscription_id));
  expect(data).toEqual({
    subscription_id: subscription.id,
    subscription_code: subscription.code,
    account_id: subscription.user_id,
    product_id: 'monthly',
    status: 'active',
    period_ends_at: subscription.period_ends_at.toISOString(),
  });
  const renewed = await eventsOf(() => shop.goTo('2026-12-21'));
  expect(typesOf(renewed)).toEqual(['order.paid', 'subscription.renewed']);
  expect(renewed.find(({ type }) => type === 'order.paid')?.data).toMatchObject({
    subscription_id: subscription.id,
    total: prices.subscription,
  });
  shop.gateway.script({ goes: 'declined', reason: 'PROCESSOR_DECLINED' });
  const failed = await eventsOf(() => shop.goTo('2027-01-21'));
  expect(failed.map(({ type, data: { status } }) => [type, status])).toEqual([
    ['subscription.payment_failed', 'past_due'],
  ]);
  const ended = await eventsOf(() =>
    cancelSubscription(context, shop.ownerOf(subscription), subscription.id),
  );
  expect(ended.map(({ type, data: { status } }) => [type, status])).toEqual([
    ['subscription.ended', 'expired'],
  ]);
});

test('events name a redeemed code by its id, never by the code, and a deleted account by its id', async () => {
  const code_id = await giveVoucher(db, 2_500);
  const { code } = await rowOf(db, 'gift_codes', { id: code_id });
  const { user_id } = await shop.buy('membership');
  await changeRows(db, 'users', { id: user_id }, { email_confirmed_at: new Date(context.clock.now()) });
  const redeemed = await eventsOf(() =>
    inTransaction(db, (trx) =>
      redeemCode(trx, context, { userId: user_id, code, address: '192.0.2.9', locale: 'de' }),
    ),
  );
  expect(redeemed.map(({ type, data }) => ({ type, data }))).toEqual([
    { type: 'code.redeemed', data: { code_id, account_id: user_id, kind: 'voucher', product_id: null } },
  ]);
  const deleted = await eventsOf(() =>
    inTransaction(db, async (trx) => {
      await trx.updateTable('subscriptions').set({ renews: false }).where('user_id', '=', user_id).execute();
      const account = await lockErasable(trx, user_id, new Date(context.clock.now() + 1));
      if (!account.ok) throw new Error(account.error.code);
      await eraseAccount(trx, context, account.value);
    }),
  );
  expect(deleted.map(({ type, data }) => ({ type, data }))).toEqual([
    { type: 'account.deleted', data: { account_id: user_id } },
  ]);
});

test('a transaction that is rolled back causes no event', async () => {
  const events = await eventsOf(() =>
    inTransaction(db, async (trx) => {
      await recordEvent(trx, context, 'account.deleted', () => ({ account_id: randomUUID() }));
      throw new Error('rolled back');
    }).catch(() => {}),
  );
  expect(events).toEqual([]);
});
