import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { limitPages } from '#app/pages/overload-page.ts';
import { err } from '#core/rules/basics/result.ts';
import {
  createWorkLimiter,
  type WorkKind,
  type WorkLimiter,
} from '#server/platform/http/limits/work-limiter.ts';
import { createManualTime } from '#test/support/manual-time.ts';
import { settled } from '#test/support/settled.ts';
import { openPageCache } from './open-page-cache.ts';

const visitor = { clientAddress: '203.0.113.9' };
/** A limiter that refuses all work. */
const full: Pick<WorkLimiter, 'run'> = { run: async () => err({ retryAfterSeconds: 3 }) };

function openBusy(kind: 'page' | 'shared_page' = 'page') {
  return limitPages(async () => new Response('the page'), full, kind);
}

function ask(path: string, init: RequestInit = {}) {
  return openBusy()(new Request(`http://localhost:3000${path}`, init), visitor);
}

describe('a page that has to wait too long', () => {
  test('is replaced by a light page in the visitor’s language that loads the right one by itself', async () => {
    const english = await ask('/en/profile', { headers: { 'Accept-Language': 'de' } });
    expect(english.status).toBe(503);
    expect(english.headers.get('Retry-After')).toBe('3');
    expect(english.headers.get('Cache-Control')).toBe('private, no-store');
    const html = await english.text();
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<meta http-equiv="refresh" content="3">');
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

  test('does not reload by itself after a form, and says that nothing was sent', async () => {
    const html = await (await ask('/en/contact', { method: 'POST', body: 'a=1' })).text();
    expect(html).not.toContain('http-equiv="refresh"');
    expect(html).toContain('Nothing was sent.');
  });

  test('is opened as a document at the same address if the router asked for its data', async () => {
    const data = await ask('/de/kurse.data?niveau=beginner&_routes=routes%2Fcourses');
    expect([data.status, data.headers.get('X-Remix-Redirect')]).toEqual([204, '/de/kurse?niveau=beginner']);
    expect(data.headers.get('X-Remix-Reload-Document')).toBe('true');
    // Neither for an address of another site nor for a form.
    expect((await ask('//elsewhere.example/x.data')).status).toBe(503);
    expect((await ask('/de/contact.data', { method: 'POST', body: 'a=1' })).status).toBe(503);
  });

  test('is the cached copy if there is one, also after a change', async () => {
    let version = 1;
    let isBusy = false;
    const busy = openBusy('shared_page');
    const pages = openPageCache({
      renderShared: async (request, by) =>
        isBusy
          ? busy(request, by)
          : new Response(`home ${version}`, { headers: { 'Content-Type': 'text/html' } }),
      changes: { version: () => version },
    });
    const read = async (path: string) => pages.serve(new Request(`http://localhost:3000${path}`));
    expect(await (await read('/de'))?.text()).toBe('home 1');
    await read('/de.data');
    isBusy = true;
    version = 2;
    const cached = await read('/de');
    expect([cached?.status, await cached?.text()]).toEqual([200, 'home 1']);
    expect((await read('/en'))?.status).toBe(503);
    expect((await read('/de.data'))?.status).toBe(200);
    expect((await read('/en.data'))?.status).toBe(204);
    isBusy = false;
    expect(await (await read('/de'))?.text()).toBe('home 2');
  });
});

describe('a prefetched page', () => {
  const slots = {
    payment: { usual: 9, besideUrgent: 9 },
    session: { usual: 9, besideUrgent: 9 },
    shared_page: { usual: 2, besideUrgent: 1 },
    call: { usual: 9, besideUrgent: 9 },
    page: { usual: 4, besideUrgent: 1 },
    prefetch: { usual: 1, besideUrgent: 1 },
  };

  /** Opens a limiter that was given so many pieces of work of each kind, which do not end. */
  function openBeside(earlier: Partial<Record<WorkKind, number>>) {
    const limiter = createWorkLimiter({ ...createManualTime(1_000_000), slots });
    for (const [kind, count] of Object.entries(earlier))
      for (let index = 0; index < count; index += 1)
        void limiter.run(kind as WorkKind, () => new Promise(() => {}));
    return limiter;
  }

  /** Requests a page from a limiter; null while it waits for a slot. */
  async function responseOf(
    limiter: ReturnType<typeof openBeside>,
    askOf: (limiter: Pick<WorkLimiter, 'run'>) => Promise<Response> | null,
  ): Promise<Response | null> {
    let waiting = 0;
    const served = askOf({
      async run(kind, work) {
        waiting += 1;
        const done = await limiter.run(kind, () => {
          waiting -= 1;
          return work();
        });
        if (!done.ok) waiting -= 1;
        return done;
      },
    });
    await settled();
    return waiting > 0 ? null : served;
  }

  /** Returns the response of a page beside other work. */
  function askBeside(earlier: Partial<Record<WorkKind, number>>, headers: Record<string, string>) {
    const request = new Request('http://localhost:3000/de/profil', { headers });
    return responseOf(openBeside(earlier), (limiter) =>
      limitPages(async () => new Response('page'), limiter, 'page')(request, visitor),
    );
  }

  function openCacheOn(limiter: ReturnType<typeof openBeside>, version: () => number = () => 1) {
    const shared = async () =>
      new Response(`home ${version()}`, { headers: { 'Content-Type': 'text/html' } });
    let turns: Pick<WorkLimiter, 'run'> = limiter;
    const pages = openPageCache({
      renderShared: limitPages(shared, { run: (kind, work) => turns.run(kind, work) }, 'shared_page'),
      changes: { version },
    });
    return (path: string, headers: Record<string, string> = {}) =>
      responseOf(limiter, (counted) => {
        turns = counted;
        return pages.serve(new Request(`http://localhost:3000${path}`, { headers }));
      });
  }
  const ahead = { 'Sec-Purpose': 'prefetch' };

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
  ])('beside %o gets %s', async (earlier, expected) => {
    for (const header of ['Sec-Purpose', 'Purpose'])
      for (const purpose of ['prefetch', 'prefetch;prerender']) {
        const response = await askBeside(earlier, { [header]: purpose });
        expect(response?.status ?? 'waits').toBe(expected);
        if (response?.status === 204) expect(response.headers.get('Cache-Control')).toBe('private, no-store');
      }
  });

  test('takes no slot of visits: it waits for one of prefetches, and visits are rendered meanwhile', async () => {
    expect((await askBeside({ prefetch: 1 }, {}))?.status).toBe(200);
    expect((await askBeside({ prefetch: 1 }, { 'Sec-Purpose': 'navigate' }))?.status).toBe(200);
    expect(await askBeside({ page: 4 }, {})).toBeNull();
  });

  test.each([
    [{}, 200, 200],
    [{ shared_page: 2 }, 200, 200],
    [{ shared_page: 3 }, 204, null],
    [{ call: 10 }, 204, 200],
    [{ payment: 1 }, 200, 200],
    [{ prefetch: 1 }, null, 200],
  ])('that is cacheable, beside %o, gets %s; a visit then gets %s', async (earlier, expected, visited) => {
    const ask = openCacheOn(openBeside(earlier));
    const response = await ask('/de', ahead);
    expect(response?.status ?? null).toBe(expected);
    if (response?.status === 204) expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    // The visit neither waits for it nor gets its refusal.
    expect((await ask('/de'))?.status ?? null).toBe(visited);
  });

  test('gets a cached copy at once, also an older one, whatever else is done', async () => {
    let version = 1;
    const limiter = openBeside({});
    const ask = openCacheOn(limiter, () => version);
    expect(await (await ask('/de'))?.text()).toBe('home 1');
    for (let index = 0; index < 3; index += 1) void limiter.run('shared_page', () => new Promise(() => {}));
    expect(await (await ask('/de', ahead))?.text()).toBe('home 1');
    version = 2;
    expect(await (await ask('/de', ahead))?.text()).toBe('home 1');
    expect((await ask('/en', ahead))?.status).toBe(204);
  });
});
