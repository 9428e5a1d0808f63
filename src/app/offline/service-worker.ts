import { defaultLocale, localeOfPath } from '#core/rules/basics/locale.ts';
import { isPublicPage, offlineRole, pageOfData } from '#core/rules/content/offline.ts';
import { offlineDocument, offlineStyle } from './offline-page.ts';
import { cacheNames, createOfflinePagesCache } from './offline-pages-cache.ts';

/**
 * The service worker of the shop (docs/behaviour/offline.md). While online it changes no page: pages come from the
 * network. Build files, favicon, icons and pictures come from its cache, pictures for a day.
 */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface RequestEvent extends WorkerEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

interface WorkerScope {
  readonly location: Location;
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(): Promise<readonly { readonly url: string }[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(name: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(name: 'fetch', listener: (event: RequestEvent) => void): void;
}

/** Written by the build: its version, and the files that every page needs. */
declare const offlineVersion: string;
declare const offlineFiles: readonly string[];

const worker = globalThis as unknown as WorkerScope;
const kept = createOfflinePagesCache({
  caches,
  fetch: (request, init) => fetch(request, init),
  names: cacheNames(offlineVersion),
  now: () => Date.now(),
});

worker.addEventListener('install', (event) => {
  event.waitUntil(kept.keepFiles(offlineFiles).then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const { origin } = worker.location;
  const role = offlineRole({ method: request.method, mode: request.mode, url, origin });
  switch (role) {
    case 'file':
    case 'picture':
      return event.respondWith(kept.open(request, role));
    case 'public_page': {
      const opened = openPage(event, url.pathname);
      event.respondWith(opened);
      return event.waitUntil(opened.then(() => kept.keepPage(url.pathname)));
    }
    case 'other_page':
      return event.respondWith(openPage(event, url.pathname));
    case 'page_data': {
      const page = pageOfData(url);
      return page === null ? undefined : event.waitUntil(kept.keepPage(page));
    }
    case 'untouched':
      return undefined;
  }
});

/** Deletes the copies of the previous version, because they refer to files that no longer exist. */
async function takeOver(): Promise<void> {
  await kept.forgetOthers();
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
  const open = (await worker.clients.matchAll()).map(({ url }) => new URL(url));
  const pages = open.filter(({ pathname, search }) => search === '' && isPublicPage(pathname));
  await Promise.all(pages.map(({ pathname }) => kept.keepPage(pathname)));
}

async function openPage(event: RequestEvent, path: string): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const isKept = new URL(event.request.url).search === '' && isPublicPage(path);
    const copy = isKept ? await kept.findPage(path) : undefined;
    return copy ?? offlinePage(path);
  }
}

async function offlinePage(path: string): Promise<Response> {
  const locale = localeOfPath(path) ?? defaultLocale;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(offlineStyle));
  const style = btoa(String.fromCharCode(...new Uint8Array(hash)));
  const policy = `default-src 'none'; img-src 'self'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return new Response(offlineDocument({ locale, path, pages: await kept.listPages(locale) }), {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-store',
    },
  });
}
