import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/**
 * Maximum number of statements that a process prepares, to limit memory in server and database; others stay unprepared.
 */
const mostStatements = 1_000;

/** Matches statements that have a plan; `begin`, `commit` and the like have none. */
const planned = /^\s*(?:select|insert|update|delete|with)\b/i;

/**
 * Wraps a pool so that its connections prepare each statement at its first use (named statements of `pg`). PostgreSQL
 * then does not parse and plan the long catalogue queries again for each request.
 */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  let names = new Map<string, string>();
  let generation = 0;

  function nameOf(sql: string): string | undefined {
    const known = names.get(sql);
    if (known !== undefined || names.size >= mostStatements || !planned.test(sql)) return known;
    const name = `shop_${generation}_${names.size}`;
    names.set(sql, name);
    return name;
  }

  /** Connections with a statement that timed out: later statements would wait for it. */
  const silent = new WeakSet<pg.PoolClient>();

  async function query(
    client: pg.PoolClient,
    text: string,
    values: readonly unknown[],
  ): Promise<pg.QueryResult> {
    if (silent.has(client)) throw new Error('Connection terminated: a statement before had no answer');
    const name = nameOf(text);
    try {
      return await client.query({ ...(name === undefined ? {} : { name }), text, values: [...values] });
    } catch (error) {
      if (isStatementTimeout(error)) silent.add(client);
      // Makes the stack trace show the caller instead of the driver's socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      if (name === undefined || !isPlanChange(error)) throw error;
      // A migration has changed the columns: from now on statements are prepared under new names.
      if (name === names.get(text)) {
        names = new Map();
        generation += 1;
      }
      // A transaction is aborted with its statement; whoever began it repeats it (`repeatAborted`).
      if (client.getTransactionStatus() !== 'I') throw error;
      return await query(client, text, values);
    }
  }

  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();

  async function connect(): Promise<PostgresPoolClient> {
    const client = await pool.connect();
    const known = clients.get(client);
    if (known !== undefined) return known;
    const made: PostgresPoolClient = {
      // Kysely's type also has cursors, which the shop does not use.
      query: ((text: string, values: readonly unknown[]) =>
        query(client, text, values)) as unknown as PostgresPoolClient['query'],
      release: (isBroken) => client.release(isBroken || silent.has(client)),
    };
    clients.set(client, made);
    return made;
  }

  return { connect, end: () => pool.end(), options: pool.options };
}

/** True when a statement got no response within the `query_timeout` of its connection. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** SQLSTATE "feature not supported". The message depends on the language of the server. */
const notSupported = '0A000';

/**
 * True when PostgreSQL refused a prepared statement because a migration has changed its columns since. Repeating the
 * statement succeeds. The shop has no statement that PostgreSQL does not support, so nothing else has this code.
 */
export function isPlanChange(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === notSupported;
}
