import { type RawBuilder, sql } from 'kysely';

/** For `on conflict (key) do update`: the row that exists gets every value of the row that was to be inserted. */
export function newValues([row = {}]: readonly object[], key: string): Record<string, RawBuilder<never>> {
  const columns = Object.keys(row).filter((column) => column !== key);
  return Object.fromEntries(columns.map((column) => [column, sql.ref<never>(`excluded.${column}`)]));
}
