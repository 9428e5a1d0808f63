import type { Socket } from 'node:net';
import type pg from 'pg';

type Send = (query: string | pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>;

/** A statement is prepared when a process asks for it the third time; what comes once or twice is not worth the memory. */
const usesBeforePreparing = 2;

/** Statements that a process tells apart; past that everything new stays unprepared, so that memory is bounded. */
const mostTexts = 1_000;

const planChanged = '0A000';

/** Gives statements names, the same for all connections of a pool. */
export function createStatementNames() {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  let generation = 0;
  return {
    /** The name to prepare this text under, undefined while it is rare. */
    of(text: string): string | undefined {
      const name = names.get(text);
      if (name !== undefined) return name;
      const used = (uses.get(text) ?? 0) + 1;
      if (used > usesBeforePreparing) {
        uses.delete(text);
        names.set(text, `shop_${generation}_${names.size}`);
      } else if (uses.size + names.size < mostTexts) {
        uses.set(text, used);
      }
      return names.get(text);
    },
    /** After a migration: what was prepared before is not asked for again. */
    renew(): void {
      generation += 1;
      names.clear();
    },
  };
}

/**
 * Makes a connection send less and wait less: statements that come often are parsed and planned once (prepared), and `begin`
 * travels with the first statement of its transaction instead of ahead of it. Statements asked for together leave in one
 * piece: handing over to the operating system costs as much as making the statement. Expects a client in pipeline mode.
 */
export function quickenClient(client: pg.ClientBase, names: ReturnType<typeof createStatementNames>): void {
  const send = client.query.bind(client) as Send;
  let isBeginDue = false;
  let isInTransaction = false;
  const gather = gatherWrites(client);

  async function sendNamed(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const name = values.length === 0 ? undefined : names.of(text);
    if (name === undefined) return send(text, values);
    const isAlone = !isInTransaction;
    try {
      return await send({ name, text, values });
    } catch (error) {
      if (!isPlanChange(error)) throw error;
      // A migration has run meanwhile. A transaction has to begin again, a statement alone is simply repeated.
      names.renew();
      if (!isAlone) throw error;
      return send(text, values);
    }
  }

  async function query(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
    gather();
    if (text === 'begin') {
      isBeginDue = true;
      isInTransaction = true;
      return emptyResult('BEGIN');
    }
    const isEnd = text === 'commit' || text === 'rollback';
    if (isEnd) isInTransaction = false;
    if (!isBeginDue) return sendNamed(text, values);
    isBeginDue = false;
    // Nothing was asked in between.
    if (isEnd) return emptyResult(text.toUpperCase());
    // Both are on their way at once; a transaction that did not begin fails with its first statement.
    const [, result] = await Promise.all([send('begin'), sendNamed(text, values)]);
    return result;
  }

  const whole = client as unknown as { query: unknown };
  whole.query = (first: unknown, ...rest: unknown[]) =>
    typeof first === 'string' && typeof rest.at(-1) !== 'function'
      ? query(first, rest[0] as unknown[] | undefined)
      : (send as (...all: unknown[]) => unknown)(first, ...rest);
}

/** Holds a connection's writes back until everything that is ready to run has run. */
function gatherWrites(client: pg.ClientBase): () => void {
  const { connection } = client as unknown as { readonly connection: { readonly stream: Socket } };
  let isGathering = false;
  return () => {
    if (isGathering) return;
    isGathering = true;
    const { stream } = connection;
    stream.cork();
    process.nextTick(() => {
      isGathering = false;
      stream.uncork();
    });
  };
}

/** PostgreSQL refuses a prepared statement whose columns are others since a migration. */
export function isPlanChange(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === planChanged &&
    error.message.includes('cached plan')
  );
}

function emptyResult(command: string): pg.QueryResult {
  return { command, rowCount: null, oid: 0, fields: [], rows: [] };
}
