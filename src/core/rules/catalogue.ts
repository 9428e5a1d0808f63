import type { ProductKind, SearchHit } from '#core/model/product.ts';
import { lengths } from '#core/model/values.ts';
import type { Route } from './navigation.ts';

/** The page of a product without the locale. Membership and subscription are the only ones of their kind. */
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

/** Headings under which search hits are shown. */
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

/** Hits of one group, best first. */
interface GroupedHits {
  readonly group: SearchGroup;
  readonly hits: readonly SearchHit[];
}

/** The hits by group: the group of the best hit comes first, inside a group the order stays. None is empty. */
export function groupHits(hits: readonly SearchHit[]): readonly GroupedHits[] {
  const groups = new Map<SearchGroup, SearchHit[]>();
  for (const hit of hits) {
    const group = groupOfKind[hit.kind];
    groups.set(group, [...(groups.get(group) ?? []), hit]);
  }
  return [...groups].map(([group, found]) => ({ group, hits: found }));
}

/** The page of a hit without the locale. */
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

/** Whether the page of a hit exists in German only. */
export function isGermanOnlyHit({ kind }: Pick<SearchHit, 'kind'>): boolean {
  return kind === 'book' || kind === 'post';
}

/** The first half of a surrogate pair, which cutting a text may leave at its end. */
const halfCharacter = /[\uD800-\uDBFF]$/;

/** Normalises a typed search text; empty while it is too short to find anything. */
export function normaliseQuery(typed: string): string {
  const query = typed
    .replaceAll('\u0000', '')
    .trim()
    .slice(0, lengths.search)
    .replace(halfCharacter, '')
    .trim();
  return [...query].length < 2 ? '' : query;
}

/** The share of all reviews that gave so many stars, between 0 and 1; 0 while there is none. */
export function starShare(distribution: readonly number[], stars: number): number {
  const all = distribution.reduce((sum, count) => sum + count, 0);
  return all === 0 ? 0 : (distribution[stars - 1] ?? 0) / all;
}
