import type { ProductKind, SearchHit } from '#core/model/product.ts';
import { lengths } from '#core/model/values.ts';
import type { Route } from '#core/rules/basics/site-paths.ts';

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

/** Words of a text in lower case, without accents. */
function plainWords(text: string): readonly { readonly word: string; readonly plain: string }[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => ({
    word,
    plain: word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase(),
  }));
}

/**
 * Returns the search text as it was probably meant: each typed word is replaced by the nearest word of the texts that
 * were found by similarity, when it differs by at most a third of its letters. Null when no word is near another.
 */
export function suggestQuery(typed: string, texts: readonly string[]): string | null {
  const known = texts.flatMap(plainWords).filter(({ plain }) => plain.length > 2);
  let isChanged = false;
  const words = plainWords(typed).map(({ word, plain }) => {
    const [nearest] = known
      .map((one) => ({ ...one, distance: editDistance(plain, one.plain) }))
      .filter(({ distance }) => distance <= Math.floor(plain.length / 3))
      .sort((one, other) => one.distance - other.distance);
    if (nearest === undefined || nearest.distance === 0) return word;
    isChanged = true;
    return nearest.word;
  });
  return isChanged ? words.join(' ') : null;
}

/** Number of letters to insert, delete, replace or swap with their neighbour, to make one word of the other. */
export function editDistance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row += 1) {
    const [above = [], twoAbove = []] = [rows[row - 1], rows[row - 2]];
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (twoAbove[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(current);
  }
  return rows[one.length]?.[other.length] ?? 0;
}

/** Returns the share of reviews with this number of stars, from 0 to 1; 0 when there are no reviews. */
export function starShare(distribution: readonly number[], stars: number): number {
  const all = distribution.reduce((sum, count) => sum + count, 0);
  return all === 0 ? 0 : (distribution[stars - 1] ?? 0) / all;
}
