import { defaultLocale, localeOfPath } from '#core/rules/basics/locale.ts';
import { mayKeep, type OfflineRole, pagesCache } from '#core/rules/content/offline.ts';
import { type KeptPage, titleOf } from './offline-page.ts';
import { partsOf, readingCopy } from './reading-copy.ts';

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

/** A kept page is fetched again when it is visited after this many milliseconds: an hour. */
const freshFor = 60 * 60 * 1000;
/** A kept picture may have been replaced under its address after this many milliseconds: a day. */
const pictureFreshFor = 24 * 60 * 60 * 1000;
const mostPages = 30;
const mostPictures = 150;
/** Pictures that are fetched for a copy; a long list has more than a reader looks at. */
const mostPicturesOfPage = 12;

export interface KeptPagesDeps {
  readonly caches: CacheStorage;
  readonly fetch: (request: string | Request, init?: RequestInit) => Promise<Response>;
  readonly names: CacheNames;
  readonly now: () => number;
}

/** The copies of pages, build files and pictures of this browser. */
export function createKeptPages({ caches, fetch, names, now }: KeptPagesDeps) {
  async function fetchPublic(path: string, role: OfflineRole): Promise<Response | null> {
    const credentials = 'omit';
    const response = await fetch(path, { credentials });
    const contentType = response.headers.get('Content-Type') ?? '';
    const { status, redirected: isRedirected } = response;
    return mayKeep({ role, credentials, status, isRedirected, contentType }) ? response : null;
  }

  const cacheOf = (role: 'file' | 'picture') => caches.open(role === 'file' ? names.files : names.pictures);

  /** Whether what is kept needs no request: a file of this build, or a picture of the last day. */
  const isCurrent = (kept: Response, role: 'file' | 'picture') =>
    role === 'file' || ageOf(kept, now()) < pictureFreshFor;

  /** Adds files that are not there yet, or may be old; a file that cannot be fetched is left as it is. */
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
    /** Keeps a copy of a public page, fetched without cookies, and the files and pictures that it shows. */
    async keepPage(path: string): Promise<void> {
      const cache = await caches.open(names.pages);
      if (await isFresh(cache, path)) return;
      const response = await fetchPublic(path, 'public_page').catch(() => null);
      if (response === null) return;
      const policy = response.headers.get('Content-Security-Policy');
      const locale = localeOfPath(path) ?? defaultLocale;
      const copy = readingCopy({ text: await response.text(), policy, locale, at: now() });
      const headers = {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': copy.policy,
        Date: new Date(now()).toUTCString(),
      };
      // Deleted first: the order of the entries is their age.
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
    /** The kept pages of one language, newest first. */
    async listPages(locale: string): Promise<readonly KeptPage[]> {
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
     * A file or picture from its cache, else from the network, which is then kept. A picture of more than a day comes
     * from its cache only when the shop does not answer.
     */
    async open(request: Request, role: 'file' | 'picture'): Promise<Response> {
      const cache = await cacheOf(role);
      const kept = await cache.match(request);
      if (kept !== undefined && isCurrent(kept, role)) return kept;
      const fetched = fetch(request);
      if (kept !== undefined && !(await isAnswered(fetched))) return kept;
      const response = await fetched;
      const { status, redirected: isRedirected } = response;
      const contentType = response.headers.get('Content-Type') ?? '';
      const { credentials } = request;
      if (mayKeep({ role, credentials, status, isRedirected, contentType })) {
        await cache.put(request, response.clone());
        if (role === 'picture') await trim(cache, mostPictures);
      }
      return response;
    },
    /** Deletes the files of other versions, and the pages, which name such files. */
    async forgetOthers(): Promise<void> {
      const isOld = (name: string) => name.startsWith(filesPrefix) && name !== names.files;
      const others = (await caches.keys()).filter((name) => isOld(name) || name === names.pages);
      await Promise.all(others.map((name) => caches.delete(name)));
    },
  };
}

/** Milliseconds since the shop has sent a response; not a number when it does not say so. */
function ageOf(kept: Response, now: number): number {
  return now - Date.parse(kept.headers.get('Date') ?? '');
}

/** Whether the shop has answered: not with its failure, and not that there were too many requests. */
function isAnswered(fetched: Promise<Response>): Promise<boolean> {
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
