import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

interface ConnectionOptions {
  /** Connections at most; two server processes and their jobs share the 100 of PostgreSQL. */
  readonly max: number;
  /** Told of connections that break while nobody uses them; the pool replaces them by itself. */
  onIdleError?(error: Error): unknown;
}

/**
 * Opens a pool of connections to the shop's database.
 *
 * `bigint` and `numeric` columns arrive as numbers (the shop counts cents, far below 2^53), `date` as
 * `YYYY-MM-DD`, `timestamptz` as `Date`. A statement may take 30 s, waiting for a lock 10 s: past that it
 * fails instead of holding up the shop.
 */
export function createDatabase(connectionString: string, options: ConnectionOptions): Kysely<Database> {
  const pool = new pg.Pool({
    connectionString,
    max: options.max,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'meisterhand',
    // Statements here find a few rows: compiling their plans to machine code never pays.
    options: '-c jit=off',
    types: { getTypeParser },
  });
  pool.on('error', (error) => options.onIdleError?.(error));
  // A connection may also break between two statements of a transaction. The next statement says so; without somebody
  // who listens, Node would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}

const { INT8, NUMERIC, DATE } = pg.types.builtins;

const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') => {
  if (type === INT8 || type === NUMERIC) return (text: string) => Number(text);
  if (type === DATE) return (text: string) => text;
  return format === 'binary' ? pg.types.getTypeParser(type, 'binary') : pg.types.getTypeParser(type, 'text');
};

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
