import type { SearchHit } from '#core/model/product.ts';
import { lengths } from '#core/model/text-lengths.ts';
import type { Route } from '#core/rules/basics/site-paths.ts';
import { productPath } from './product-path.ts';

/** The headings under which search results are grouped. */
type SearchGroup = 'course' | 'master' | 'book' | 'gift' | 'membership' | 'post' | 'page';

const groupOfKind: Readonly<Record<SearchHit['kind'], SearchGroup>> = {
  course: 'course',
  master: 'master',
  book: 'book',
  gift: 'gift',
  voucher: 'gift',
  gift_box: 'gift',
  membership: 'membership',
  subscription: 'membership',
  post: 'post',
  page: 'page',
};

/** The search results of one group, best match first. */
interface GroupedHits {
  readonly group: SearchGroup;
  readonly hits: readonly SearchHit[];
}

/** Groups search results. The group of the best match comes first; the order within a group is kept. */
export function groupHits(hits: readonly SearchHit[]): readonly GroupedHits[] {
  const groups = new Map<SearchGroup, SearchHit[]>();
  for (const hit of hits) {
    const group = groupOfKind[hit.kind];
    groups.set(group, [...(groups.get(group) ?? []), hit]);
  }
  return [...groups].map(([group, found]) => ({ group, hits: found }));
}

/** Returns the path of a search result's page, without the locale. */
export function hitPath(hit: Pick<SearchHit, 'kind' | 'slug'>): Route {
  switch (hit.kind) {
    case 'master':
      return `/experten/${hit.slug}`;
    case 'post':
      return `/blog/${hit.slug}`;
    case 'page':
      return `/${hit.slug}`;
    default:
      return productPath({ kind: hit.kind, slug: hit.slug });
  }
}

/** Returns whether the page of a search result exists in German only. */
export function isGermanOnlyHit({ kind }: Pick<SearchHit, 'kind'>): boolean {
  return kind === 'book' || kind === 'post';
}

/** Half of a surrogate pair at the end of a text that was cut. */
const halfCharacter = /[\uD800-\uDBFF]$/;

/** Trims and shortens a search text. Returns an empty text if it has fewer than two characters. */
export function normaliseQuery(typed: string): string {
  const query = typed
    .replaceAll('\u0000', '')
    .trim()
    .slice(0, lengths.search)
    .replace(halfCharacter, '')
    .trim();
  return [...query].length < 2 ? '' : query;
}
