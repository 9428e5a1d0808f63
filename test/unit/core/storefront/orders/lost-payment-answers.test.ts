import { describe, expect, test } from 'vitest';
import { type CallFailure, err } from '#core/rules/basics/result.ts';
import { failing } from '#test/support/failing.ts';
import { settled } from '#test/support/settled.ts';
import { openShopper } from '#test/support/test-browser.ts';
import { answering, failure, payment, place, withTime } from './order-shopper.ts';

describe('a payment', () => {
  describe('whose response is lost', () => {
    const open: readonly CallFailure[] = [
      failure('NETWORK'),
      failure('UNREADABLE_ANSWER'),
      failure('UNAVAILABLE'),
      failure('INTERNAL'),
    ];

    test.each(open)(
      '($code) is sent again after one second with the same nonce, which charges once',
      async (lost) => {
        const opened = await openShopperThatLoses(1, lost);
        const order = await place(opened);
        const paying = opened.actions.payOrder(payment(order, 'fake-valid-nonce'));
        await expect.poll(() => opened.sent.length).toBe(1);
        opened.browser.time.advance(999);
        await settled();
        expect(opened.sent).toHaveLength(1);
        opened.browser.time.advance(1);
        expect(await paying).toMatchObject({ value: { state: 'paid' } });
        expect(opened.sent).toHaveLength(2);
        expect(opened.browser.server.orders.get(order.id)?.tries.map(({ nonce }) => nonce)).toEqual([
          'fake-valid-nonce',
        ]);
      },
    );

    test('twice is sent a third time three seconds later', async () => {
      const opened = await openShopperThatLoses(2, failure('NETWORK'));
      const order = await place(opened);
      const paying = opened.actions.payOrder(payment(order, 'fake-valid-nonce'));
      await expect.poll(() => opened.sent.length).toBe(1);
      opened.browser.time.advance(1000);
      await expect.poll(() => opened.sent.length).toBe(2);
      opened.browser.time.advance(2999);
      await settled();
      expect(opened.sent).toHaveLength(2);
      opened.browser.time.advance(1);
      expect(await paying).toMatchObject({ value: { state: 'paid' } });
      expect(new Set(opened.sent.map((request) => JSON.stringify(request))).size).toBe(1);
    });

    test.each([
      ['fake-valid-nonce', 'paid', 0],
      ['fake-timeout-after-charge-nonce', 'unknown', 2],
      ['bank-transfer:3', 'awaiting_payment', 0],
    ] as const)('three times has the result of the order: with %s it is %s', async (nonce, state, kept) => {
      const opened = await openShopperThatLoses(3, failure('NETWORK'));
      const order = await place(opened);
      const paid = await withTime(opened.browser, opened.actions.payOrder(payment(order, nonce)));
      expect(paid).toMatchObject({ value: { state } });
      expect(opened.sent).toHaveLength(3);
      expect(opened.tab.cart().amount).toBe(kept);
    });

    test('three times fails when the order shows no payment, and keeps the cart', async () => {
      const opened = await openShopper(undefined, { between: failing('checkOutOrder') });
      const order = await place(opened);
      const paying = opened.actions.payOrder(payment(order, 'fake-valid-nonce'));
      expect(await withTime(opened.browser, paying)).toMatchObject({ error: { code: 'NETWORK' } });
      expect(opened.tab.cart().amount).toBe(2);
    });

    test('three times fails when the order cannot be read either', async () => {
      const opened = await openShopper(undefined, { between: failing('checkOutOrder', 'getOrder') });
      const order = await place(opened);
      const paying = opened.actions.payOrder(payment(order, 'fake-valid-nonce'));
      expect(await withTime(opened.browser, paying)).toMatchObject({ error: { code: 'NETWORK' } });
    });
  });

  test.each([
    failure('PAYMENT_DECLINED'),
    failure('ORDER_BUSY'),
    failure('TOTAL_CHANGED'),
    failure('CONSENT_REQUIRED'),
    failure('TOO_MANY_ATTEMPTS'),
  ])('refused ($code) is not sent again', async (refusal) => {
    const opened = await openShopperThatLoses(9, refusal);
    const order = await place(opened);
    const paid = await opened.actions.payOrder(payment(order, 'fake-valid-nonce'));
    expect(paid).toEqual({ ok: false, error: refusal });
    expect(opened.sent).toHaveLength(1);
  });
});

/**
 * Opens a shopper whose first `count` payments reach the server but whose responses are lost; records the
 * requests.
 */
async function openShopperThatLoses(count: number, lost: CallFailure) {
  const sent: unknown[] = [];
  const between = answering('checkOutOrder', async (answer, request) => {
    sent.push(request);
    const response = await answer();
    return sent.length <= count ? err(lost) : response;
  });
  return { ...(await openShopper(undefined, { between })), sent };
}
