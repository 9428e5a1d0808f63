import type { ProductKind, SearchHit } from '#core/model/product.ts';
import { lengths } from '#core/model/values.ts';
import type { Route } from './navigation.ts';

/**
 * Returns the path of a product's page, without the locale. Membership and subscription have a page without a
 * slug.
 */
export function productPath({ kind, slug }: { readonly kind: ProductKind; readonly slug: string }): Route {
  switch (kind) {
    case 'course':
      return `/kurse/${slug}`;
    case 'book':
      return `/buecher/${slug}`;
    case 'gift':
    case 'voucher':
      return `/geschenke/${slug}`;
    case 'gift_box':
      return `/geschenkboxen/${slug}`;
    case 'membership':
      return '/masterpass';
    case 'subscription':
      return '/preise';
  }
}

/** The headings under which search results are grouped. */
type SearchGroup = 'course' | 'master' | 'book' | 'gift' | 'membership' | 'post';

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
};

/** The search results of one group, best match first. */
interface GroupedHits {
  readonly group: SearchGroup;
  readonly hits: readonly SearchHit[];
}

/**
 * Groups search results. The group of the best match is first; the order inside a group is kept; no group is
 * empty.
 */
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
    default:
      return productPath({ kind: hit.kind, slug: hit.slug });
  }
}

/** Returns whether the page of a search result exists in German only. */
export function isGermanOnlyHit({ kind }: Pick<SearchHit, 'kind'>): boolean {
  return kind === 'book' || kind === 'post';
}

/** The first half of a surrogate pair at the end of a text, where the text was cut. */
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

/** Returns the share of reviews with this number of stars, from 0 to 1; 0 when there are no reviews. */
export function starShare(distribution: readonly number[], stars: number): number {
  const all = distribution.reduce((sum, count) => sum + count, 0);
  return all === 0 ? 0 : (distribution[stars - 1] ?? 0) / all;
}
