import type { ConnectionProvider, Kysely } from 'kysely';
import { DummyDriver, PostgresDialect, Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** What Kysely wants to know of a database; inside a transaction nothing asks for it. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('A transaction has its connection')),
});
const about = { config: { dialect }, dialect, driver: new DummyDriver() };

/**
 * Runs `work` in one transaction whose statements do not wait for one another: what is asked for together
 * (`Promise.all`) travels together, and PostgreSQL does it in the order in which it was asked for. Kysely by itself would
 * send each statement when the one before it is answered. When one of them fails the others are undone with it, and what
 * `work` still asks for afterwards is refused.
 */
export function pipelineTransaction<Value>(
  db: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<Value>,
): Promise<Value> {
  return db.transaction().execute((serial) => {
    const executor = serial.getExecutor();
    return executor.provideConnection(async (connection) => {
      let isOpen = true;
      const straight: ConnectionProvider = {
        provideConnection: async (consumer) => {
          if (!isOpen) throw new Error('The transaction is over');
          return consumer(connection);
        },
      };
      try {
        return await work(new Transaction({ ...about, executor: executor.withConnectionProvider(straight) }));
      } finally {
        isOpen = false;
      }
    });
  });
}
