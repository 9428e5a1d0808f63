import { type SelectQueryBuilder, sql } from 'kysely';
import { normaliseEmail } from '#core/model/email-address.ts';

/** Sort order of a list: by time, then by id. */
interface ListOrder {
  /** The column of the time, never null in the rows of the list. */
  readonly time: string;
  readonly id: string;
  readonly direction: 'asc' | 'desc';
}

/** A requested page of a list. */
export interface ListPageRequest {
  /** Cursor at the end of the previous page: microseconds since 1970 and the id of its last row. */
  readonly after?: string | undefined;
  readonly size: number;
}

/** One page of a list. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** `after` of the next page; null on the last page. */
  readonly next: string | null;
}

/** Selects a row's time as `place`, in microseconds since 1970; JavaScript dates have milliseconds only. */
export function listPlace(time: string) {
  return sql<string>`(extract(epoch from ${sql.ref(time)}) * 1000000)::bigint`;
}

/** Condition for the rows after a cursor. */
export function isAfterCursor({ time, id, direction }: ListOrder, after: string) {
  const [place = '', last = ''] = after.split('_');
  const behind = direction === 'asc' ? sql`>` : sql`<`;
  return sql<boolean>`(${sql.ref(time)}, ${sql.ref(id)})
    ${behind} (timestamptz 'epoch' + ${place}::bigint * interval '1 microsecond', ${last}::uuid)`;
}

/** Returns a page and its cursor from rows that were read with one row more than the page has. */
export function cutPage<Row extends { readonly id: string; readonly place: string }>(
  rows: readonly Row[],
  size: number,
): ListPage<Row> {
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return { rows: shown, next: last === undefined ? null : `${last.place}_${last.id}` };
}

/** Reads one page of an unsorted query; each row also gets its `place`. */
export async function readPage<Tables, Table extends keyof Tables, Row extends { readonly id: string }>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  order: ListOrder,
  { after, size }: ListPageRequest,
) {
  const { time, id, direction } = order;
  const wanted = after === undefined ? query : query.where(isAfterCursor(order, after));
  const rows = await wanted
    .select(listPlace(time).as('place'))
    .$castTo<Row & { readonly place: string }>()
    .orderBy(sql.ref(time), direction)
    .orderBy(sql.ref(id), direction)
    // One row more shows whether there is another page.
    .limit(size + 1)
    .execute();
  return cutPage(rows, size);
}

/** Reads all pages of a list one by one; one page is in memory, and no lock is held. */
export async function* allPages<Row>(
  read: (after: string | undefined) => Promise<ListPage<Row>>,
): AsyncGenerator<readonly Row[]> {
  let after: string | undefined;
  do {
    const { rows, next } = await read(after);
    yield rows;
    after = next ?? undefined;
  } while (after !== undefined);
}

/** A query of which a page can be read. */
interface PagedQuery<Row> {
  limit(rows: number): PagedQuery<Row>;
  offset(rows: number): PagedQuery<Row>;
  execute(): Promise<Row[]>;
}

/** Reads page `number` (the first is 1) of `shown`, and the total number of rows, which `counted` counts. */
export async function numberedPage<Row, Tables, Table extends keyof Tables, Counted>(
  shown: PagedQuery<Row>,
  counted: SelectQueryBuilder<Tables, Table, Counted>,
  { number, size }: { readonly number: number; readonly size: number },
): Promise<{ readonly rows: readonly Row[]; readonly total: number }> {
  const rows = await shown
    .limit(size)
    .offset((number - 1) * size)
    .execute();
  const { total } = await counted
    .select(sql`count(*)`.as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** Returns the `like` pattern for lower-case text that contains a typed text or e-mail address. */
export function containsPattern(typed: string): string {
  return `%${normaliseEmail(typed).replaceAll(/[\\%_]/g, '\\$&')}%`;
}
