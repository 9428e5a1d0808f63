/** PostgreSQL allows 65,535 parameters per statement. */
const rowsPerStatement = 500;

/** Splits rows into chunks that one statement can write. */
export function chunks<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / rowsPerStatement);
  return Array.from({ length: count }, (_, index) =>
    rows.slice(index * rowsPerStatement, (index + 1) * rowsPerStatement),
  );
}
