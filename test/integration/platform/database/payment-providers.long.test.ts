import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { migrate } from '#server/platform/database/migrate.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';

const { connectionString, db } = await openTestDatabase();
const migrations = join(projectRoot, 'src/server/platform/database/migrations');
const before = mkdtempSync(join(tmpdir(), 'before-providers-'));
const [tested = ''] = readdirSync(migrations).filter((name) => name.endsWith('-payment-providers.sql'));
for (const name of readdirSync(migrations)) {
  if (name < tested) cpSync(join(migrations, name), join(before, name));
}
afterAll(() => rmSync(before, { recursive: true }));

/** Creates a database of the version in which payment attempts did not contain the provider. */
beforeEach(async () => {
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await migrate(connectionString, before);
});

const sandboxToken = 'vault:Zm9vYmFyYmF6cXV4enVyaA';
let orders = 0;

interface EarlierAttempt {
  readonly minute: number;
  readonly state?: string;
  readonly transaction?: string | null;
  readonly token?: string | null;
}

async function attempt({ minute, state = 'charged', transaction = null, token = null }: EarlierAttempt) {
  orders += 1;
  const [order, id] = [crypto.randomUUID(), crypto.randomUUID()];
  const at = new Date(Date.UTC(2026, 10, 21, 10, minute));
  await sql`insert into orders (id, code, email, locale, state, template, subtotal_cents, discount_cents, shipping_cents,
      total_cents, credit_cents, amount_due_cents, included_vat_cents, needs_waiver, created_at, state_changed_at, fulfilment)
    values (${order}, ${`O-${orders}`}, 'a@example.org', 'de', 'paid', 'order', 8900, 0, 0, 8900, 0, 8900, 1421, false,
      ${at}, ${at}, 'none')`.execute(db);
  await sql`insert into payment_attempts (id, order_id, number, attempt_key, nonce_hash, amount_cents, state,
      transaction_id, vault_token, started_at, provider)
    values (${id}, ${order}, 1, ${`O-${orders}-1`}, '\\x00', 8900, ${state}, ${transaction}, ${token}, ${at}, 'card')`.execute(
    db,
  );
  return { id, order };
}

const providers = async () => {
  const rows = await db.selectFrom('payment_attempts').select('provider').orderBy('started_at').execute();
  return rows.map(({ provider }) => provider);
};

test('the provider of a charge is found by its transaction, without one by the charges before and after it', async () => {
  await attempt({ minute: 1, state: 'unknown' });
  await attempt({ minute: 2, transaction: 'sbx_1a2b3c' });
  await attempt({ minute: 3, state: 'unknown' });
  await attempt({ minute: 4, transaction: 'k3yx9q' });
  await attempt({ minute: 5, state: 'declined' });
  await attempt({ minute: 6, transaction: sandboxToken });
  await attempt({ minute: 7, transaction: 'vault:h7m2zq' });
  await attempt({ minute: 8, state: 'charging' });
  await migrate(connectionString);
  expect(await providers()).toEqual([
    'sandbox',
    'sandbox',
    'sandbox',
    'braintree',
    'braintree',
    'sandbox',
    'braintree',
    'braintree',
  ]);
});

test('without any transaction the provider stays unknown', async () => {
  await attempt({ minute: 1, state: 'unknown' });
  await attempt({ minute: 2, state: 'declined' });
  await migrate(connectionString);
  expect(await providers()).toEqual([null, null]);
});

test('stored cards and refunds get the provider of their charge', async () => {
  const braintree = await attempt({ minute: 1, transaction: 'k3yx9q', token: 'vault:h7m2zq' });
  await attempt({ minute: 2, transaction: 'sbx_1a2b3c' });
  await sql`insert into refunds (id, order_id, payment_attempt_id, refund_key, amount_cents, credit_cents, lines, cause,
      state, created_at)
    values (${crypto.randomUUID()}, ${braintree.order}, ${braintree.id}, 'R-1', 100, 0, '{}', 'operator', 'open', now()),
      (${crypto.randomUUID()}, ${braintree.order}, null, 'R-2', 0, 100, '{}', 'operator', 'refunded', now())`.execute(
    db,
  );
  await migrate(connectionString);
  const refunds = await db.selectFrom('refunds').select('provider').orderBy('refund_key').execute();
  expect(refunds).toEqual([{ provider: 'braintree' }, { provider: null }]);
});
