import { type Kysely, sql, type Transaction } from 'kysely';
import type { ImportRun, ImportSubject } from '#core/model/shop-import.ts';
import { chunks } from '#server/platform/database/chunks.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction, lockId } from '#server/platform/database/transaction.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/** Writes the rows of an import in portions; other transactions see the progress after each portion. */
type WriteRows = <Row>(
  rows: readonly Row[],
  write: (portion: readonly Row[]) => Promise<void>,
) => Promise<void>;

/**
 * Runs an import in one transaction, so that it is complete or absent, even if the process is killed. A second import
 * of the same kind waits for the first. Progress is written on a second connection. That is acquired before any data is
 * locked, so that transactions which wait for this import cannot exhaust the pool.
 */
export function runImport<Value>(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  subject: ImportSubject,
  work: (trx: Transaction<Database>, writeRows: WriteRows) => Promise<Value>,
): Promise<Value> {
  return inTransaction(db, async (trx) => {
    await lockId(trx, lockOf(subject));
    return db.connection().execute((progressDb) =>
      work(trx, async (rows, write) => {
        const change = (of: Kysely<Database>) => of.updateTable('import_runs').where('subject', '=', subject);
        await noteBegin(progressDb, { subject, begun_at: new Date(clock.now()), rows: rows.length });
        let written = 0;
        for (const portion of chunks(rows)) {
          await write(portion);
          written += portion.length;
          await change(progressDb).set({ written }).execute();
        }
        await change(trx)
          .set({ finished_at: new Date(clock.now()) })
          .execute();
      }),
    );
  });
}

/** Name of the lock that is held until the transaction of an import ends. */
const lockOf = (subject: ImportSubject) => `import of ${subject}`;

async function noteBegin(
  progressDb: Kysely<Database>,
  run: { readonly subject: ImportSubject; readonly begun_at: Date; readonly rows: number },
): Promise<void> {
  const values = { ...run, written: 0, finished_at: null };
  await progressDb
    .insertInto('import_runs')
    .values(values)
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(values))
    .execute();
}

/**
 * Reads the progress of the last import of a kind; null before the first. `cut_off`: it ended before it was complete.
 */
export function readImportRun(db: Kysely<Database>, subject: ImportSubject): Promise<ImportRun | null> {
  return inTransaction(db, async (trx) => {
    // The row is read after the lock is tried: if the lock is free, the end of the import is visible.
    const { rows: locks } = await sql<{ is_free: boolean }>`
      select pg_try_advisory_xact_lock_shared(hashtextextended(${lockOf(subject)}, 0)) as is_free`.execute(
      trx,
    );
    const run = await trx
      .selectFrom('import_runs')
      .select(['begun_at', 'rows', 'written', 'finished_at'])
      .where('subject', '=', subject)
      .executeTakeFirst();
    if (run === undefined) return null;
    const { begun_at, rows, written, finished_at } = run;
    const isCutOff = finished_at === null && locks[0]?.is_free === true;
    const state = finished_at !== null ? 'done' : isCutOff ? 'cut_off' : 'running';
    return { state, begun_at: begun_at.toISOString(), rows, written };
  });
}
