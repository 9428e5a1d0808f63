import { describe, expect, test } from 'vitest';
import { err } from '#core/rules/basics/result.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import { resolveMemoryOrder } from '#test/support/memory-order-calls.ts';
import { recording } from '#test/support/recording.ts';
import { settled } from '#test/support/settled.ts';
import { openShopper, openTestBrowser } from '#test/support/test-browser.ts';
import { answering, failure, payment, place, watch } from './order-shopper.ts';

describe('watching an order', () => {
  test('whose outcome is unknown is requested at growing intervals until it is settled', async () => {
    const opened = await openShopper();
    const { browser } = opened;
    const order = await place(opened);
    const answer = await opened.actions.payOrder(payment(order, 'fake-timeout-after-charge-nonce'));
    expect(answer).toMatchObject({ value: { state: 'unknown' } });
    expect(opened.tab.cart().amount).toBe(2);

    const states: string[] = [];
    let isComplete = false;
    opened.actions.watchOrder(order.id).subscribe({
      next: ({ state }) => states.push(state),
      complete: () => {
        isComplete = true;
      },
    });
    await expect.poll(() => states).toEqual(['unknown']);
    resolveMemoryOrder(browser.server, order.id, 'paid');
    await expect
      .poll(() => {
        browser.time.advance(1000);
        return isComplete;
      })
      .toBe(true);
    expect(states).toEqual(['unknown', 'paid']);
    expect(opened.tab.cart()).toEqual(emptyCart);
  });

  test('is requested after 1 s, then after pauses that grow by half up to 15 s, also while requests fail', async () => {
    const reads: number[] = [];
    const browser = openTestBrowser();
    const away = failure('UNAVAILABLE');
    const opened = await openShopper(browser, {
      between: answering('getOrder', async (answer) => {
        reads.push(browser.time.clock.now());
        const isAway = reads.length === 2 || reads.length === 3;
        return isAway ? err(reads.length === 2 ? away : failure('NETWORK')) : answer();
      }),
    });
    const order = await place(opened);
    await opened.actions.payOrder(payment(order, 'fake-timeout-after-charge-nonce'));
    const states: string[] = [];
    opened.actions.watchOrder(order.id).subscribe(({ state }) => states.push(state));
    const pauses = [1000, 1500, 2250, 3375, 5062.5, 7593.75, 11_390.625, 15_000, 15_000];
    for (const pause of pauses) {
      await settled();
      browser.time.advance(pause);
    }
    await settled();
    expect(reads.slice(1).map((at, index) => at - (reads[index] ?? 0))).toEqual(pauses);
    expect(states).toEqual(['unknown']);
    resolveMemoryOrder(browser.server, order.id, 'verified');
    browser.time.advance(15_000);
    await expect.poll(() => states).toEqual(['unknown', 'verified']);
    expect(opened.tab.cart().amount).toBe(2);
  });

  test('is no longer requested when nobody watches it', async () => {
    const browser = openTestBrowser();
    const calls: string[] = [];
    const opened = await openShopper(browser, { between: recording(calls) });
    const order = await place(opened);
    await opened.actions.payOrder(payment(order, 'fake-timeout-before-charge-nonce'));
    const states: string[] = [];
    const watching = opened.actions.watchOrder(order.id).subscribe(({ state }) => states.push(state));
    await expect.poll(() => states).toEqual(['unknown']);
    watching.unsubscribe();
    calls.length = 0;
    browser.time.advance(600_000);
    expect(calls).toEqual([]);
  });

  test('of another buyer ends with NOT_FOUND', async () => {
    const { actions } = await openShopper();
    await expect(watch({ actions }, '00000000-0000-4000-8000-00000000ffff')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
