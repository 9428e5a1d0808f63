import { describe, expect, test, vi } from 'vitest';
import { accessCookie, refreshCookie } from '#core/rules/accounts/access.ts';
import { consentCookie, parseConsent } from '#core/rules/tracking/consent.ts';
import { inputOf, openTestPages } from '#test/integration/support/read-pages.ts';
import { password, register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { openBrowser } = await openTestPages(shop);

describe('the consent without JavaScript', () => {
  const path = '/de/datenschutz';
  const ticked = (html: string) =>
    ['preferences', 'statistics', 'marketing'].filter((name) => inputOf(html, name).tag.includes('checked'));

  test('is chosen on the privacy page, where nothing is ticked beforehand, and shown there again', async () => {
    const { get, post, jar } = openBrowser();
    const fresh = await (await get(path)).text();
    expect([ticked(fresh), fresh.includes('Sie haben noch nicht gewählt')]).toEqual([[], true]);
    const answer = await post(path, { form: 'consent', preferences: 'on', marketing: 'on' });
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${path}#cookies`]);
    expect(parseConsent(jar.get(consentCookie)?.value ?? null)).toEqual({
      isDecided: true,
      preferences: true,
      statistics: false,
      marketing: true,
    });
    const shown = await (await get(path)).text();
    expect([ticked(shown), shown.includes('Ihre Wahl ist gespeichert')]).toEqual([
      ['preferences', 'marketing'],
      true,
    ]);
  });

  test('is refused with one press, also after it was given, and what it allowed is removed', async () => {
    const { get, post, jar } = openBrowser();
    await post(path, { form: 'consent', marketing: 'on' });
    jar.set('utm_source', { value: 'brief', path: '/' });
    const answer = await post('/en/datenschutz', { form: 'refuse_consent', marketing: 'on' });
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/en/datenschutz#cookies']);
    expect(parseConsent(jar.get(consentCookie)?.value ?? null)).toMatchObject({
      isDecided: true,
      marketing: false,
    });
    expect(jar.has('utm_source')).toBe(false);
    expect(ticked(await (await get('/en/datenschutz')).text())).toEqual([]);
  });

  test('is not taken from another site', async () => {
    const { post, jar } = openBrowser();
    const foreign = { 'Sec-Fetch-Site': 'cross-site' };
    expect((await post(path, { form: 'consent', marketing: 'on' }, foreign)).status).toBe(403);
    expect(jar.has(consentCookie)).toBe(false);
  });
});

describe('the logout without JavaScript', () => {
  test('ends the session on the server, and the browser’s', async () => {
    const { email } = await register(shop);
    const { get, post, jar } = openBrowser();
    await post('/en/auth/login', { form: 'login', email, password });
    const refresh = jar.get(refreshCookie);
    const answer = await post('/en/profil', { form: 'log_out' });
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/en']);
    expect([jar.has(accessCookie), jar.has(refreshCookie)]).toEqual([false, false]);
    expect((await get('/en/profil')).headers.get('Location')).toContain('/en/auth/login');
    // The session itself has ended, not only this browser's part in it.
    if (refresh !== undefined) jar.set(refreshCookie, refresh);
    expect((await get('/en/profil')).headers.get('Location')).toContain('/en/auth/login');
  });

  test('of a guest leads to the home page, too', async () => {
    const answer = await openBrowser().post('/de/profil', { form: 'log_out' });
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/de']);
  });
});

test('a form for a page without forms is answered, and logged by nobody', async () => {
  const written = vi.spyOn(console, 'error');
  const answer = await openBrowser().post('/de/kurse', { form: 'consent' });
  expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
  expect(written).not.toHaveBeenCalled();
});
