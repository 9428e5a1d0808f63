import type pg from 'pg';

/**
 * Removes the timeouts of a session. Behind a pooler the role has timeouts for requests
 * (docs/behaviour/operations.md#a-pooler), but migrations, their lock and copies of tables take longer.
 */
export async function removeTimeouts(client: pg.Client): Promise<void> {
  await client.query(
    'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
  );
}
