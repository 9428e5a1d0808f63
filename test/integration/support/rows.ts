import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Database } from '#server/platform/database/schema.ts';

type Table = keyof Database;

/** Values by column. As in SQL, no row has null. */
type Values<T extends Table> = {
  readonly [Column in keyof Selectable<Database[T]>]?: Selectable<Database[T]>[Column] | null;
};

const conditions = (values: object) =>
  sql.join(
    Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql` and `,
  );

/** A row of a table that has these values, any one of several. Fails when there is none. */
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
 * The rows of a table that have these values, or all: whole or with these columns, in the order of columns where they
 * are named.
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

/** Changes all rows of a table that have these values, past the rules of the shop. */
export async function changeRows<T extends Table>(
  db: Kysely<Database>,
  table: T,
  values: Values<T>,
  changes: Updateable<Database[T]>,
): Promise<void> {
  const set = Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update ${sql.table(table)} set ${sql.join(set)} where ${conditions(values)}`.execute(db);
}

/** Stores a row or several, past the rules of the shop. */
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
