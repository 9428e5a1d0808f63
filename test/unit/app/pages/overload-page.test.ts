import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createKeptPages } from '#app/pages/kept-pages.ts';
import { limitPages, servePrefetch } from '#app/pages/overload-page.ts';
import { createWorkLimiter } from '#server/platform/http/work-limiter.ts';
import { createManualTime } from '#test/support/manual-time.ts';

const visitor = { clientAddress: '203.0.113.9' };
const none = { usual: 0, besideUrgent: 0 };

/** A shop without room for any page. */
function openFull() {
  const { clock, timers } = createManualTime(1_000_000);
  const slots = { payment: none, session: none, shared_page: none, call: none, page: none, prefetch: none };
  return createWorkLimiter({ clock, timers, slots });
}

function openBusy(kind: 'page' | 'shared_page' = 'page') {
  return limitPages(async () => new Response('the page'), openFull(), kind);
}

function ask(path: string, init: RequestInit = {}) {
  return openBusy()(new Request(`http://localhost:3000${path}`, init), visitor);
}

describe('a page that has to wait too long', () => {
  test('is answered by a light page in the visitor’s language that loads the right one by itself', async () => {
    const english = await ask('/en/profile', { headers: { 'Accept-Language': 'de' } });
    expect(english.status).toBe(503);
    const seconds = Number(english.headers.get('Retry-After'));
    expect(seconds).toBeGreaterThanOrEqual(2);
    expect(seconds).toBeLessThanOrEqual(5);
    expect(english.headers.get('Cache-Control')).toBe('private, no-store');
    const html = await english.text();
    expect(html).toContain('<html lang="en">');
    expect(html).toContain(`<meta http-equiv="refresh" content="${seconds}">`);
    expect(html).not.toContain('<script');
    const german = await ask('/', { headers: { 'Accept-Language': 'de, en;q=0.5' } });
    expect(await german.text()).toContain('Gerade ist viel los');
  });

  test('has a policy that allows its style and nothing else', async () => {
    const response = await ask('/de/profil');
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(await response.text()) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(response.headers.get('Content-Security-Policy')).toContain(`style-src 'sha256-${hash}'`);
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  });

  test('does not load by itself when a form was sent, and says that nothing was sent', async () => {
    const html = await (await ask('/en/contact', { method: 'POST', body: 'a=1' })).text();
    expect(html).not.toContain('http-equiv="refresh"');
    expect(html).toContain('Nothing was sent.');
  });

  test('is opened as a document when the router wanted its data, at the same address', async () => {
    const data = await ask('/de/kurse.data?niveau=beginner&_routes=routes%2Fcourses');
    expect([data.status, data.headers.get('X-Remix-Redirect')]).toEqual([204, '/de/kurse?niveau=beginner']);
    expect(data.headers.get('X-Remix-Reload-Document')).toBe('true');
    // No address of another site, and nothing that was sent.
    expect((await ask('//elsewhere.example/x.data')).status).toBe(503);
    expect((await ask('/de/contact.data', { method: 'POST', body: 'a=1' })).status).toBe(503);
  });

  test('is the kept copy where there is one, also after a change', async () => {
    let version = 1;
    let isBusy = false;
    const busy = openBusy('shared_page');
    const pages = createKeptPages({
      renderShared: async (request, by) =>
        isBusy
          ? busy(request, by)
          : new Response(`home ${version}`, { headers: { 'Content-Type': 'text/html' } }),
      siteUrl: 'https://shop.example',
      changes: { version: () => version },
      routeIdOf: () => null,
      isSecure: false,
      isBehindProxy: false,
      now: () => 1_000_000,
    });
    const read = async (path: string) => pages.serve(new Request(`http://localhost:3000${path}`));
    expect(await (await read('/de'))?.text()).toBe('home 1');
    await read('/de.data');
    isBusy = true;
    version = 2;
    const kept = await read('/de');
    expect([kept?.status, await kept?.text()]).toEqual([200, 'home 1']);
    expect((await read('/en'))?.status).toBe(503);
    expect((await read('/de.data'))?.status).toBe(200);
    expect((await read('/en.data'))?.status).toBe(204);
    isBusy = false;
    expect(await (await read('/de'))?.text()).toBe('home 2');
  });
});

describe('a page that is fetched ahead of a visit', () => {
  const slots = {
    payment: { usual: 9, besideUrgent: 9 },
    session: { usual: 9, besideUrgent: 9 },
    shared_page: { usual: 2, besideUrgent: 1 },
    call: { usual: 9, besideUrgent: 9 },
    page: { usual: 4, besideUrgent: 1 },
    prefetch: { usual: 1, besideUrgent: 1 },
  };

  /** The response while so many pieces of work, which do not end, have come before; null while it waits for its turn. */
  async function besides(came: Partial<Record<keyof typeof slots, number>>, headers: Record<string, string>) {
    const limiter = createWorkLimiter({ ...createManualTime(1_000_000), slots });
    for (const [kind, count] of Object.entries(came))
      for (let index = 0; index < count; index += 1)
        void limiter.run(kind as keyof typeof slots, () => new Promise(() => {}));
    const served = servePrefetch(
      { headers: new Headers(headers) },
      limiter,
      async () => new Response('page'),
    );
    const waiting = new Promise<null>((resolve) => setImmediate(() => resolve(null)));
    return Promise.race([served, waiting]);
  }

  test.each([
    [{}, 200],
    [{ page: 4 }, 200],
    [{ page: 5 }, 204],
    [{ shared_page: 2 }, 200],
    [{ shared_page: 3 }, 204],
    [{ call: 10 }, 204],
    [{ payment: 1, page: 1 }, 200],
    [{ payment: 1, page: 2 }, 204],
    [{ session: 10 }, 204],
    [{ prefetch: 1 }, 'waits'],
  ])('beside %o: %s; a visit is served', async (came, expected) => {
    for (const header of ['Sec-Purpose', 'Purpose'])
      for (const purpose of ['prefetch', 'prefetch;prerender']) {
        const response = await besides(came, { [header]: purpose });
        expect(response?.status ?? 'waits').toBe(expected);
        if (response?.status === 204) expect(response.headers.get('Cache-Control')).toBe('private, no-store');
      }
    expect((await besides(came, {}))?.status).toBe(200);
    expect((await besides(came, { 'Sec-Purpose': 'navigate' }))?.status).toBe(200);
  });
});
