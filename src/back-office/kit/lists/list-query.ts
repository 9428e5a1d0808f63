/** What a list shows, as it stands in the address: filters by their names, and where the page begins. */
export type ListQuery = Readonly<Record<string, string>>;

/** Reads what a list knows of from an address; everything else, and what is empty, is left out. */
export function readListQuery(search: URLSearchParams, names: readonly string[]): ListQuery {
  const known = [...names, 'after'].flatMap((name) => {
    const value = search.get(name)?.trim() ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(known);
}

/**
 * The address of a list with other filters: `''` removes one. It begins with the first page again, because a place in
 * one list is none in another.
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

/** The query parameters of a call: filters become `filter[name]`, the place `page[after]`. */
export function toCallQuery(query: ListQuery): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name === 'after' ? 'page[after]' : `filter[${name}]`,
      value,
    ]),
  );
}
