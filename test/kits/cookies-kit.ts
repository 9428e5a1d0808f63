import { expect } from 'vitest';
import type { Cookies } from '#ports/browser/cookies.ts';
import { type KitCases, runKit, type Tested } from './run-kit.ts';

const awkward = [
  '',
  ' a b ',
  'ä€😀',
  'a=b; Path=/evil',
  '"quoted"',
  '100%',
  '%7B',
  "{stamp:'x',ok:true}",
  'a,b\\c',
];

const cases: KitCases<Cookies> = {
  async 'a cookie that was never written is null'(cookies) {
    expect(cookies.read('locale')).toBeNull();
  },
  async 'a written value is read at once, whatever characters it contains'(cookies) {
    for (const value of awkward) {
      cookies.write('order_any', value, 60);
      expect(cookies.read('order_any')).toBe(value);
    }
  },
  async 'a second write replaces the value and changes no other cookie'(cookies) {
    cookies.write('_auth_access', 'one', 60);
    cookies.write('_auth_refresh', 'other', null);
    cookies.write('_auth_access', 'two', 60);
    expect([cookies.read('_auth_access'), cookies.read('_auth_refresh')]).toEqual(['two', 'other']);
  },
  async 'a removed cookie is null, and removing a missing one does nothing'(cookies) {
    cookies.remove('locale');
    cookies.write('locale', 'de', 60);
    cookies.remove('locale');
    expect(cookies.read('locale')).toBeNull();
  },
  async 'a cookie is not confused with another whose name ends in the same way'(cookies) {
    cookies.write('order_locale', 'en', 60);
    expect(cookies.read('locale')).toBeNull();
  },
};

/** Registers the conformance tests of `ports/browser/cookies.ts` for one adapter. */
export const describeCookiesPort = (adapter: Tested<Cookies>) => runKit('Cookies', cases, adapter);
