const networkCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT'];
/** Classes: 08 connection lost, 53 out of resources, 57 ended by the operator or by time; 55P03 waited too long for a lock. */
const serverCodes = /^(?:08|53|57)|^55P03$|^40(?:001|P01)$/;
const clientMessages =
  /timeout exceeded when trying to connect|connection terminated|client has encountered a connection error/i;

/** Whether a failed query says that the database is away or overloaded, and not that the query is wrong. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return networkCodes.includes(code) || serverCodes.test(code) || clientMessages.test(error.message);
}
