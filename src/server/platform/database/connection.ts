import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { isPlanChange, isStatementTimeout, withPreparedStatements } from './prepared-statements.ts';
import type { Database } from './schema.ts';

/** Receives events of the database, for the metrics of a process. */
export interface DatabaseObserver {
  /** `sql`: its text, with placeholders instead of values. */
  statement(milliseconds: number, isDone: boolean, sql: string): void;
  /** Called once with a function that reads the number of connections and of requests that wait for one. */
  pool?(read: () => { readonly total: number; readonly idle: number; readonly waiting: number }): void;
}

/**
 * Client timeout of a statement in milliseconds. PostgreSQL itself cancels a statement after 30 s, so that a longer
 * wait means a lost connection, or a commit that waits for a standby. The outcome is then unknown.
 */
export const statementTimeoutMs = 40_000;

interface ConnectionOptions {
  /** Maximum number of connections; two server processes and their jobs share the 100 of PostgreSQL. */
  readonly max: number;
  /** Called when an idle connection breaks; the pool replaces it. */
  onIdleError?(error: Error): unknown;
  readonly observers?: readonly DatabaseObserver[];
  /** Milliseconds; default: `statementTimeoutMs`. */
  readonly queryTimeoutMs?: number;
}

/**
 * Opens a connection pool.
 *
 * `bigint` and `numeric` columns become numbers (amounts in cents are far below 2^53), `date` becomes `YYYY-MM-DD`,
 * `timestamptz` becomes `Date`. A statement fails after 30 s, waiting for a lock after 10 s.
 */
export function createDatabase(connectionString: string, options: ConnectionOptions): Kysely<Database> {
  const pool = new pg.Pool({
    connectionString,
    max: options.max,
    connectionTimeoutMillis: 10_000,
    query_timeout: options.queryTimeoutMs ?? statementTimeoutMs,
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'meisterhand',
    // Statements return few rows, so JIT compilation costs more than it saves.
    options: '-c jit=off',
    types: { getTypeParser },
  });
  pool.on('error', (error) => options.onIdleError?.(error));
  // A connection may also break between two statements of a transaction; the next statement then fails. Without a
  // listener Node would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  const { observers = [] } = options;
  for (const observer of observers)
    observer.pool?.(() => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }));
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: withPreparedStatements(pool) }),
    ...(observers.length === 0
      ? {}
      : {
          log({ level, queryDurationMillis, query }) {
            for (const observer of observers)
              observer.statement(queryDurationMillis, level === 'query', query.sql);
          },
        }),
  });
}

const { INT8, NUMERIC, DATE } = pg.types.builtins;

const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') => {
  if (type === INT8 || type === NUMERIC) return (text: string) => Number(text);
  if (type === DATE) return (text: string) => text;
  return format === 'binary' ? pg.types.getTypeParser(type, 'binary') : pg.types.getTypeParser(type, 'text');
};

const networkCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT'];
/**
 * Classes: 08 connection lost, 53 out of resources, 57 ended by operator or timeout; 55P03 lock timeout; 40001 and
 * 40P01 serialization failure and deadlock.
 */
const serverCodes = /^(?:08|53|57)|^55P03$|^40(?:001|P01)$/;
const clientMessages =
  /timeout exceeded when trying to connect|connection terminated|client has encountered a connection error/i;

/**
 * True when a query failed because the database is unreachable, overloaded or was migrated meanwhile, not because the
 * query is wrong.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isPlanChange(error) || isStatementTimeout(error)) return true;
  const code = 'code' in error ? String(error.code) : '';
  return networkCodes.includes(code) || serverCodes.test(code) || clientMessages.test(error.message);
}
