import type { ColumnType } from 'kysely';

/** Written as a Date, read as a Date. */
export type Instant = Date;

/** A calendar day as `YYYY-MM-DD`, never a point in time. */
export type Day = string;

/** JSON is handed over as text, so that arrays are not mistaken for SQL arrays, and read as parsed. */
export type Json = ColumnType<unknown, string, string>;

/** A column with a default: may be left out when inserting. */
export type Defaulted<Value> = ColumnType<Value, Value | undefined, Value>;
