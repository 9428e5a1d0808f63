import { lengths } from '#core/model/values.ts';
import type { Route } from '#core/rules/navigation.ts';

/** How a list of courses may be sorted; the words are those of the API. */
export const courseSorts = ['position', 'title', 'price', '-price'] as const;

export type CourseSort = (typeof courseSorts)[number];

/** What the list of courses is narrowed to. Empty texts narrow nothing; pages count from 1. */
export interface CourseFilter {
  readonly group: string;
  readonly q: string;
  readonly sort: CourseSort;
  readonly page: number;
}

/** Names of the filter's parts in the address. */
export const filterNames = { group: 'gruppe', q: 'q', sort: 'sort', page: 'seite' } as const;

const lastPage = 10_000;

/** The filter in an address. What makes no sense there narrows nothing. */
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

/** The address of the list under a filter, without what is usual. */
export function courseFilterPath(filter: CourseFilter): Route {
  const query = new URLSearchParams();
  if (filter.group !== '') query.set(filterNames.group, filter.group);
  if (filter.q !== '') query.set(filterNames.q, filter.q);
  if (filter.sort !== 'position') query.set(filterNames.sort, filter.sort);
  if (filter.page > 1) query.set(filterNames.page, filter.page.toString());
  const search = query.toString();
  return search === '' ? '/kurse' : `/kurse?${search}`;
}
