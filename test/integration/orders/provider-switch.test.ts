import { describe, expect, test } from 'vitest';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import type { CardGateway } from '#ports/payment-gateway.ts';
import { resolveUnknownPayments } from '#server/orders/charging/due-payment-attempts.ts';
import { checkOutOrder } from '#server/orders/check-out-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { refuseOrphanedPayments } from '#server/payments/orphaned-payments.ts';
import { settleRefunds } from '#server/payments/settle-refunds.ts';
import { changePaymentMethod } from '#server/subscriptions/change-payment-method.ts';
import { renewSubscriptions } from '#server/subscriptions/renew-subscriptions.ts';
import { openSubscriptionShop } from '#test/integration/subscriptions/subscription-shop.ts';
import { withCardGateway } from '#test/integration/support/gateways.ts';
import { rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { createMemoryPaymentGateway } from '#test/support/memory-payment-gateway.ts';
import { paymentOf, refundWhole } from './order-shop.ts';

type Identity = Pick<CardGateway, 'name' | 'identity'>;

/** Opens a shop that has sold through one provider and account, and the gateway to which its operator switches. */
async function openSwitchingShop(sold: Identity) {
  const shop = await openSubscriptionShop();
  const before = { ...shop.gateway, ...sold };
  Object.assign(shop.context, withCardGateway(shop.context, before));
  const next = createMemoryPaymentGateway();
  const paymentGateway = { ...next, name: 'braintree', identity: 'braintree/second' } as const;
  const forgetful: OrderContext = { ...withCardGateway(shop.context, paymentGateway), pastGateways: [] };
  /** New payments use the new provider. The earlier provider is kept for existing payments. */
  const switched: OrderContext = { ...forgetful, pastGateways: [before] };

  async function openOrder() {
    const cart = await shop.storeCart({ lines: { course: 1 } });
    return shop.ordered(cart, `${crypto.randomUUID()}@meisterhand.example`);
  }

  return {
    ...shop,
    next,
    switched,
    /** Like `switched`, but without the earlier provider. */
    forgetful,
    async order(nonce: string) {
      const order = await openOrder();
      await shop.pay(order.id, nonce, 8_900);
      return order;
    },
    async orderAfterSwitch() {
      const order = await openOrder();
      const payment = paymentOf(order.id, 'fake-valid-nonce', 8_900);
      const paid = await checkOutOrder(switched, shop.callerFor(order.id), payment);
      if (!paid.ok) throw new Error(`Not paid: ${paid.error.code}`);
      return order;
    },
    stateOf: async (id: string) => (await rowOf(shop.db, 'orders', { id })).state,
    refund: (id: string) => refundWhole(switched, id, false),
  };
}

const changes: readonly [string, Identity, cure: string][] = [
  ['another provider', { name: 'sandbox', identity: 'sandbox' }, 'Add sandbox to EARLIER_PAYMENT_MODULES'],
  [
    'another account of the same provider',
    { name: 'braintree', identity: 'braintree/first' },
    'Set its account first with its keys in the variables EARLIER_BRAINTREE_…',
  ],
];

describe.each(changes)('after a change to %s', async (_, sold, cure) => {
  const shop = await openSwitchingShop(sold);

  test('a payment whose response was lost is looked up at its own provider, and never at the new one', async () => {
    const order = await shop.order('fake-timeout-after-charge-nonce');
    expect(await shop.stateOf(order.id)).toBe('unknown');
    shop.advance(20_000);
    expect(await resolveUnknownPayments(shop.forgetful)).toBe(0);
    expect(await shop.stateOf(order.id)).toBe('unknown');
    expect(await resolveUnknownPayments(shop.switched)).toBe(1);
    expect(await shop.stateOf(order.id)).toBe('paid');
    expect(shop.next.ledger().charges).toEqual([]);
  });

  test('a new payment uses the new provider, and each refund the provider of its charge', async () => {
    const before = await shop.order('fake-valid-nonce');
    const after = await shop.orderAfterSwitch();
    const charges = shop.next.ledger().charges.map(({ order_code }) => order_code);
    expect(charges).toEqual([after.attributes.code]);
    await shop.refund(before.id);
    await shop.refund(after.id);
    while ((await settleRefunds(shop.switched)) > 0);
    expect(shop.gateway.ledger().refunds.map(({ amount }) => amount)).toEqual([8_900]);
    expect(shop.next.ledger().refunds.map(({ amount }) => amount)).toEqual([8_900]);
    expect(await shop.stateOf(before.id)).toBe('refunded');
    expect(await shop.stateOf(after.id)).toBe('refunded');
  });

  test('a stored card renews at its own provider until its owner stores one at the new one', async () => {
    const subscription = await shop.buy('subscription');
    const renewDay = async () => {
      const { period_ends_at } = await shop.subscription(subscription.id);
      shop.advance(period_ends_at.getTime() + 600_000 - shop.context.clock.now());
      while ((await renewSubscriptions(shop.switched)) > 0);
      return calendarDay(shop.context.clock.now());
    };
    const renewed = async () =>
      (await shop.renewals(subscription.id)).map(({ code, state }) => ({
        state,
        by: [shop.gateway, shop.next]
          .filter((gateway) => gateway.ledger().charges.some((charge) => charge.order_code === code))
          .map((gateway) => (gateway === shop.next ? 'new' : 'old')),
      }));
    await renewDay();
    expect(await renewed()).toEqual([{ state: 'paid', by: ['old'] }]);
    const changed = await changePaymentMethod(shop.switched, shop.ownerOf(subscription), subscription.id, {
      payment_method_nonce: 'fake-valid-nonce',
      device_data: null,
    });
    expect(changed.ok).toBe(true);
    expect(await shop.subscription(subscription.id)).toMatchObject({ vault_provider: 'braintree/second' });
    await renewDay();
    expect(await renewed()).toEqual([
      { state: 'paid', by: ['old'] },
      { state: 'paid', by: ['new'] },
    ]);
  });

  test('a server without the provider of a stored card charges nothing, and the next one renews', async () => {
    const other = await openSwitchingShop(sold);
    const subscription = await other.buy('subscription');
    other.advance(subscription.period_ends_at.getTime() + 600_000 - other.context.clock.now());
    await renewSubscriptions(other.forgetful);
    expect(other.surprises.splice(0).map((surprise) => (surprise as { event: string }).event)).toContain(
      'subscription_not_renewed',
    );
    expect(other.next.ledger().charges).toEqual([]);
    expect(await other.renewals(subscription.id)).toEqual([]);
    other.advance(120_000);
    while ((await renewSubscriptions(other.switched)) > 0);
    expect(await other.renewals(subscription.id)).toMatchObject([{ state: 'paid' }]);
  });

  test('the start is refused, with counts, while open payments belong to a provider that is not configured', async () => {
    const other = await openSwitchingShop(sold);
    await expect(refuseOrphanedPayments(other.forgetful)).resolves.toBeUndefined();
    await other.order('fake-timeout-after-charge-nonce');
    await other.order('fake-timeout-before-charge-nonce');
    const back = await other.order('fake-valid-nonce');
    await other.order('fake-valid-nonce');
    await other.order('fake-processor-declined-visa-nonce');
    await other.buy('subscription');
    await expect(refuseOrphanedPayments(other.forgetful)).rejects.toThrow(
      `The payment provider ${sold.identity} is not configured, and money still belongs to it: ` +
        '2 payments with an unknown outcome, 3 payments that may have to be refunded, ' +
        `0 refunds that are not paid out, 1 subscriptions with a stored card. ${cure}`,
    );
    await other.refund(back.id);
    await expect(refuseOrphanedPayments(other.forgetful)).rejects.toThrow('1 refunds that are not paid out');
    await expect(refuseOrphanedPayments(other.switched)).resolves.toBeUndefined();
    await expect(refuseOrphanedPayments(other.context)).resolves.toBeUndefined();
  });

  test('the start is refused while a payment that ended without money may still be granted late', async () => {
    const other = await openSwitchingShop(sold);
    const { id } = await other.order('fake-timeout-before-charge-nonce');
    other.advance(20_000);
    await resolveUnknownPayments(other.context);
    expect(await other.stateOf(id)).toBe('verified');
    await expect(refuseOrphanedPayments(other.forgetful)).rejects.toThrow(
      '1 payments with an unknown outcome, 0 payments that may have to be refunded',
    );
    await expect(refuseOrphanedPayments(other.switched)).resolves.toBeUndefined();
    other.advance(3_600_000);
    await resolveUnknownPayments(other.context);
    await expect(refuseOrphanedPayments(other.forgetful)).resolves.toBeUndefined();
  });

  test('the start is allowed when every payment is settled, refunded, or two years old', async () => {
    const other = await openSwitchingShop(sold);
    const back = await other.order('fake-valid-nonce');
    await other.order('fake-valid-nonce');
    await other.refund(back.id);
    while ((await settleRefunds(other.switched)) > 0);
    await expect(refuseOrphanedPayments(other.forgetful)).rejects.toThrow(
      '1 payments that may have to be refunded',
    );
    other.advance(730 * 86_400_000);
    await expect(refuseOrphanedPayments(other.forgetful)).resolves.toBeUndefined();
  });
});

/** Changes the rows to those of a version that stored only the name of the provider. */
async function forgetAccounts({ db }: OrderContext) {
  const provider = 'braintree';
  await db.updateTable('payment_attempts').set({ provider }).execute();
  await db
    .updateTable('subscriptions')
    .set({ vault_provider: provider })
    .where('vault_token', 'is not', null)
    .execute();
}

describe('rows of a version that did not store the account', async () => {
  const shop = await openSwitchingShop({ name: 'braintree', identity: 'braintree/first' });
  const order = await shop.order('fake-timeout-after-charge-nonce');
  const subscription = await shop.buy('subscription');
  const stored = async () => [
    ...new Set([
      ...(await rowsOf(shop.db, 'payment_attempts', {}, ['provider'])).map(({ provider }) => provider),
      (await shop.subscription(subscription.id)).vault_provider,
    ]),
  ];

  test('belong to the earlier account if one is configured, which a start stores', async () => {
    await forgetAccounts(shop.context);
    shop.advance(20_000);
    expect(await resolveUnknownPayments(shop.switched)).toBe(1);
    expect(await shop.stateOf(order.id)).toBe('paid');
    await refuseOrphanedPayments(shop.switched);
    expect(await stored()).toEqual(['braintree/first']);
    await expect(refuseOrphanedPayments(shop.forgetful)).rejects.toThrow(
      'provider braintree/first is not configured',
    );
  });

  test('belong to the only account of the provider otherwise', async () => {
    await forgetAccounts(shop.context);
    await refuseOrphanedPayments(shop.context);
    expect(await stored()).toEqual(['braintree/first']);
  });

  test('stay as they are without an account of the provider, and the start is refused', async () => {
    await forgetAccounts(shop.context);
    const sandbox = createMemoryPaymentGateway();
    const other = { ...withCardGateway(shop.context, sandbox), pastGateways: [] };
    await expect(refuseOrphanedPayments(other)).rejects.toThrow(
      'The payment provider braintree is not configured',
    );
    expect(await stored()).toEqual(['braintree']);
  });
});
