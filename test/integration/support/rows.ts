import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Database } from '#server/platform/database/schema.ts';

type Table = keyof Database;

/** Values by column. As in SQL, null equals nothing. */
type Values<T extends Table> = {
  readonly [Column in keyof Selectable<Database[T]>]?: Selectable<Database[T]>[Column] | null;
};

const conditions = (values: object) =>
  sql.join(
    Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql` and `,
  );

/** Returns a row with these values, any of several. Fails if there is none. */
export async function rowOf<T extends Table>(
  db: Kysely<Database>,
  table: T,
  values: Values<T>,
): Promise<Selectable<Database[T]>> {
  const { rows } = await sql<Selectable<Database[T]>>`
    select * from ${sql.table(table)} where ${conditions(values)} limit 1`.execute(db);
  if (rows[0] === undefined) throw new Error(`No row of ${table} has ${JSON.stringify(values)}`);
  return rows[0];
}

/**
 * Returns the rows with these values, or all rows for `{}`. `columns`: the columns of the result; `order`: the columns
 * that sort it.
 */
export async function rowsOf<
  T extends Table,
  Column extends keyof Selectable<Database[T]> & string = keyof Selectable<Database[T]> & string,
>(
  db: Kysely<Database>,
  table: T,
  values: Values<T>,
  columns: readonly Column[] | '*' = '*',
  ...order: readonly (keyof Selectable<Database[T]> & string)[]
): Promise<Pick<Selectable<Database[T]>, Column>[]> {
  const { rows } = await sql<Pick<Selectable<Database[T]>, Column>>`
    select ${columns === '*' ? sql`*` : sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
    ${Object.keys(values).length === 0 ? sql`` : sql`where ${conditions(values)}`}
    ${order.length === 0 ? sql`` : sql`order by ${sql.join(order.map((column) => sql.ref(column)))}`}`.execute(
    db,
  );
  return rows;
}

/** Changes all rows with these values, bypassing the rules of the shop. */
export async function changeRows<T extends Table>(
  db: Kysely<Database>,
  table: T,
  values: Values<T>,
  changes: Updateable<Database[T]>,
): Promise<void> {
  const set = Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update ${sql.table(table)} set ${sql.join(set)} where ${conditions(values)}`.execute(db);
}

/** Stores one or more rows, bypassing the rules of the shop. */
export async function insertRows<T extends Table>(
  db: Kysely<Database>,
  table: T,
  values: Insertable<Database[T]> | readonly Insertable<Database[T]>[],
): Promise<void> {
  await db
    .insertInto(table)
    .values(values as never)
    .execute();
}
