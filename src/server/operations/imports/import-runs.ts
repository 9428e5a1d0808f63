import { type Kysely, sql, type Transaction } from 'kysely';
import type { ImportRun, ImportSubject } from '#core/model/shop-import.ts';
import { chunks } from '#server/platform/database/chunks.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction, lockId } from '#server/platform/database/transaction.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/** Writes all rows of an import, portion by portion; after each others can read how many are written. */
type WriteRows = <Row>(
  rows: readonly Row[],
  write: (portion: readonly Row[]) => Promise<void>,
) => Promise<void>;

/**
 * Carries out an import in one transaction, so that all of it is there or nothing, also when the process is killed. A
 * second import of the same kind waits for the first. How far it is, is written by a connection of its own, which is
 * taken before anything of the shop is locked: who waits for this import cannot keep it from getting one.
 */
export function runImport<Value>(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  subject: ImportSubject,
  work: (trx: Transaction<Database>, writeRows: WriteRows) => Promise<Value>,
): Promise<Value> {
  return inTransaction(db, async (trx) => {
    await lockId(trx, lockOf(subject));
    return db.connection().execute((beside) =>
      work(trx, async (rows, write) => {
        const change = (of: Kysely<Database>) => of.updateTable('import_runs').where('subject', '=', subject);
        await noteBegin(beside, { subject, begun_at: new Date(clock.now()), rows: rows.length });
        let written = 0;
        for (const portion of chunks(rows)) {
          await write(portion);
          written += portion.length;
          await change(beside).set({ written }).execute();
        }
        await change(trx)
          .set({ finished_at: new Date(clock.now()) })
          .execute();
      }),
    );
  });
}

/** Held from before the beginning of an import to the end of its transaction. */
const lockOf = (subject: ImportSubject) => `import of ${subject}`;

async function noteBegin(
  beside: Kysely<Database>,
  run: { readonly subject: ImportSubject; readonly begun_at: Date; readonly rows: number },
): Promise<void> {
  const values = { ...run, written: 0, finished_at: null };
  await beside
    .insertInto('import_runs')
    .values(values)
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(values))
    .execute();
}

/** How far the last import of a kind is; null before the first. One that nobody works on any more was cut off. */
export function readImportRun(db: Kysely<Database>, subject: ImportSubject): Promise<ImportRun | null> {
  return inTransaction(db, async (trx) => {
    // The row is read after the lock: when that is free, the import's end is visible.
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
