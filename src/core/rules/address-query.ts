/** The query of an address, as `URLSearchParams` reads it. */
export interface AddressQuery {
  get(name: string): string | null;
}

/** Codes and names in an address are at most this long; the API refuses longer ones too. */
const longestValue = 64;

/** A query value without surrounding blanks; null when it is absent, blank or too long to be one of ours. */
export function queryValue(query: AddressQuery, name: string): string | null {
  const value = query.get(name)?.trim() ?? '';
  return value === '' || value.length > longestValue ? null : value;
}
