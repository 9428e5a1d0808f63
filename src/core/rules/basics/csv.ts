import type { Localized } from '#core/model/values.ts';

/** Numbers stay numbers, `cents` are written with two decimals, everything else is text. */
export type CsvCell = string | number | { readonly cents: number } | null;

/** Separators of cells and decimals that spreadsheet programs of a country expect. */
interface CsvFormat {
  readonly separator: ',' | ';';
  readonly decimal: '.' | ',';
}

/** The formats that spreadsheet programs of each language open without an import dialog. */
export const csvFormats: Localized<CsvFormat> = {
  de: { separator: ';', decimal: ',' },
  en: { separator: ',', decimal: '.' },
};

/** Positions where a spreadsheet may detect a formula (CSV injection), including after other cell separators. */
const formula = /(^|[;,\t\r\n])(?="*[=+\-@])|^(?=[\t\r\n])/g;

/** Returns one line of a CSV file (RFC 4180) with its line end. Possible formulas get an apostrophe in front. */
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
