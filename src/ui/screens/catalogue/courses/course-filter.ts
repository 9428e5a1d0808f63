import type { FacetName } from '#core/model/product.ts';
import { lengths } from '#core/model/text-lengths.ts';
import type { Route } from '#core/rules/basics/site-paths.ts';
import type { FacetFilter } from '#core/rules/catalogue/facets.ts';

/** Sort orders of the course list, as in the API. */
export const courseSorts = ['position', 'popular', 'newest', 'title', 'price', '-price'] as const;

export type CourseSort = (typeof courseSorts)[number];

/** Facets of the filter panel; the group has its own links. */
export const panelFacets = [
  'discipline',
  'level',
  'length',
  'language',
  'price',
  'new',
] as const satisfies readonly FacetName[];

export type PanelFacet = (typeof panelFacets)[number];

/** The filters of the course list. Empty texts do not filter; pages count from 1. */
export interface CourseFilter {
  readonly group: string;
  readonly q: string;
  readonly chosen: Readonly<Record<PanelFacet, readonly string[]>>;
  readonly sort: CourseSort;
  readonly page: number;
}

/** Query parameters of the filters. */
export const filterNames = {
  group: 'gruppe',
  q: 'q',
  discipline: 'disziplin',
  level: 'niveau',
  length: 'dauer',
  language: 'sprache',
  price: 'preis',
  new: 'neu',
  sort: 'sort',
  page: 'seite',
} as const;

const lastPage = 10_000;
const mostValues = 20;
const value = /^[a-z0-9][a-z0-9-]{0,59}$/;

/** Reads the filters from an address; invalid values are ignored. */
export function readCourseFilter(query: URLSearchParams): CourseFilter {
  const group = query.get(filterNames.group) ?? '';
  const page = Number(query.get(filterNames.page));
  const chosen = panelFacets.map((name) => {
    const values = query.getAll(filterNames[name]).filter((one) => value.test(one));
    return [name, [...new Set(values)].slice(0, mostValues)];
  });
  return {
    group: value.test(group) ? group : '',
    q: (query.get(filterNames.q) ?? '').replaceAll('\u0000', '').trim().slice(0, lengths.search),
    chosen: Object.fromEntries(chosen),
    sort: courseSorts.find((sort) => sort === query.get(filterNames.sort)) ?? 'position',
    page: Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1,
  };
}

/** Returns the address of the list with these filters, without default values. */
export function courseFilterPath(filter: CourseFilter): Route {
  const query = new URLSearchParams();
  if (filter.group !== '') query.set(filterNames.group, filter.group);
  if (filter.q !== '') query.set(filterNames.q, filter.q);
  for (const name of panelFacets) for (const one of filter.chosen[name]) query.append(filterNames[name], one);
  if (filter.sort !== 'position') query.set(filterNames.sort, filter.sort);
  if (filter.page > 1) query.set(filterNames.page, filter.page.toString());
  const search = query.toString();
  return search === '' ? '/kurse' : `/kurse?${search}`;
}

/** Returns the filter without the panel's selection. */
export function withoutChosen(filter: CourseFilter): CourseFilter {
  return { ...filter, page: 1, chosen: readCourseFilter(new URLSearchParams()).chosen };
}

/** Returns the filter without one value of the panel's selection. */
export function withoutValue(filter: CourseFilter, name: PanelFacet, removed: string): CourseFilter {
  const values = filter.chosen[name].filter((one) => one !== removed);
  return { ...filter, page: 1, chosen: { ...filter.chosen, [name]: values } };
}

/** Converts the filter to the API's facets. */
export function toFacetFilter({ group, chosen }: CourseFilter): FacetFilter {
  return { group: group === '' ? [] : [group], ...chosen };
}

/** Returns the number of values selected in the panel. */
export function chosenCount({ chosen }: CourseFilter): number {
  return panelFacets.reduce((sum, name) => sum + chosen[name].length, 0);
}

/**
 * Returns whether search engines should not index an address, because it is one of many selections and sort orders of
 * the same courses (docs/behaviour/navigation-and-layout.md#page-metadata). Groups and pages may be indexed.
 */
export function isSelection(filter: CourseFilter): boolean {
  return filter.q !== '' || filter.sort !== 'position' || chosenCount(filter) > 0;
}
