import { describe, expect, test } from 'vitest';
import { limits } from '#api/rate-limit-policy.ts';
import { createPageRateLimit } from '#app/pages/overload-page.ts';
import { createManualTime } from '#test/support/manual-time.ts';
import { openApplication } from '#test/support/open-application.ts';
import { openPageCache } from './open-page-cache.ts';

// How many pages one network may have rendered (docs/behaviour/operations.md#pace-of-pages).

const html = { headers: { 'Content-Type': 'text/html' } };

/** Opens a shop that renders five pages a minute for each network, and twenty prefetched ones. */
function openShop() {
  const { clock, advance } = createManualTime(1_000_000);
  const rendered: string[] = [];
  const render = async ({ url }: Request) => {
    const { pathname, search } = new URL(url);
    rendered.push(`${pathname}${search}`);
    const isMissing = /seite=\d\d/.test(search);
    return new Response('a page', isMissing ? { ...html, status: 404 } : html);
  };
  const pageCache = openPageCache({ renderShared: render, now: clock.now });
  const application = openApplication({
    web: render,
    pageCache,
    refusePage: createPageRateLimit(
      { clock },
      { pages: { ...limits.pages, most: 5 }, pages_ahead: { ...limits.pages_ahead, most: 20 } },
    ),
  });
  return {
    rendered,
    advance,
    ask(path: string, { network = '203.0.113.4', ...init }: RequestInit & { network?: string } = {}) {
      const sockets = { incoming: { socket: { remoteAddress: network } } };
      return application.fetch(new Request(`http://localhost:3000${path}`, init), sockets);
    },
  };
}

const neighbour = { network: '203.0.113.5' };

describe('a network that opens many pages', () => {
  test.each([
    ['numbers of a list', (number: number) => `/de/kurse?seite=${number + 10}`],
    ['searches', (number: number) => `/de/suche?q=${number}`],
    ['unknown paths', (number: number) => `/de/gibts-nicht-${number}`],
  ])('has five of them rendered, also with invented %s', async (_what, addressOf) => {
    const shop = openShop();
    const statuses: number[] = [];
    for (let number = 0; number < 40; number += 1) statuses.push((await shop.ask(addressOf(number))).status);
    expect(statuses.slice(0, 5)).not.toContain(429);
    expect(new Set(statuses.slice(5))).toEqual(new Set([429]));
    expect(shop.rendered).toHaveLength(5);
    expect((await shop.ask('/de/suche?q=clara', neighbour)).status).toBe(200);
    shop.advance(60_000 - 1);
    expect((await shop.ask(addressOf(50))).status).toBe(429);
    shop.advance(1);
    expect((await shop.ask(addressOf(51))).status).not.toBe(429);
  });

  test('gets cached pages without being counted, also after its limit', async () => {
    const shop = openShop();
    for (let number = 0; number < 20; number += 1)
      expect((await shop.ask('/de', { headers: { Cookie: `visit=${number}` } })).status).toBe(200);
    expect(shop.rendered).toEqual(['/de']);
    for (let number = 0; number < 4; number += 1) expect((await shop.ask('/de/profil')).status).toBe(200);
    expect((await shop.ask('/de/profil')).status).toBe(429);
    expect((await shop.ask('/de')).status).toBe(200);
    expect((await shop.ask('/en')).status).toBe(429);
    expect((await shop.ask('/en', neighbour)).status).toBe(200);
    expect((await shop.ask('/en')).status).toBe(200);
  });

  test('has a limit of its own for prefetched pages, after which these are empty', async () => {
    const shop = openShop();
    const ahead = { headers: { 'Sec-Purpose': 'prefetch' } };
    for (let number = 0; number < 20; number += 1)
      expect((await shop.ask(`/de/suche?q=${number}`, ahead)).status).toBe(200);
    expect((await shop.ask('/de/profil')).status).toBe(200);
    const late = await shop.ask('/de/suche?q=20', ahead);
    expect([late.status, await late.text(), late.headers.get('Cache-Control')]).toEqual([
      204,
      '',
      'private, no-store',
    ]);
    expect(shop.rendered).toHaveLength(21);
    expect((await shop.ask('/de/suche?q=20', { ...ahead, ...neighbour })).status).toBe(200);
  });

  test('has no prefetched forms', async () => {
    const shop = openShop();
    const form = { method: 'POST', body: 'a=1', headers: { 'Sec-Purpose': 'prefetch' } };
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await shop.ask('/de/kontakt', form)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('gets a light page in its language that loads the right one by itself', async () => {
    const shop = openShop();
    for (let number = 0; number < 5; number += 1) await shop.ask('/de/profil');
    shop.advance(20_000);
    const refused = await shop.ask('/en/profil');
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '40']);
    expect(refused.headers.get('Cache-Control')).toBe('private, no-store');
    const text = await refused.text();
    expect(text).toContain('<meta http-equiv="refresh" content="40">');
    expect(text).toContain('Too many pages at once');
    const form = await shop.ask('/de/kontakt', { method: 'POST', body: 'a=1' });
    expect([form.status, await form.text()]).toEqual([
      429,
      expect.stringContaining('Es wurde nichts gesendet'),
    ]);
    const data = await shop.ask('/de/kurse.data?gruppe=x&niveau=y');
    expect([data.status, data.headers.get('X-Remix-Redirect')]).toEqual([204, '/de/kurse?gruppe=x&niveau=y']);
  });

  test('may always declare a withdrawal or a cancellation', async () => {
    const shop = openShop();
    for (let number = 0; number < 9; number += 1) await shop.ask('/de/profil');
    for (const path of ['/de/widerrufsbelehrung', '/en/kuendigung']) {
      expect((await shop.ask(path, { method: 'POST', body: 'a=1' })).status).toBe(200);
    }
    expect((await shop.ask('/de/kontakt', { method: 'POST', body: 'a=1' })).status).toBe(429);
  });
});
