/** Filters of a list by name, and the cursor `after`, as in the URL. */
export type ListQuery = Readonly<Record<string, string>>;

/** Reads the known, non-empty parameters of a list from the URL. */
export function readListQuery(search: URLSearchParams, names: readonly string[]): ListQuery {
  const known = [...names, 'after'].flatMap((name) => {
    const value = search.get(name)?.trim() ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(known);
}

/**
 * Returns the search parameters of a list with changed filters; `''` removes one. Starts at the first page again,
 * because the cursor belongs to the old filters.
 */
export function changeListQuery(
  query: ListQuery,
  changes: Readonly<Record<string, string>>,
): URLSearchParams {
  const { after, ...filters } = { ...query, ...changes };
  const next = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value.trim() !== '') next.set(name, value.trim());
  const isOtherList = Object.keys(changes).some((name) => name !== 'after');
  if (after !== undefined && after !== '' && !isOtherList) next.set('after', after);
  return next;
}

/** Returns the query parameters of a call: filters become `filter[name]`, `after` becomes `page[after]`. */
export function toCallQuery(query: ListQuery): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name === 'after' ? 'page[after]' : `filter[${name}]`,
      value,
    ]),
  );
}
