import { routeOf } from '#core/rules/basics/site-paths.ts';
import type { PageView } from './analytics-events.ts';
import { allowsTags } from './analytics-pages.ts';
import { utmNames } from './attribution.ts';

/** The address of a page as the router knows it. */
export interface ViewedPage {
  readonly path: string;
  /** Query without the question mark. */
  readonly query: string;
  /** The variable parts of the path by name; `*` is the rest of an unknown path. */
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** Words with hyphens, as in the addresses of products and posts; ids and tokens look different. */
const plainSlug = /^(?:[a-z]{9,60}|[a-z0-9]{1,8})(?:-(?:[a-z]{9,60}|[a-z0-9]{1,8}))*$/;

/** UUIDs and tokens in hexadecimal, some of which have only letters where slugs have them. */
const hexadecimal = /^[0-9a-f-]{32,}$/;

function isPlainSlug(part: string): boolean {
  return plainSlug.test(part) && !hexadecimal.test(part);
}

/** Values of campaigns, as marketing writes them. */
const plainValue = /^[\w .+-]{1,60}$/;

/**
 * Returns the page view that may be reported to analytics services: the pattern of the route, and the path with the
 * `utm_*` parameters. A variable part that is no plain slug is replaced by its name. Null on pages without services
 * (docs/behaviour/tracking.md#page-views).
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
