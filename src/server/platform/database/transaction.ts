import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { inSpan } from '#server/platform/spans.ts';
import { isPlanChange } from './prepared-statements.ts';
import type { Database } from './schema.ts';

const retries = 3;
const serializationFailure = '40001';
const deadlockDetected = '40P01';
const uniqueViolation = '23505';

/**
 * Runs `work` in one transaction, and again when PostgreSQL aborted it. So `work` must contain only database
 * statements, since calls to other systems would be repeated. Await each statement before the next: a statement still
 * queued when an earlier one fails would run after the rollback.
 */
export function inTransaction<Value>(
  db: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<Value>,
): Promise<Value> {
  return repeatAborted(() => inSpan({ name: 'transaction' }, () => db.transaction().execute(work)));
}

/** Carries the result out of a transaction that is rolled back. */
class RolledBack extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('A transaction is taken back');
    this.result = result;
  }
}

/** Like `inTransaction`, but rolls back if `isKept` is false for the result; returns the result either way. */
export async function inTransactionIf<Value>(
  db: Kysely<Database>,
  isKept: (result: Value) => boolean,
  work: (transaction: Transaction<Database>) => Promise<Value>,
): Promise<Value> {
  try {
    return await inTransaction(db, async (transaction) => {
      const result = await work(transaction);
      if (!isKept(result)) throw new RolledBack(result);
      return result;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as Value;
    throw error;
  }
}

/**
 * Runs a transaction or a statement that is one, and again after a short random pause (three times at most) when
 * PostgreSQL aborted it because of a deadlock, a serialization failure or a migration.
 */
export async function repeatAborted<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === retries || !isWorthRetrying(error)) throw error;
      await pause(randomInt(5, 25) * 2 ** attempt);
    }
  }
}

/** Takes a transaction lock on an id, for example one that a client has chosen and may send twice. */
export async function lockId(trx: Transaction<Database>, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`.execute(trx);
}

/** Whether a statement failed because another row has its unique value. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === uniqueViolation;
}

function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === serializationFailure || error.code === deadlockDetected || isPlanChange(error);
}
