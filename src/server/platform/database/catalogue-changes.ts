import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '#ports/log.ts';

/** Version of the public catalogue: nothing has changed as long as `version` returns the same number. */
export interface CatalogueChanges {
  /** Increases with every change. Null while the database connection is lost and changes are not received. */
  version(): number | null;
  stop(): Promise<void>;
}

/** For processes without a cache: everything counts as changed. */
export const alwaysChanged: Pick<CatalogueChanges, 'version'> = { version: () => null };

interface ListenOptions {
  readonly connectionString: string;
  readonly log: Log;
}

/** Milliseconds between two checks of the connection, and the timeout of a check. */
const heartbeat = 2_000;
const reconnectPause = 500;

/**
 * Listens for catalogue changes of all processes, which triggers of `0029-catalogue-changes.sql` notify at the commit.
 * After a lost connection everything counts as changed.
 */
export async function listenForCatalogueChanges({
  connectionString,
  log,
}: ListenOptions): Promise<CatalogueChanges> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let version = 1;
  let isListening = false;

  async function listen(): Promise<void> {
    const client = new pg.Client({
      connectionString,
      application_name: 'meisterhand-changes',
      connectionTimeoutMillis: heartbeat,
      query_timeout: heartbeat,
    });
    const lost = new Promise<Error>((resolve) => {
      client.on('error', resolve);
      client.on('end', () => resolve(new Error('The connection has ended')));
    });
    client.on('notification', () => {
      version += 1;
    });
    try {
      await client.connect();
      await client.query('listen catalogue_changed');
      // Only now, because earlier changes were not notified.
      version += 1;
      isListening = true;
      started.resolve();
      while (!signal.aborted) {
        const end = await Promise.race([lost, pause(heartbeat, null, { signal }).catch(() => null)]);
        if (end !== null) throw end;
        if (!signal.aborted) await client.query('select 1');
      }
    } finally {
      isListening = false;
      await client.end().catch(() => {});
    }
  }

  const started = Promise.withResolvers<void>();
  async function keepListening(): Promise<void> {
    while (!signal.aborted) {
      try {
        await listen();
      } catch (error) {
        started.resolve();
        log.warn('catalogue_changes_not_heard', { error: String(error) });
        await pause(reconnectPause, null, { signal }).catch(() => {});
      }
    }
  }

  const running = keepListening();
  await started.promise;
  return {
    version: () => (isListening ? version : null),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
