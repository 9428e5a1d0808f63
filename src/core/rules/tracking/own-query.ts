import { attributionNames } from './attribution-names.ts';

/** Returns the query of a page's address without the parameters that say how the visitor came to the shop. */
export function ownQuery(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of attributionNames) query.delete(name);
  return query.toString();
}
