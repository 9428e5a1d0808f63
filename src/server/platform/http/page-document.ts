import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';

interface PageFacts<Item> {
  readonly items: Item[];
  /** Number of all items. */
  readonly total: number;
}

interface PageAddress {
  /** Path below `/api`. */
  readonly path: string;
  /** The query parameters of the request; page parameters are replaced. */
  readonly query: Readonly<Record<string, unknown>>;
}

/** Builds a JSON:API document of one page of a list, with links to other pages. */
export function pageDocument<Item>({ items, total }: PageFacts<Item>, { path, query }: PageAddress) {
  const number = Number(query['page[number]']);
  const size = Number(query['page[size]']);
  const last = Math.max(1, Math.ceil(total / size));
  const link = (page: number) => `/api${path}?${queryText({ ...query, 'page[number]': page })}`;
  return {
    data: items,
    meta: { page: { number, size, total } },
    links: {
      self: link(number),
      first: link(1),
      last: link(last),
      prev: number > 1 ? link(Math.min(number - 1, last)) : null,
      next: number < last ? link(number + 1) : null,
    },
  };
}

function queryText(query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

/** Builds a document with one resource, or `NOT_FOUND`. */
export function found<Value>(data: Value | undefined): Result<{ readonly data: Value }, DomainFailure> {
  return data === undefined ? err(domainFailure('NOT_FOUND')) : ok({ data });
}
