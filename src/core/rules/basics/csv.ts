import type { Localized } from '#core/model/values.ts';

/** Numbers are numbers, amounts are cents that are written with two places; everything that people typed is text. */
export type CsvCell = string | number | { readonly cents: number } | null;

/** How a spreadsheet of a country reads numbers, and so what stands between cells. */
export interface CsvFormat {
  readonly separator: ',' | ';';
  readonly decimal: '.' | ',';
}

/** What spreadsheets of each language read without being asked. */
export const csvFormats: Localized<CsvFormat> = {
  de: { separator: ';', decimal: ',' },
  en: { separator: ',', decimal: '.' },
};

/** Where a spreadsheet may see a formula begin (CSV injection): some take other marks for the ends of cells. */
const formula = /(^|[;,\t\r\n])(?="*[=+\-@])|^(?=[\t\r\n])/g;

/** One line of a CSV file (RFC 4180), with its line end. An apostrophe stands before what could be a formula. */
export function csvLine(cells: readonly CsvCell[], format: CsvFormat): string {
  return `${cells.map((cell) => csvCell(cell, format)).join(format.separator)}\r\n`;
}

function csvCell(cell: CsvCell, { separator, decimal }: CsvFormat): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell).replace('.', decimal);
  if (typeof cell === 'object') return (cell.cents / 100).toFixed(2).replace('.', decimal);
  const safe = cell.replace(formula, "$1'");
  return /["\r\n]/.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
