import type { ImportFault, ImportSource } from '#core/model/shop-import.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { Table, TableRow } from './read-table.ts';

/** Under which names, in lower case, each shop writes a column. */
export type ColumnNames<Name extends string> = Readonly<Partial<Record<Name, readonly string[]>>>;

/** The columns of each shop, and those by which its files are known: of each group one has to be there. */
export type KnownColumns<Name extends string> = Readonly<
  Record<ImportSource, { readonly names: ColumnNames<Name>; readonly needed: readonly (readonly Name[])[] }>
>;

/** The cells of a row by what they mean. */
export interface ReadCells<Name extends string> {
  readonly line: number;
  /** Without white space around it; empty where the file has no such column. */
  readonly of: (name: Name) => string;
  /** A fault in this cell. */
  readonly fault: (name: Name, code: ImportFault['code']) => ImportFault;
}

export interface MappedTable<Name extends string> {
  readonly source: ImportSource;
  readonly rows: readonly ReadCells<Name>[];
}

/** Finds the columns of a file; without `wanted`, of the shop that it is from. */
export function mapColumns<Name extends string>(
  { columns, rows }: Pick<Table, 'columns' | 'rows'>,
  known: KnownColumns<Name>,
  wanted: ImportSource | null,
): Result<MappedTable<Name>, ImportFault> {
  const written = columns.map((name) => name.toLowerCase());
  const placeOf = (source: ImportSource, name: Name) => {
    const names = known[source].names[name] ?? [];
    return written.findIndex((column) => names.includes(column));
  };
  const lackOf = (source: ImportSource) =>
    known[source].needed.find((group) => group.every((name) => placeOf(source, name) === -1));
  const sources = Object.keys(known) as ImportSource[];
  const source = wanted ?? sources.find((one) => lackOf(one) === undefined);
  if (source === undefined) return err({ line: 1, column: null, code: 'unknown_columns' });
  const [lacking] = lackOf(source) ?? [];
  if (lacking !== undefined) {
    const [name = ''] = known[source].names[lacking] ?? [];
    return err({ line: 1, column: name, code: 'column_missing' });
  }
  return ok({ source, rows: rows.map((row) => cellsOf(row, columns, (name) => placeOf(source, name))) });
}

function cellsOf<Name extends string>(
  { line, cells }: TableRow,
  columns: readonly string[],
  placeOf: (name: Name) => number,
): ReadCells<Name> {
  return {
    line,
    of: (name) => (cells[placeOf(name)] ?? '').trim().replace(guard, ''),
    fault: (name, code) => ({ line, column: columns[placeOf(name)] ?? null, code }),
  };
}

/** Exports put an apostrophe before what a spreadsheet would run as a formula. */
const guard = /^'(?=[=+\-@\t\r])/;
