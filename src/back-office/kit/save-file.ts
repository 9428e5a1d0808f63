import { type CsvCell, csvLine } from '#core/rules/basics/csv.ts';

/** Saves a file on the operator's device. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Saves rows as a CSV file; spreadsheets read it as UTF-8 because of its first character. */
export function saveCsv(name: string, rows: readonly (readonly CsvCell[])[]): void {
  saveFile(
    `${name}.csv`,
    new Blob(['\uFEFF', ...rows.map((row) => csvLine(row))], { type: 'text/csv;charset=utf-8' }),
  );
}
