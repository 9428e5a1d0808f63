import type { Locale } from '#core/model/values.ts';
import { type CsvCell, csvFormats, csvLine } from '#core/rules/basics/csv.ts';

/** Media types by file extension. */
const mediaTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  pdf: 'application/pdf',
};

/** Saves a file on the operator's device. */
export function saveFile(name: string, ...content: readonly BlobPart[]): void {
  const type = mediaTypes[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  const address = URL.createObjectURL(new Blob([...content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Saves rows as a CSV file in the format of the locale. The byte order mark makes spreadsheets read it as UTF-8. */
export function saveCsv(name: string, locale: Locale, rows: readonly (readonly CsvCell[])[]): void {
  saveFile(`${name}.csv`, '\uFEFF', ...rows.map((row) => csvLine(row, csvFormats[locale])));
}
