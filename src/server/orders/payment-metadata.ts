import type { Transaction } from 'kysely';
import type { ChargeOutcome, FoundCharge } from '#ports/payment-gateway.ts';
import type { Database } from '#server/database/schema.ts';
import type { ServerContext } from '#server/server-context.ts';
import type { AttemptRow } from './late-payments.ts';

/** The limits of `PaymentMetadata`, in entries and characters. */
const limits = { entries: 20, name: 40, text: 500 };

/**
 * Stores what the provider tells of a payment with its attempt, in place of what it has told before
 * (docs/behaviour/checkout-and-payment.md#provider-metadata). What exceeds the limits, or is no text, is left out and logged.
 */
export async function keepMetadata(
  trx: Transaction<Database>,
  { log }: Pick<ServerContext, 'log'>,
  attempt: Pick<AttemptRow, 'id' | 'attempt_key'>,
  outcome: ChargeOutcome | FoundCharge,
): Promise<void> {
  if (!('metadata' in outcome) || outcome.metadata === undefined) return;
  const given = Object.entries(outcome.metadata as Readonly<Record<string, unknown>>);
  const kept = given.filter(([name, text]) => isStorable(name, limits.name) && isStorable(text, limits.text));
  const metadata = Object.fromEntries(kept.slice(0, limits.entries));
  const dropped = given.length - Object.keys(metadata).length;
  if (dropped > 0) log.warn('payment_metadata_dropped', { attempt: attempt.attempt_key, dropped });
  await trx
    .updateTable('payment_attempts')
    .set({ metadata: JSON.stringify(metadata) })
    .where('id', '=', attempt.id)
    .execute();
}

/** PostgreSQL stores neither NUL nor unpaired surrogates. */
function isStorable(text: unknown, most: number): boolean {
  return typeof text === 'string' && text.length <= most && !text.includes('\u0000') && text.isWellFormed();
}
