/** Rows per statement: PostgreSQL takes 65,535 parameters at most. */
const rowsPerStatement = 500;

/** Cuts rows into portions that fit one statement each. */
export function chunks<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / rowsPerStatement);
  return Array.from({ length: count }, (_, index) =>
    rows.slice(index * rowsPerStatement, (index + 1) * rowsPerStatement),
  );
}
