import type { Transaction } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { HostContext } from '#server/server-context.ts';
import type { AttemptProvider } from './attempt-gateway.ts';
import type { OrderRow } from './find-order.ts';

/** How long a charge may take before the background asks what became of it, in milliseconds; above the gateway's 10 s. */
const chargePatience = 20_000;

/**
 * Opens the next attempt of a locked order that is `charging`. `hashFor` answers the hash of what will be charged, which
 * tells a repeated call from a new attempt; `requestHash` is that of everything else the buyer asked for.
 */
export async function openAttempt(
  trx: Transaction<Database>,
  context: Pick<HostContext, 'clock' | 'ids'>,
  order: OrderRow,
  hashFor: (number: number) => Buffer,
  requestHash: Buffer | null = null,
  provider: AttemptProvider = 'card',
): Promise<{ readonly id: string; readonly attempt_key: string }> {
  const { last } = await trx
    .selectFrom('payment_attempts')
    .select((select) => select.fn.max('number').as('last'))
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow();
  const number = (last ?? 0) + 1;
  const id = context.ids.uuid();
  const attempt_key = `${order.code}-${number}`;
  const now = context.clock.now();
  await trx
    .insertInto('payment_attempts')
    .values({
      id,
      order_id: order.id,
      number,
      attempt_key,
      nonce_hash: hashFor(number),
      request_hash: requestHash,
      amount_cents: order.amount_due_cents,
      state: 'charging',
      provider,
      started_at: new Date(now),
      next_check_at: new Date(now + chargePatience),
    })
    .execute();
  return { id, attempt_key };
}
