import { describe, expect, test } from 'vitest';
import { hasWork } from '#app/browser/open-browser-shop.ts';
import type { InitialState } from '#core/storefront/kernel/initial-state.ts';
import { guestState } from '#test/support/test-browser.ts';

type Page = Parameters<typeof hasWork>[1];

const noStorage = { length: 0 } as Storage;
const emptyPage = {
  localStorage: noStorage,
  name: '',
  document: { cookie: 'locale=de' },
  location: { pathname: '/de/kurse/klavier' },
} as Page;
const decided = { isDecided: true, preferences: false, statistics: false, marketing: false };

function has(state: Partial<InitialState>, page: Partial<Page> = {}): boolean {
  return hasWork({ ...guestState, ...state }, { ...emptyPage, ...page } as Page);
}

describe('a page before any interaction', () => {
  test('needs no code if the browser has stored nothing about the visitor', () => {
    expect(has({})).toBe(false);
    expect(has({ consent: decided })).toBe(false);
  });

  test.each(['preferences', 'statistics', 'marketing'] as const)('needs it with consent to %s', (purpose) => {
    expect(has({ consent: { ...decided, [purpose]: true } })).toBe(true);
  });

  test('needs it for a service that counts without consent, on pages where services run', () => {
    const counting = (purpose: 'none' | 'statistics') => ({
      analytics: { counter: { consent: { purpose, beforeConsent: 'drop' as const }, settings: {} } },
    });
    expect(has(counting('none'))).toBe(true);
    expect(has(counting('none'), { location: { pathname: '/de/checkout' } as Location })).toBe(false);
    expect(has(counting('statistics'))).toBe(false);
  });

  test('needs it for a session, also one that the server could not read', () => {
    expect(has({}, { document: { cookie: 'locale=de; _auth_access=a.b.c' } as Document })).toBe(true);
  });

  test('needs it if this browser has stored something, such as a cart', () => {
    expect(has({}, { localStorage: { length: 1 } as Storage })).toBe(true);
    expect(has({}, { name: 'meisterhand:{}' })).toBe(true);
  });

  test('needs it if the storage cannot be read', () => {
    const blocked = {
      ...emptyPage,
      get localStorage(): Storage {
        throw new DOMException('blocked', 'SecurityError');
      },
    } as Page;
    expect(hasWork(guestState, blocked)).toBe(true);
  });
});
