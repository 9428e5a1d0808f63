import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { productKinds } from '#core/model/product.ts';
import {
  checkoutSteps,
  isEarlierStep,
  needsAccount,
  parseCheckoutStep,
  reachableStep,
} from '#core/rules/checkout.ts';
import { runs } from '#test/run-count.ts';

const step = fc.constantFrom(...checkoutSteps);
const progress = fc.record({ hasOrder: fc.boolean(), hasPayment: fc.boolean() });

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

  test('is false for an empty cart', () => {
    expect(needsAccount([])).toBe(false);
  });
});
