import type { Locale } from '#core/model/values.ts';
import { type CsvCell, csvFormats, csvLine } from '#core/rules/basics/csv.ts';

/** Columns of a CSV file: by name, a function that returns the cell of a row. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => CsvCell>>;

/** Generates the lines of a CSV file, column names first, in the format that spreadsheets of the language read. */
export async function* csvLines<Row>(
  columns: CsvColumns<Row>,
  pages: AsyncIterable<readonly Row[]>,
  locale: Locale,
): AsyncGenerator<string> {
  const format = csvFormats[locale];
  yield csvLine(Object.keys(columns), format);
  const cellsOf = Object.values(columns);
  for await (const rows of pages)
    for (const row of rows)
      yield csvLine(
        cellsOf.map((cellOf) => cellOf(row)),
        format,
      );
}

/** A file that is generated while it is sent, so that its length does not matter. */
export interface StreamedFile {
  readonly filename: string;
  /** Number of rows; absent if not counted. */
  readonly rows?: number | undefined;
  readonly content: AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** Characters of a chunk. */
const portion = 64 * 1024;

/**
 * Creates a CSV file of these lines, which are read no faster than the receiver takes them. The first chunk is read
 * before this returns, so that an unavailable database gets the usual error response. A later failure aborts the
 * transfer, so that no client takes a part for the whole file.
 */
export async function csvFile(
  filename: string,
  lines: AsyncIterator<string>,
  rows?: number,
): Promise<StreamedFile> {
  const encoder = new TextEncoder();
  const next = async (): Promise<Uint8Array<ArrayBuffer> | null> => {
    let text = '';
    while (text.length < portion) {
      const line = await lines.next();
      if (line.done === true) break;
      text += line.value;
    }
    return text === '' ? null : encoder.encode(text);
  };
  const first = await next();
  async function* content() {
    // A byte order mark, so that spreadsheets read the file as UTF-8.
    yield encoder.encode('\uFEFF');
    for (let bytes = first; bytes !== null; bytes = await next()) yield bytes;
  }
  return { filename, rows, content: content() };
}
