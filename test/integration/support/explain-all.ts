import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { onTestFinished, vi } from 'vitest';
import type { Database } from '#server/platform/database/schema.ts';

interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface Explaining {
  isMeant(asked: Asked): boolean;
  /** Ways of reading that PostgreSQL takes only where it has no other, such as `seqscan`. */
  readonly without?: readonly string[];
  /** Stores rows that the plans depend on. */
  readonly prepare?: (trx: Transaction<Database>) => Promise<unknown>;
}

class Undone extends Error {}

/** The plans, as JSON, of the statements that some work sends to PostgreSQL. Nothing of `prepare` is left. */
export async function explainAll(
  db: Kysely<Database>,
  work: () => Promise<unknown>,
  { isMeant, without = [], prepare }: Explaining,
): Promise<readonly string[]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => sent.mockRestore());
  await work();
  const asked = sent.mock.calls.map(([one]) => {
    const { text = '', values = [] } = one as unknown as Partial<Asked>;
    return { text, values };
  });
  const plans: string[] = [];
  await db
    .transaction()
    .execute(async (trx) => {
      await prepare?.(trx);
      for (const way of without) await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(trx);
      for (const { text, values } of asked.filter(isMeant)) {
        const explained = CompiledQuery.raw(`explain (format json) ${text}`, [...values]);
        plans.push(JSON.stringify((await trx.executeQuery(explained)).rows));
      }
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return plans;
}

/** The tables that plans read from end to end. */
export function scannedBy(plans: readonly string[]): readonly string[] {
  const scans = plans.flatMap((plan) => [
    ...plan.matchAll(/"Node Type":"Seq Scan"[^{}]*?"Relation Name":"(\w+)"/g),
  ]);
  return [...new Set(scans.map(([, table = '']) => table))];
}
