import { lengths } from '#core/model/values.ts';
import type { Route } from '#core/rules/navigation.ts';

/** Sort orders of the course list, as in the API. */
export const courseSorts = ['position', 'title', 'price', '-price'] as const;

export type CourseSort = (typeof courseSorts)[number];

/** The filters of the course list. Empty texts do not filter; pages count from 1. */
export interface CourseFilter {
  readonly group: string;
  readonly q: string;
  readonly sort: CourseSort;
  readonly page: number;
}

export const filterNames = { group: 'gruppe', q: 'q', sort: 'sort', page: 'seite' } as const;

const lastPage = 10_000;

/** Reads the filters from an address; invalid values are ignored. */
export function readCourseFilter(query: URLSearchParams): CourseFilter {
  const group = query.get(filterNames.group) ?? '';
  const page = Number(query.get(filterNames.page));
  return {
    group: /^[a-z0-9-]{1,60}$/.test(group) ? group : '',
    q: (query.get(filterNames.q) ?? '').replaceAll('\u0000', '').trim().slice(0, lengths.search),
    sort: courseSorts.find((sort) => sort === query.get(filterNames.sort)) ?? 'position',
    page: Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1,
  };
}

/** The address of the list with these filters, without default values. */
export function courseFilterPath(filter: CourseFilter): Route {
  const query = new URLSearchParams();
  if (filter.group !== '') query.set(filterNames.group, filter.group);
  if (filter.q !== '') query.set(filterNames.q, filter.q);
  if (filter.sort !== 'position') query.set(filterNames.sort, filter.sort);
  if (filter.page > 1) query.set(filterNames.page, filter.page.toString());
  const search = query.toString();
  return search === '' ? '/kurse' : `/kurse?${search}`;
}
