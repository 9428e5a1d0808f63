import type { ImportFault, ImportSource } from '#core/model/shop-import.ts';
import { normaliseLines } from '#core/model/typed-text.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { Table, TableRow } from './read-table.ts';

/** Names of each column in a shop's export, in lower case. */
export type ColumnNames<Name extends string> = Readonly<Partial<Record<Name, readonly string[]>>>;

/** The columns of each shop, and those that identify its files: one of each group in `needed` must be present. */
export type KnownColumns<Name extends string> = Readonly<
  Record<ImportSource, { readonly names: ColumnNames<Name>; readonly needed: readonly (readonly Name[])[] }>
>;

/** The cells of a row by meaning. */
export interface ReadCells<Name extends string> {
  readonly line: number;
  /** Trimmed text; empty if the file has no such column. */
  readonly of: (name: Name) => string;
  /** Creates a fault of this cell. */
  readonly fault: (name: Name, code: ImportFault['code']) => ImportFault;
}

export interface MappedTable<Name extends string> {
  readonly source: ImportSource;
  readonly rows: readonly ReadCells<Name>[];
}

/** Maps the columns of a file; without `wanted`, the shop is detected from the columns. */
export function mapColumns<Name extends string>(
  { columns, rows }: Pick<Table, 'columns' | 'rows'>,
  known: KnownColumns<Name>,
  wanted: ImportSource | null,
): Result<MappedTable<Name>, ImportFault> {
  const written = columns.map((name) => name.toLowerCase());
  const placesIn = (source: ImportSource): Places<Name> => {
    const names = Object.entries(known[source].names) as [Name, readonly string[]][];
    const found = names.map(([name, spellings]) => {
      return [name, written.findIndex((column) => spellings.includes(column))] as const;
    });
    return new Map(found.filter(([, place]) => place !== -1));
  };
  const lackOf = (source: ImportSource) => {
    const places = placesIn(source);
    return known[source].needed.find((group) => !group.some((name) => places.has(name)));
  };
  const sources = Object.keys(known) as ImportSource[];
  const source = wanted ?? sources.find((one) => lackOf(one) === undefined);
  if (source === undefined) return err({ line: 1, column: null, code: 'unknown_columns' });
  const [lacking] = lackOf(source) ?? [];
  if (lacking !== undefined) {
    const [name = ''] = known[source].names[lacking] ?? [];
    return err({ line: 1, column: name, code: 'column_missing' });
  }
  const places = placesIn(source);
  return ok({ source, rows: rows.map((row) => cellsOf(row, columns, places)) });
}

/** Index in the file of each column that it has. */
type Places<Name extends string> = ReadonlyMap<Name, number>;

function cellsOf<Name extends string>(
  { line, cells }: TableRow,
  columns: readonly string[],
  places: Places<Name>,
): ReadCells<Name> {
  const at = (texts: readonly string[], name: Name) => texts[places.get(name) ?? -1];
  return {
    line,
    of: (name) => normaliseLines(at(cells, name) ?? '').replace(guard, ''),
    fault: (name, code) => ({ line, column: at(columns, name) ?? null, code }),
  };
}

/** The apostrophe that exports put before texts that a spreadsheet would run as a formula. */
const guard = /^'(?=[=+\-@\t\r])/;
