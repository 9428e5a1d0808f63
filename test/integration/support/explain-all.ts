import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { onTestFinished, vi } from 'vitest';
import type { Database } from '#server/platform/database/schema.ts';

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface ExplainOptions {
  isMeant(statement: Statement): boolean;
  /** Plan types that PostgreSQL avoids if possible, such as `seqscan`. */
  readonly without?: readonly string[];
  /** Stores rows that the plans depend on. */
  readonly prepare?: (trx: Transaction<Database>) => Promise<unknown>;
}

class RolledBack extends Error {}

/** Returns the plans, as JSON, of the statements that `work` sends to PostgreSQL. Rolls `prepare` back. */
export async function explainAll(
  db: Kysely<Database>,
  work: () => Promise<unknown>,
  { isMeant, without = [], prepare }: ExplainOptions,
): Promise<readonly string[]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => sent.mockRestore());
  await work();
  const statements = sent.mock.calls.map(([one]) => {
    const { text = '', values = [] } = one as unknown as Partial<Statement>;
    return { text, values };
  });
  const plans: string[] = [];
  await db
    .transaction()
    .execute(async (trx) => {
      await prepare?.(trx);
      for (const way of without) await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(trx);
      for (const { text, values } of statements.filter(isMeant)) {
        const explained = CompiledQuery.raw(`explain (format json) ${text}`, [...values]);
        plans.push(JSON.stringify((await trx.executeQuery(explained)).rows));
      }
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  return plans;
}

/** Returns the tables that plans read by a sequential scan. */
export function scannedBy(plans: readonly string[]): readonly string[] {
  const scans = plans.flatMap((plan) => [
    ...plan.matchAll(/"Node Type":"Seq Scan"[^{}]*?"Relation Name":"(\w+)"/g),
  ]);
  return [...new Set(scans.map(([, table = '']) => table))];
}
