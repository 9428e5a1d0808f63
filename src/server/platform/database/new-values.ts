import { type RawBuilder, sql } from 'kysely';

/** For `on conflict (key) do update`: sets every column of the existing row to its value in the row to be inserted. */
export function newValues([row = {}]: readonly object[], key: string): Record<string, RawBuilder<never>> {
  const columns = Object.keys(row).filter((column) => column !== key);
  return Object.fromEntries(columns.map((column) => [column, sql.ref<never>(`excluded.${column}`)]));
}
