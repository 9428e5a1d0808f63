import type { Locale } from '#core/model/values.ts';
import { type CsvCell, csvFormats, csvLine } from '#core/rules/basics/csv.ts';

/** The cells of a row by the names of their columns. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => CsvCell>>;

/** The lines of a CSV file, the names of the columns first, as spreadsheets of the language read it. */
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

/** A file that is written while it is sent, so that its length does not matter. */
export interface WrittenFile {
  readonly filename: string;
  readonly content: AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** Characters that are sent at once. */
const portion = 64 * 1024;

/**
 * A CSV file of these lines, which are read no faster than the receiver takes them. The first of them are read before
 * this returns, so that a database that is away is answered as for every other call; what fails later breaks the
 * transfer off, and no part is taken for the whole.
 */
export async function csvFile(filename: string, lines: AsyncIterator<string>): Promise<WrittenFile> {
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
    // Spreadsheets read the file as UTF-8 because of its first character.
    yield encoder.encode('\uFEFF');
    for (let bytes = first; bytes !== null; bytes = await next()) yield bytes;
  }
  return { filename, content: content() };
}
