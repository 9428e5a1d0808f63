import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createKeptPages } from '#app/kept-pages.ts';
import { limitPages } from '#app/overload-page.ts';
import { createWorkLimiter } from '#server/http/work-limiter.ts';
import { createManualTime } from '#test/support/manual-time.ts';

const visitor = { clientAddress: '203.0.113.9' };
const none = { usual: 0, besideUrgent: 0 };

/** A shop without room for any page. */
function openFull() {
  const { clock, timers } = createManualTime(1_000_000);
  const slots = { payment: none, session: none, shared_page: none, call: none, page: none };
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
