import { createHash } from 'node:crypto';
import type { ImportPlan, ImportSource, PlannedImport } from '#core/model/shop-import.ts';
import type { Locale } from '#core/model/values.ts';
import { type KnownColumns, type MappedTable, mapColumns } from '#core/rules/operations/imports/columns.ts';
import type { ReadItem } from '#core/rules/operations/imports/read-products.ts';
import { readTable } from '#core/rules/operations/imports/read-table.ts';

/** A file to import. */
export interface ImportFile {
  readonly bytes: Uint8Array;
  /** Null: detected by the columns. */
  readonly source: ImportSource | null;
  /** Language of the texts and customers in the file. */
  readonly language: Locale;
  /** `seen` of the plan to apply, if it is still the same; null: nothing is changed. */
  readonly seen: string | null;
}

interface ReadImport<Value> extends Pick<ImportPlan, 'source' | 'encoding'> {
  readonly items: readonly ReadItem<Value>[];
  /** Rows that cannot be read. */
  readonly refused: readonly PlannedImport[];
}

/** Parses a file, maps its columns to the known ones and reads its rows. */
export function readImport<Column extends string, Value>(
  { bytes, source }: Pick<ImportFile, 'bytes' | 'source'>,
  known: KnownColumns<Column>,
  read: (table: MappedTable<Column>) => readonly ReadItem<Value>[],
): ReadImport<Value> {
  const table = readTable(bytes);
  if (!table.ok) return { source, encoding: null, items: [], refused: [refusedRow(table.error)] };
  const { encoding, faults } = table.value;
  const mapped = mapColumns(table.value, known, source);
  if (!mapped.ok) return { source, encoding, items: [], refused: [refusedRow(mapped.error)] };
  return {
    source: mapped.value.source,
    encoding,
    items: read(mapped.value),
    refused: faults.map(refusedRow),
  };
}

function refusedRow(fault: PlannedImport['faults'][number]): PlannedImport {
  return { lines: [fault.line], name: '', state: 'refused', fields: [], left_out: [], faults: [fault] };
}

/** Converts an item with faults to a refused row of the plan. */
export function refusedItem({ lines, name, faults }: ReadItem<unknown>): PlannedImport {
  return { lines: [...lines], name, state: 'refused', fields: [], left_out: [], faults: [...faults] };
}

/** Builds the plan. `basis` has inputs that the rows do not show, such as versions of records; `seen` hashes both. */
export function toPlan(
  { source, encoding, refused }: Pick<ReadImport<unknown>, 'source' | 'encoding' | 'refused'>,
  planned: readonly PlannedImport[],
  basis: readonly unknown[],
): ImportPlan {
  const rows = [...refused, ...planned].toSorted((one, other) => (one.lines[0] ?? 0) - (other.lines[0] ?? 0));
  const seen = createHash('sha256')
    .update(JSON.stringify([rows, basis]))
    .digest('base64url');
  return { source, encoding, rows, seen, is_applied: false };
}

/** Counts rows by state, for the audit log. */
export function countStates({ rows }: Pick<ImportPlan, 'rows'>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ state }) => state)].map(([state, { length }]) => [state, length]),
  );
}
