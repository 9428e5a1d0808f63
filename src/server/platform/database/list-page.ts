import { sql } from 'kysely';
import { normaliseEmail } from '#core/model/email-address.ts';

/** How a list is sorted: by a time, and among the same times by id. */
interface ListOrder {
  /** The column of the time, never null in the rows of the list. */
  readonly time: string;
  readonly id: string;
  readonly direction: 'asc' | 'desc';
}

/** The page of a list that is wanted. */
export interface WantedPage {
  /** Where the page before ended: microseconds since 1970 and the id of its last row. */
  readonly after?: string | undefined;
  readonly size: number;
}

/** One page of a list. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** For `after` of the next page; null at the end. */
  readonly next: string | null;
}

/** Microseconds since 1970 of a row's time, to select as `place`: dates of JavaScript have milliseconds only. */
export function listPlace(time: string) {
  return sql<string>`(extract(epoch from ${sql.ref(time)}) * 1000000)::bigint`;
}

/** The condition for the rows that come behind a place. */
export function isBehind({ time, id, direction }: ListOrder, after: string) {
  const [place = '', last = ''] = after.split('_');
  const behind = direction === 'asc' ? sql`>` : sql`<`;
  return sql<boolean>`(${sql.ref(time)}, ${sql.ref(id)})
    ${behind} (timestamptz 'epoch' + ${place}::bigint * interval '1 microsecond', ${last}::uuid)`;
}

/** Cuts a page off rows of which one more than fit on it was read. */
export function cutPage<Row extends { readonly id: string; readonly place: string }>(
  rows: readonly Row[],
  size: number,
): ListPage<Row> {
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return { rows: shown, next: last === undefined ? null : `${last.place}_${last.id}` };
}

/** The pattern for rows that contain a typed text or e-mail address, for `like` on text in lower case. */
export function containing(typed: string): string {
  return `%${normaliseEmail(typed).replaceAll(/[\\%_]/g, '\\$&')}%`;
}
