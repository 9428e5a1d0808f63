import { routeOf } from '#core/rules/basics/site-paths.ts';
import type { PageView } from './analytics-events.ts';
import { allowsTags } from './analytics-pages.ts';
import { utmNames } from './attribution.ts';

/** The URL of a page with its route parameters. */
export interface ViewedPage {
  readonly path: string;
  /** Query without the question mark. */
  readonly query: string;
  /** Route parameters by name; `*` is the rest of an unknown path. */
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** Hyphenated words as in slugs of products and posts; excludes ids and tokens. */
const plainSlug = /^(?:[a-z]{9,60}|[a-z0-9]{1,8})(?:-(?:[a-z]{9,60}|[a-z0-9]{1,8}))*$/;

/** Hexadecimal UUIDs and tokens, some of which would match `plainSlug`. */
const hexadecimal = /^[0-9a-f-]{32,}$/;

function isPlainSlug(part: string): boolean {
  return plainSlug.test(part) && !hexadecimal.test(part);
}

/** Allowed values of campaign parameters. */
const plainValue = /^[\w .+-]{1,60}$/;

/**
 * Returns the page view that may be reported to analytics services: the pattern of the route, and the path with its
 * `utm_*` parameters. A route parameter that is not a plain slug is replaced by its name. Null on pages without
 * services (docs/behaviour/tracking.md#page-views).
 */
export function pageView({ path, query, params }: ViewedPage): PageView | null {
  if (!allowsTags(path)) return null;
  if (params['*'] !== undefined) return { name: 'page_view', route: '/*', address: '/*' };
  const variables = Object.entries(params).filter(([name]) => name !== 'locale');
  const nameOf = (part: string) => variables.find(([, value]) => value === part)?.[0];
  const parts = path.split('/').map(decoded);
  const shown = parts.map((part) => {
    const name = nameOf(part);
    return name === undefined || isPlainSlug(part) ? part : `:${name}`;
  });
  const pattern = parts.map((part) => {
    const name = nameOf(part);
    return name === undefined ? part : `:${name}`;
  });
  return {
    name: 'page_view',
    route: routeOf(pattern.join('/')),
    address: `${shown.join('/')}${campaign(query)}`,
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function campaign(query: string): string {
  const given = new URLSearchParams(query);
  const kept = utmNames.flatMap((name) => {
    const value = given.get(name);
    return value !== null && plainValue.test(value) ? [[name, value]] : [];
  });
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`;
}
