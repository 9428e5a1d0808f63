/** Amounts are numbers; everything that people typed is text. */
export type CsvCell = string | number | null;

/**
 * One line of a CSV file (RFC 4180), with its line end. Text that a spreadsheet would run as a formula is prefixed with
 * an apostrophe (CSV injection).
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
