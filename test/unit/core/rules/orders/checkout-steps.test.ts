import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { orderStates } from '#core/model/order.ts';
import { productKinds } from '#core/model/product.ts';
import { cents, noCents } from '#core/rules/basics/money.ts';
import {
  checkoutSteps,
  isEarlierStep,
  methodsForCart,
  needsAccount,
  parseCheckoutStep,
  pathAfterAction,
  reachableStep,
  waitsForBuyer,
} from '#core/rules/orders/checkout-steps.ts';
import { isOpen } from '#core/rules/orders/order-states.ts';
import { runs } from '#test/run-length.ts';

const step = fc.constantFrom(...checkoutSteps);
const progress = fc.record({ hasOrder: fc.boolean(), hasPayment: fc.boolean() });

describe('the payment methods of a cart with', () => {
  const all = ['card', 'wallets', 'pages', 'bank_transfer', 'credit'] as const;
  const due = cents(100);
  test.each([
    ['a course', ['course'], due, all],
    ['something that renews', ['course', 'subscription'], due, ['card', 'credit']],
    ['what renews, with nothing to pay now', ['membership'], noCents, ['card', 'credit']],
    ['vouchers', ['voucher'], due, ['card', 'wallets', 'pages', 'bank_transfer']],
    ['a voucher and a book', ['voucher', 'book'], due, all],
    ['what credit has paid', ['book'], noCents, ['credit']],
  ] as const)('%s', (_, kinds, amount_due, methods) => {
    const sold = { kinds, amount_due, isTransferable: true };
    expect(methodsForCart(all, sold)).toEqual(methods);
    expect(methodsForCart(['card'], sold)).toEqual(methods.filter((one) => one === 'card'));
    expect(methodsForCart(all, { ...sold, isTransferable: false })).toEqual(
      methods.filter((one) => one !== 'bank_transfer'),
    );
  });
});

describe('reachableStep', () => {
  test.prop([step, progress], { numRuns: runs(100) })('never goes beyond what was wanted', (wanted, done) => {
    expect(isEarlierStep(wanted, reachableStep(wanted, done))).toBe(false);
  });

  test.prop([step, progress], { numRuns: runs(100) })('ends at a step that can be shown', (wanted, done) => {
    const reached = reachableStep(wanted, done);
    expect(reachableStep(reached, done)).toBe(reached);
  });

  test('goes back to the first missing step', () => {
    expect(reachableStep('review', { hasOrder: false, hasPayment: false })).toBe('address');
    expect(reachableStep('review', { hasOrder: false, hasPayment: true })).toBe('address');
    expect(reachableStep('review', { hasOrder: true, hasPayment: false })).toBe('payment');
    expect(reachableStep('payment', { hasOrder: false, hasPayment: false })).toBe('address');
    expect(reachableStep('review', { hasOrder: true, hasPayment: true })).toBe('review');
  });
});

describe('parseCheckoutStep', () => {
  test.prop([step], { numRuns: runs(10) })('reads a step', (name) => {
    expect(parseCheckoutStep(name)).toBe(name);
  });

  test('takes anything else for the first step', () => {
    expect(parseCheckoutStep(null)).toBe('address');
    expect(parseCheckoutStep('toString')).toBe('address');
  });
});

describe('needsAccount', () => {
  const kinds = fc.array(fc.constantFrom(...productKinds), { maxLength: 6 });

  test('is true for what is watched in the account, and for nothing else', () => {
    expect(productKinds.filter((kind) => needsAccount([kind]))).toEqual([
      'course',
      'membership',
      'subscription',
    ]);
  });

  test.prop([kinds, kinds], { numRuns: runs(100) })('one product that needs it is enough', (some, others) => {
    expect(needsAccount([...some, ...others])).toBe(needsAccount(some) || needsAccount(others));
  });
});

describe('pathAfterAction', () => {
  const payment_action = {
    provider: 'sandbox',
    expires_at: '2026-11-21T10:30:00.000Z',
    action: { kind: 'in_page', data: 'action-1' },
  } as const;
  const order = fc.record(
    {
      id: fc.uuid(),
      state: fc.constantFrom(...orderStates),
      last_decline: fc.constantFrom(null, 'NEVER_CHARGED', 'PROCESSOR_DECLINED'),
      payment_action: fc.constant(payment_action),
    },
    { requiredKeys: ['id', 'state', 'last_decline'] },
  );

  test.prop([order], { numRuns: runs(200) })(
    'keeps the buyer on the page of the action exactly while the order waits for them',
    (waiting) => {
      const path = pathAfterAction(waiting);
      expect(path === null).toBe(waitsForBuyer(waiting));
      if (path === null)
        expect([waiting.state, waiting.payment_action]).toEqual(['awaiting_action', payment_action]);
      else if (isOpen(waiting.state)) expect(path).toMatch(/^\/checkout\/shop\?dialog=payment&order=/);
      else expect(path).toBe(`/checkout/complete/${waiting.id}`);
    },
  );

  test('distinguishes a decline from a payment that the buyer has cancelled', () => {
    const open = { id: '1', state: 'verified' } as const;
    expect(pathAfterAction({ ...open, last_decline: 'PROCESSOR_DECLINED' })).toContain('payment=declined');
    expect(pathAfterAction({ ...open, last_decline: 'CANCELLED_BY_BUYER' })).toContain('payment=cancelled');
    expect(pathAfterAction({ ...open, last_decline: 'EXPIRED' })).toContain('payment=expired');
    expect(pathAfterAction({ ...open, last_decline: 'NEVER_CHARGED' })).toContain('payment=not_completed');
  });
});
