import { describe, expect, test } from 'vitest';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import { noConsent } from '#core/rules/tracking/consent.ts';
import { createCartStore } from '#core/storefront/kernel/cart-store.ts';
import {
  createAnnouncementStore,
  createConsentStore,
  createNotificationStore,
} from '#core/storefront/kernel/page-stores.ts';
import { createSessionStore } from '#core/storefront/kernel/session-store.ts';
import type { Store } from '#core/storefront/kernel/store.ts';
import { memoryShopFacts } from '#test/support/memory-shop-facts.ts';
import { learner } from '#test/unit/core/storefront/people.ts';

function watch<State>(store: Store<State>): State[] {
  const seen: State[] = [];
  store.state$.subscribe((state) => seen.push(state));
  return seen;
}

describe('session store', () => {
  test('begins and ends sessions', () => {
    const store = createSessionStore();
    const seen = watch(store);
    expect(store.update(learner, store.generation), 'of a guest').toBe(false);
    expect(store.begin(learner, store.generation)).toBe(true);
    const renamed = { ...learner, firstname: 'Émilie' };
    expect(store.update(renamed, store.generation)).toBe(true);
    store.end();
    expect(seen).toEqual([
      { status: 'guest' },
      { status: 'logged_in', learner },
      { status: 'logged_in', learner: renamed },
      { status: 'guest' },
    ]);
  });

  test('a response for a session that has ended changes nothing', () => {
    const store = createSessionStore({ status: 'logged_in', learner });
    const { generation } = store;
    store.end();
    expect(store.update(learner, generation)).toBe(false);
    expect(store.begin(learner, generation)).toBe(false);
    expect(store.snapshot).toEqual({ status: 'guest' });
  });

  test('a response for an earlier session does not change the current one', () => {
    const store = createSessionStore({ status: 'logged_in', learner });
    const { generation } = store;
    store.end();
    store.begin({ ...learner, sub: 'other' }, store.generation);
    expect(store.update(learner, generation)).toBe(false);
    expect(store.snapshot).toMatchObject({ learner: { sub: 'other' } });
  });

  test('keeps the state it was made with, for hydration', () => {
    const store = createSessionStore({ status: 'logged_in', learner });
    store.end();
    expect(store.initial).toEqual({ status: 'logged_in', learner });
  });
});

describe('cart store', () => {
  test('is loading until it has the cart, and does not show changes before', () => {
    const store = createCartStore();
    store.beginChange('book');
    store.settle();
    expect(store.snapshot.status).toBe('loading');
    store.replace({ ...emptyCart, amount: 1 });
    expect(store.snapshot).toMatchObject({ status: 'ready', cart: { amount: 1 } });
  });

  test('names the line that is being changed, and keeps the cart when nothing was changed', () => {
    const store = createCartStore();
    store.replace({ ...emptyCart, amount: 2 });
    store.beginChange('book');
    expect(store.snapshot).toMatchObject({ status: 'updating', pendingLineId: 'book' });
    store.settle();
    expect(store.snapshot).toMatchObject({ status: 'ready', pendingLineId: null, cart: { amount: 2 } });
    store.clear();
    expect(store.snapshot.cart).toEqual(emptyCart);
  });
});

describe('notification store', () => {
  const request = { title: { key: 'a' }, message: { key: 'b' } };

  test('shows one message at a time, of the type success by default', () => {
    const store = createNotificationStore();
    store.show(request, '1');
    store.show({ ...request, type: 'warning' }, '2');
    expect(store.snapshot.current).toMatchObject({ id: '2', type: 'warning', isShow: true, isHTML: false });
  });

  test('a closed message keeps its texts, for the closing animation', () => {
    const store = createNotificationStore();
    store.close();
    expect(store.snapshot.current).toBeNull();
    store.show(request, '1');
    store.close();
    expect(store.snapshot.current).toMatchObject({ id: '1', ...request, isShow: false });
  });
});

test('the announcement bar can be closed', () => {
  const store = createAnnouncementStore({ announcement: memoryShopFacts.announcement, isClosed: false });
  const seen = watch(store);
  store.close();
  store.close();
  expect(seen.map((state) => state.isClosed)).toEqual([false, true]);
});

test('a decision sets the consent, and analytics that were allowed stay known', () => {
  const store = createConsentStore(noConsent);
  store.decide({ marketing: false, statistics: true, preferences: false });
  expect(store.snapshot).toEqual({
    isDecided: true,
    marketing: false,
    statistics: true,
    preferences: false,
    hasAllowedAnalytics: true,
  });
  // The scripts of services stay in the document.
  store.decide({ marketing: false, statistics: false, preferences: false });
  expect(store.snapshot).toMatchObject({ statistics: false, hasAllowedAnalytics: true });
});
