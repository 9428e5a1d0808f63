import { defaultLocale, localeOfPath } from '#core/rules/basics/locale.ts';
import { isCacheable, type OfflineRole, pagesCache } from '#core/rules/content/offline.ts';
import { createOfflineCopy, partsOf } from './offline-copy.ts';
import { type CachedPage, titleOf } from './offline-page.ts';

/** Names of the caches of the service worker. */
export interface CacheNames {
  readonly files: string;
  readonly pages: string;
  readonly pictures: string;
}

const filesPrefix = 'files-';

export function cacheNames(version: string): CacheNames {
  return { files: `${filesPrefix}${version}`, pages: pagesCache, pictures: 'pictures' };
}

/** Cached pages older than this are fetched again when visited: an hour, in milliseconds. */
const freshFor = 60 * 60 * 1000;
/** Cached pictures older than this may have been replaced at the same URL: a day, in milliseconds. */
const pictureFreshFor = 24 * 60 * 60 * 1000;
const mostPages = 30;
const mostPictures = 150;
/** Maximum pictures cached with a page: readers rarely scroll through a long list. */
const mostPicturesOfPage = 12;

export interface OfflinePagesCacheDeps {
  readonly caches: CacheStorage;
  readonly fetch: (request: string | Request, init?: RequestInit) => Promise<Response>;
  readonly names: CacheNames;
  readonly now: () => number;
}

/** Creates the browser's cache of pages, build files and pictures. */
export function createOfflinePagesCache({ caches, fetch, names, now }: OfflinePagesCacheDeps) {
  async function fetchPublic(path: string, role: OfflineRole): Promise<Response | null> {
    const credentials = 'omit';
    const response = await fetch(path, { credentials });
    const contentType = response.headers.get('Content-Type') ?? '';
    const { status, redirected: isRedirected } = response;
    return isCacheable({ role, credentials, status, isRedirected, contentType }) ? response : null;
  }

  const cacheOf = (role: 'file' | 'picture') => caches.open(role === 'file' ? names.files : names.pictures);

  /** Whether a cached response needs no request: a build file, or a picture less than a day old. */
  const isCurrent = (kept: Response, role: 'file' | 'picture') =>
    role === 'file' || ageOf(kept, now()) < pictureFreshFor;

  /** Caches files that are missing or may be outdated; ignores files that cannot be fetched. */
  async function keepFiles(paths: readonly string[], role: 'file' | 'picture' = 'file'): Promise<void> {
    const cache = await cacheOf(role);
    const add = async (path: string) => {
      const kept = await cache.match(path);
      if (kept !== undefined && isCurrent(kept, role)) return;
      const response = await fetchPublic(path, role);
      if (response !== null) await cache.put(path, response);
    };
    await Promise.allSettled(paths.map(add));
    if (role === 'picture') await trim(cache, mostPictures);
  }

  async function isFresh(cache: Cache, path: string): Promise<boolean> {
    const kept = await cache.match(path);
    return kept !== undefined && ageOf(kept, now()) < freshFor;
  }

  return {
    keepFiles,
    /** Caches a public page, fetched without cookies, with its files and pictures. */
    async keepPage(path: string): Promise<void> {
      const cache = await caches.open(names.pages);
      if (await isFresh(cache, path)) return;
      const response = await fetchPublic(path, 'public_page').catch(() => null);
      if (response === null) return;
      const policy = response.headers.get('Content-Security-Policy');
      const locale = localeOfPath(path) ?? defaultLocale;
      const copy = createOfflineCopy({ text: await response.text(), policy, locale, at: now() });
      const headers = {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': copy.policy,
        Date: new Date(now()).toUTCString(),
      };
      // Deleted first, because entries are ordered by age.
      await cache.delete(path);
      await cache.put(path, new Response(copy.text, { headers }));
      await trim(cache, mostPages);
      const { files, pictures } = partsOf(copy.text);
      await keepFiles(files);
      await keepFiles(pictures.slice(0, mostPicturesOfPage), 'picture');
    },
    async findPage(path: string): Promise<Response | undefined> {
      return (await caches.open(names.pages)).match(path);
    },
    /** Lists the cached pages of one language, newest first. */
    async listPages(locale: string): Promise<readonly CachedPage[]> {
      const cache = await caches.open(names.pages);
      const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname).reverse();
      const own = paths.filter((path) => localeOfPath(path) === locale);
      return Promise.all(
        own.map(async (path) => {
          const text = await (await cache.match(path))?.text();
          return { path, title: titleOf(text ?? '') ?? path };
        }),
      );
    },
    /**
     * Returns a file or picture from the cache, else fetches and caches it. A picture older than a day comes from the
     * cache only if the shop does not respond.
     */
    async open(request: Request, role: 'file' | 'picture'): Promise<Response> {
      const cache = await cacheOf(role);
      const kept = await cache.match(request);
      if (kept !== undefined && isCurrent(kept, role)) return kept;
      const fetched = fetch(request);
      if (kept !== undefined && !(await hasResponse(fetched))) return kept;
      const response = await fetched;
      const { status, redirected: isRedirected } = response;
      const contentType = response.headers.get('Content-Type') ?? '';
      const { credentials } = request;
      if (isCacheable({ role, credentials, status, isRedirected, contentType })) {
        await cache.put(request, response.clone());
        if (role === 'picture') await trim(cache, mostPictures);
      }
      return response;
    },
    /** Deletes the files of other versions, and all pages, because they refer to such files. */
    async forgetOthers(): Promise<void> {
      const isOld = (name: string) => name.startsWith(filesPrefix) && name !== names.files;
      const others = (await caches.keys()).filter((name) => isOld(name) || name === names.pages);
      await Promise.all(others.map((name) => caches.delete(name)));
    },
  };
}

/** Returns the age of a response in milliseconds; NaN without a `Date` header. */
function ageOf(kept: Response, now: number): number {
  return now - Date.parse(kept.headers.get('Date') ?? '');
}

/** Returns whether the shop responded properly: neither with a server error nor with 429. */
function hasResponse(fetched: Promise<Response>): Promise<boolean> {
  return fetched.then(
    ({ status }) => status < 500 && status !== 429,
    () => false,
  );
}

/** Deletes the oldest entries above the limit. */
async function trim(cache: Cache, most: number): Promise<void> {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)));
}
