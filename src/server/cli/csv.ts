/** A value of a table: amounts as numbers, everything people typed as text. */
export type Cell = string | number | null;

/**
 * One line of a CSV file (RFC 4180), with its line end. Text that a spreadsheet would take for a formula begins with an
 * apostrophe, so that nobody who orders can make an operator's computer reckon.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
