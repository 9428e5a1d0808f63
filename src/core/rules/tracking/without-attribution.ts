import { attributionNames } from './attribution-names.ts';

/** Returns the query of a page without the attribution parameters. */
export function withoutAttribution(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of attributionNames) query.delete(name);
  return query.toString();
}
