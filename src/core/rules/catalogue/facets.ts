import { type CourseLevel, type FacetName, facetNames } from '#core/model/product.ts';
import type { Locale } from '#core/model/values.ts';

/** The facet values of a course. Length in seconds, price in cents, day as `YYYY-MM-DD` or null. */
export interface FacetedCourse {
  readonly group: string;
  readonly discipline: string;
  readonly level: CourseLevel;
  readonly length: number;
  readonly languages: readonly Locale[];
  readonly price: number;
  readonly published_on: string | null;
}

/** The selected values of each facet. A course matches if it has one of the values for each facet with a selection. */
export type FacetFilter = Readonly<Partial<Record<FacetName, readonly string[]>>>;

/** The only value of the facet `new`. */
export const newValue = 'yes';

/** Values of `length` with their upper limits in seconds. */
export const lengthBands = [
  { value: 'short', upTo: 7200 },
  { value: 'medium', upTo: 9000 },
  { value: 'long', upTo: Number.POSITIVE_INFINITY },
] as const;

/** Values of `price` with their upper limits in cents. */
export const priceBands = [
  { value: 'low', upTo: 6000 },
  { value: 'middle', upTo: 8000 },
  { value: 'high', upTo: Number.POSITIVE_INFINITY },
] as const;

/** A course counts as new in the month in which it was published and in the five months after it. */
const newMonths = 6;

/** Returns the facets of a course as `facet:value`. */
export function courseFacets(course: FacetedCourse): readonly string[] {
  const { group, discipline, level, length, languages, price, published_on } = course;
  return [
    `group:${group}`,
    `discipline:${discipline}`,
    `level:${level}`,
    `length:${bandOf(lengthBands, length)}`,
    ...languages.map((language) => `language:${language}`),
    `price:${bandOf(priceBands, price)}`,
    ...(published_on === null ? [] : [`new:${published_on.slice(0, 7)}`]),
  ];
}

function bandOf<Value>(bands: readonly { value: Value; upTo: number }[], amount: number): Value | undefined {
  return bands.find(({ upTo }) => amount <= upTo)?.value;
}

/**
 * Returns the alternatives of each facet with a selection; a course matches if it has one of each. `now` is in
 * milliseconds since the epoch, `without` is a facet whose selection is ignored.
 */
export function wantedFacets(
  filter: FacetFilter,
  now: number,
  without?: FacetName,
): readonly (readonly string[])[] {
  return facetNames
    .filter((name) => name !== without && (filter[name]?.length ?? 0) > 0)
    .map((name) =>
      name === 'new'
        ? recentMonths(now).map((month) => `new:${month}`)
        : (filter[name] ?? []).map((value) => `${name}:${value}`),
    );
}

/** Returns whether these facets match the alternatives of `wantedFacets`. */
export function fitsFacets(facets: readonly string[], wanted: readonly (readonly string[])[]): boolean {
  return wanted.every((alternatives) => alternatives.some((one) => facets.includes(one)));
}

/** Converts counts by `facet:value` to counts by facet and selectable value; ignores unknown facets. */
export function chosenCounts(
  counts: Readonly<Record<string, number>>,
  now: number,
): Readonly<Record<FacetName, ReadonlyMap<string, number>>> {
  const recent = new Set(recentMonths(now));
  const found = Object.fromEntries(facetNames.map((name) => [name, new Map<string, number>()])) as Record<
    FacetName,
    Map<string, number>
  >;
  for (const [facet, count] of Object.entries(counts)) {
    const [name, stored = ''] = facet.split(':', 2) as [FacetName, string?];
    if (found[name] === undefined || (name === 'new' && !recent.has(stored))) continue;
    const value = name === 'new' ? newValue : stored;
    found[name].set(value, (found[name].get(value) ?? 0) + count);
  }
  return found;
}

/** Returns the publication months of courses that count as new, as `YYYY-MM` in UTC. */
function recentMonths(now: number): readonly string[] {
  const today = new Date(now);
  return Array.from({ length: newMonths }, (_, back) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}
