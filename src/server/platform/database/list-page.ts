import { type SelectQueryBuilder, sql } from 'kysely';
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

/** Reads one page of what a query without an order finds; to its rows comes their `place`. */
export async function readPage<Tables, Table extends keyof Tables, Row extends { readonly id: string }>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  order: ListOrder,
  { after, size }: WantedPage,
) {
  const { time, id, direction } = order;
  const wanted = after === undefined ? query : query.where(isBehind(order, after));
  const rows = await wanted
    .select(listPlace(time).as('place'))
    .$castTo<Row & { readonly place: string }>()
    .orderBy(sql.ref(time), direction)
    .orderBy(sql.ref(id), direction)
    // One more than is shown tells whether there is another page.
    .limit(size + 1)
    .execute();
  return cutPage(rows, size);
}

/** All pages of a list, read one after the other: one is in memory, and no lock is held. */
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

/** Reads one page, counted from 1, of `shown`, and how many rows all pages have: as many as `counted` finds. */
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

/** The pattern for rows that contain a typed text or e-mail address, for `like` on text in lower case. */
export function containing(typed: string): string {
  return `%${normaliseEmail(typed).replaceAll(/[\\%_]/g, '\\$&')}%`;
}
