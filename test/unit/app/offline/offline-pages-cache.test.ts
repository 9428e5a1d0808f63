import { describe, expect, test } from 'vitest';
import { createBrowserOfflinePages } from '#adapters/storage/browser-offline-pages.ts';
import { cacheNames, createOfflinePagesCache } from '#app/offline/offline-pages-cache.ts';
import { createMemoryCaches } from '#test/support/memory-caches.ts';

const start = Date.UTC(2026, 10, 22, 12);
const minutes = (count: number) => count * 60_000;

/** Opens a browser that saves pages. Its shop responds with `failure` if it is set, with `pages`, or else with 404. */
function openBrowser(version = 'one', caches = createMemoryCaches()) {
  const browser = { now: start, isOffline: false, failure: 0 };
  const asked: { readonly path: string; readonly credentials: string | undefined }[] = [];
  const pages = new Map<string, string>();
  const kept = createOfflinePagesCache({
    caches,
    names: cacheNames(version),
    now: () => browser.now,
    async fetch(request, init) {
      if (browser.isOffline) throw new TypeError('Failed to fetch');
      const path = request instanceof Request ? new URL(request.url).pathname : request;
      asked.push({ path, credentials: init?.credentials });
      if (browser.failure > 0) return new Response('Later', { status: browser.failure });
      const isFile = path.startsWith('/assets/');
      const text = isFile ? 'export {}' : pages.get(path);
      const isPicture = path.startsWith('/pictures/');
      const headers = {
        'Content-Type': isFile ? 'text/css' : isPicture ? 'image/webp' : 'text/html; charset=utf-8',
        Date: new Date(browser.now).toUTCString(),
      };
      return new Response(text ?? 'Not found', { status: text === undefined ? 404 : 200, headers });
    },
  });
  return { browser, kept, asked, pages, caches };
}

describe('saved pages', () => {
  test('are fetched without cookies, with the files that they use, and listed with the newest first', async () => {
    const { kept, asked, pages } = openBrowser();
    pages.set('/de/kurse/a', '<title>Zeichnen</title><link href="/assets/a-1.css">');
    pages.set('/de', '<title>Start &amp; Bühne</title>');
    pages.set('/en', '<title>Home</title>');
    for (const path of ['/de/kurse/a', '/de', '/en']) await kept.keepPage(path);
    expect(asked.map(({ path }) => path)).toEqual(['/de/kurse/a', '/assets/a-1.css', '/de', '/en']);
    expect(new Set(asked.map(({ credentials }) => credentials))).toEqual(new Set(['omit']));
    expect(await kept.listPages('de')).toEqual([
      { path: '/de', title: 'Start & Bühne' },
      { path: '/de/kurse/a', title: 'Zeichnen' },
    ]);
    expect(await (await kept.findPage('/en'))?.text()).toContain('Home');
  });

  test('are fetched again after an hour, and stay when that fails', async () => {
    const { browser, kept, asked, pages } = openBrowser();
    pages.set('/de', '<title>Alt</title>');
    await kept.keepPage('/de');
    browser.now += minutes(59);
    await kept.keepPage('/de');
    expect(asked).toHaveLength(1);
    browser.now += minutes(2);
    browser.isOffline = true;
    await kept.keepPage('/de');
    expect(await kept.listPages('de')).toEqual([{ path: '/de', title: 'Alt' }]);
    browser.isOffline = false;
    pages.set('/de', '<title>Neu</title>');
    await kept.keepPage('/de');
    expect(await kept.listPages('de')).toEqual([{ path: '/de', title: 'Neu' }]);
  });

  test('are thirty at most, without pages that were not found', async () => {
    const { kept, pages } = openBrowser();
    for (let number = 1; number <= 34; number += 1) {
      pages.set(`/de/blog/${number}`, '<title>x</title>');
      await kept.keepPage(`/de/blog/${number}`);
    }
    await kept.keepPage('/de/kurse/unbekannt');
    const paths = (await kept.listPages('de')).map(({ path }) => path);
    expect([paths.length, paths[0], paths.at(-1)]).toEqual([30, '/de/blog/34', '/de/blog/5']);
  });

  test('are deleted with a new version, like its files, and at a logout', async () => {
    const { kept, pages, caches } = openBrowser('one');
    pages.set('/de', '<link href="/assets/a-1.css">');
    await kept.keepPage('/de');
    const next = openBrowser('two', caches);
    await next.kept.keepFiles(['/assets/a-2.css']);
    await next.kept.forgetOthers();
    expect((await caches.keys()).toSorted()).toEqual(['files-two', 'pictures']);
    next.pages.set('/de', '<title>x</title>');
    await next.kept.keepPage('/de');
    createBrowserOfflinePages({ caches }).forget();
    await expect.poll(() => next.kept.listPages('de')).toEqual([]);
    expect(() => createBrowserOfflinePages({}).forget()).not.toThrow();
  });
});

describe('a saved picture', () => {
  const path = '/pictures/clara-640.webp';
  const request = new Request(`http://shop.example${path}`);

  test('is fetched again when it is shown after a day, and stays when that fails', async () => {
    const { browser, kept, asked, pages } = openBrowser();
    const shown = async () => (await kept.open(request, 'picture')).text();
    pages.set(path, 'old');
    expect(await shown()).toBe('old');
    pages.set(path, 'new');
    browser.now += minutes(24 * 60) - 1;
    expect([await shown(), asked.length]).toEqual(['old', 1]);
    browser.now += 1;
    browser.isOffline = true;
    expect(await shown()).toBe('old');
    browser.isOffline = false;
    for (const failure of [429, 500, 503]) {
      browser.failure = failure;
      expect(await shown(), String(failure)).toBe('old');
    }
    browser.failure = 0;
    expect(await shown()).toBe('new');
    browser.isOffline = true;
    expect(await shown()).toBe('new');
  });

  test('that the shop has deleted is not shown after a day', async () => {
    const { browser, kept, pages } = openBrowser();
    const status = async () => (await kept.open(request, 'picture')).status;
    pages.set(path, 'old');
    await status();
    pages.delete(path);
    expect(await status()).toBe(200);
    browser.now += minutes(24 * 60);
    expect(await status()).toBe(404);
  });

  test('of a page that is saved again is fetched again after a day', async () => {
    const { browser, kept, pages } = openBrowser();
    pages.set('/de', `<img src="${path}">`);
    pages.set(path, 'old');
    await kept.keepPage('/de');
    pages.set(path, 'new');
    browser.now += minutes(24 * 60 + 1);
    await kept.keepPage('/de');
    browser.isOffline = true;
    expect(await (await kept.open(request, 'picture')).text()).toBe('new');
  });

  test('that was never saved cannot be shown offline; a file of the build is fetched once', async () => {
    const { browser, kept, asked } = openBrowser();
    const file = new Request('http://shop.example/assets/a-1.css');
    await kept.open(file, 'file');
    browser.now += minutes(60 * 24 * 400);
    await kept.open(file, 'file');
    expect(asked).toHaveLength(1);
    browser.isOffline = true;
    await expect(kept.open(request, 'picture')).rejects.toThrow('Failed to fetch');
  });
});
