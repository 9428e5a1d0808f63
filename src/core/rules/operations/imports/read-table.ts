import { type ImportEncoding, type ImportFault, maxImportRows } from '#core/model/shop-import.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';

/** A row of a CSV file. */
export interface TableRow {
  /** Its first line, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A CSV file: the column names of its first row, and the rows below it. */
export interface Table {
  readonly encoding: ImportEncoding;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  /** Faults of rows with missing or extra cells. */
  readonly faults: readonly ImportFault[];
}

const byteOrderMarks: readonly (readonly [ImportEncoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * Detects the encoding: by the byte order mark, otherwise UTF-8, otherwise Windows-1252. A file with more valid than
 * invalid UTF-8 characters is taken as damaged UTF-8.
 */
function encodingOf(bytes: Uint8Array): ImportEncoding {
  for (const [encoding, mark] of byteOrderMarks)
    if (mark.every((byte, index) => bytes[index] === byte)) return encoding;
  // Column names have Latin letters, for which one byte of UTF-16 is 0.
  if (bytes[1] === 0 && bytes[0] !== 0) return 'utf-16le';
  if (bytes[0] === 0 && bytes[1] !== 0) return 'utf-16be';
  const text = new TextDecoder().decode(bytes);
  const broken = text.split('\ufffd').length - 1;
  const foreign = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0;
  return broken === 0 || foreign > broken ? 'utf-8' : 'windows-1252';
}

/** Characters that never occur in texts: replacement characters, and control characters except tab and line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are looked for
const unreadable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd]/;

/**
 * Reads a CSV file (RFC 4180; also with semicolons or tabs, and with other line ends) in UTF-8, UTF-16 or Windows-1252
 * (docs/behaviour/operations.md#import-from-other-shops). Fails if the file is not CSV; incomplete rows are faults of
 * the table.
 */
export function readTable(bytes: Uint8Array): Result<Table, ImportFault> {
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  const strange = unreadable.exec(text);
  if (strange !== null) {
    const line = text.slice(0, strange.index).split(/\r\n|\r|\n/).length;
    return err({ line, column: null, code: 'unreadable' });
  }
  const { rows, fault } = readRows(text, separatorOf(text));
  const [head, ...below] = rows;
  if (head === undefined) return err(fault ?? { line: 1, column: null, code: 'empty' });
  const columns = head.cells.map((name) => name.trim());
  const twice = firstTwice(columns);
  if (twice !== undefined) return err({ line: head.line, column: twice, code: 'column_twice' });
  if (below.length === 0 && fault === null) return err({ line: head.line, column: null, code: 'empty' });
  const over = below[maxImportRows];
  if (over !== undefined) return err({ line: over.line, column: null, code: 'too_many' });
  const isWhole = ({ cells }: TableRow) => cells.length === columns.length;
  const torn = below.filter((row) => !isWhole(row));
  return ok({
    encoding,
    columns,
    rows: below.filter(isWhole),
    faults: [
      ...torn.map(({ line, cells }) => ({
        line,
        column: columns[cells.length] ?? null,
        code: 'cells' as const,
      })),
      ...(fault === null ? [] : [fault]),
    ],
  });
}

/** Returns the first duplicate column name. */
function firstTwice(columns: readonly string[]): string | undefined {
  const before = new Set<string>();
  return columns.find((name) => {
    const isTwice = name !== '' && before.has(name);
    before.add(name);
    return isTwice;
  });
}

/** Detects the separator from the column names. */
function separatorOf(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const count = (mark: string) => first.split(mark).length;
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

interface ReadRows {
  readonly rows: readonly TableRow[];
  /** Why reading stopped early. */
  readonly fault: ImportFault | null;
}

/** Maximum cells per row, more than any shop has; limits the cost of malicious files. */
const mostCells = 1_000;

/** Skips empty lines. Stops after one row more than allowed, and at a row with too many cells. */
function readRows(text: string, separator: string): ReadRows {
  const rows: TableRow[] = [];
  const limit = new RegExp(`${separator}|\\r\\n|\\r|\\n|$`, 'g');
  let [at, line] = [0, 1];
  while (at < text.length && rows.length < maxImportRows + 2) {
    const cells: string[] = [];
    const begin = line;
    for (let isOpen = true; isOpen; ) {
      const cell = readCell(text, at, { separator, limit });
      if (typeof cell === 'string') return { rows, fault: { line, column: null, code: cell } };
      if (cells.length === mostCells)
        return { rows, fault: { line, column: null, code: rows.length === 0 ? 'unknown_columns' : 'cells' } };
      cells.push(cell.value);
      line += cell.lines;
      isOpen = cell.isFollowed;
      at = cell.end;
    }
    line += 1;
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: begin, cells });
  }
  return { rows, fault: null };
}

interface Cell {
  readonly value: string;
  /** Number of line breaks in the cell. */
  readonly lines: number;
  /** Start of the next cell or row. */
  readonly end: number;
  /** Whether the row has another cell. */
  readonly isFollowed: boolean;
}

/** `limit` matches the end of a cell without quotation marks. */
interface Marks {
  readonly separator: string;
  readonly limit: RegExp;
}

function readCell(
  text: string,
  from: number,
  { separator, limit }: Marks,
): Cell | 'quote_open' | 'quote_text' {
  const isQuoted = text[from] === '"';
  const closing = isQuoted ? closingQuote(text, from) : from;
  if (closing === -1) return 'quote_open';
  const begin = isQuoted ? closing + 1 : from;
  limit.lastIndex = begin;
  const found = limit.exec(text);
  const [mark, until] = [found?.[0] ?? '', found?.index ?? text.length];
  if (isQuoted && until > begin) return 'quote_text';
  const raw = isQuoted ? text.slice(from + 1, closing) : text.slice(from, until);
  return {
    value: isQuoted ? raw.replaceAll('""', '"') : raw,
    lines: isQuoted ? raw.split(/\r\n|\r|\n/).length - 1 : 0,
    end: until + mark.length,
    isFollowed: mark === separator,
  };
}

/** Returns the position of the closing quotation mark; -1 if there is none. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return -1;
}
