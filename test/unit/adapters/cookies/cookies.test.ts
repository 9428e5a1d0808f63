import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBrowserCookies } from '#adapters/cookies/browser-cookies.ts';
import { createRequestCookies } from '#adapters/cookies/request-cookies.ts';
import { describeCookiesPort } from '#test/kits/cookies-kit.ts';
import { createDocumentCookies } from '#test/support/document-cookies.ts';
import { createMemoryCookies } from '#test/support/memory-cookies.ts';
import { parseSetCookie } from '#test/support/set-cookie.ts';

let page: ReturnType<typeof createDocumentCookies>;

beforeEach(() => {
  page = createDocumentCookies();
  vi.stubGlobal('document', page);
});
afterEach(() => vi.unstubAllGlobals());

describeCookiesPort({ name: 'memory', create: async () => createMemoryCookies() });
describeCookiesPort({ name: 'browser', create: async () => createBrowserCookies(true) });
describeCookiesPort({ name: 'request', create: async () => createRequestCookies(null, true).cookies });
describeCookiesPort({
  name: 'request with cookies of others',
  create: async () => createRequestCookies('a=1; ; =x; broken; b="q%22"', false).cookies,
});

describe('cookies of the browser', () => {
  test('are for the whole site, this site only, and secure on https', () => {
    createBrowserCookies(true).write('_auth_access', 'a.b-c_d', 63_072_000);
    createBrowserCookies(false).write('locale', 'de', null);
    const [secure, plain] = page.assigned.map(parseSetCookie);
    expect(secure).toMatchObject({
      value: 'a.b-c_d',
      attributes: { path: '/', samesite: 'Lax', secure: '', 'max-age': '63072000' },
    });
    expect(plain?.attributes).toEqual({ path: '/', samesite: 'Lax' });
  });

  test('are returned as stored if they cannot be decoded', () => {
    page.cookie = 'utm_source=100%; Path=/';
    expect(createBrowserCookies(true).read('utm_source')).toBe('100%');
  });

  // Chromium stores a cookie after the assignment has returned; reading in the same page waits for that.
  test('are visible to other tabs after a write or removal, although a browser stores them later', () => {
    const browser = createDocumentCookies();
    let waiting: string[] = [];
    vi.stubGlobal('document', {
      get cookie(): string {
        for (const assigned of waiting) browser.cookie = assigned;
        waiting = [];
        return browser.cookie;
      },
      set cookie(assigned: string) {
        waiting.push(assigned);
      },
    });
    const cookies = createBrowserCookies(true);
    cookies.write('_auth_access', 'new', 60);
    expect(browser.cookie).toBe('_auth_access=new');
    cookies.remove('_auth_access');
    expect(browser.cookie).toBe('');
  });

  test('are null in a sandboxed document, and writing does not throw', () => {
    vi.stubGlobal('document', {
      get cookie(): string {
        throw new Error('The document is sandboxed');
      },
      set cookie(_: string) {
        throw new Error('The document is sandboxed');
      },
    });
    const cookies = createBrowserCookies(true);
    cookies.write('locale', 'de', 60);
    cookies.remove('locale');
    expect(cookies.read('locale')).toBeNull();
  });
});

describe('cookies of a request', () => {
  test('are sent only if they changed, each once, with the last value', () => {
    const { cookies, setCookieHeaders } = createRequestCookies('locale=de; _auth_access=old', true);
    expect(setCookieHeaders()).toEqual([]);
    cookies.write('_auth_access', 'new', 63_072_000);
    cookies.write('locale', 'en', 60);
    cookies.write('_auth_access', 'newer', 63_072_000);
    expect(setCookieHeaders()).toEqual([
      'locale=en; Max-Age=60; Path=/; SameSite=Lax; Secure',
      '_auth_access=newer; Max-Age=63072000; Path=/; SameSite=Lax; Secure',
    ]);
  });

  test('with the value of the request are not sent: the browser may have removed them meanwhile', () => {
    const { cookies, setCookieHeaders } = createRequestCookies('_auth_access=token', true);
    cookies.write('_auth_access', 'token', 63_072_000);
    expect(setCookieHeaders()).toEqual([]);
    cookies.write('_auth_access', 'other', 63_072_000);
    cookies.write('_auth_access', 'token', 63_072_000);
    expect(setCookieHeaders()).toEqual([
      '_auth_access=token; Max-Age=63072000; Path=/; SameSite=Lax; Secure',
    ]);
  });

  test('are removed by an expired cookie', () => {
    const { cookies, setCookieHeaders } = createRequestCookies('_auth_refresh=x', false);
    cookies.remove('_auth_refresh');
    expect(setCookieHeaders().map((header) => parseSetCookie(header))).toMatchObject([
      { name: '_auth_refresh', value: '', isGone: true },
    ]);
  });

  test('of the same name are read as the first one', () => {
    expect(createRequestCookies('locale=en; locale=de', true).cookies.read('locale')).toBe('en');
  });

  test('are read as the browser wrote them', () => {
    const value = "{stamp:'ä',marketing:true}; %";
    createBrowserCookies(true).write('CookieConsent', value, null);
    expect(createRequestCookies(page.cookie, true).cookies.read('CookieConsent')).toBe(value);
    expect(page.cookie).not.toMatch(/[{}]/);
  });
});
