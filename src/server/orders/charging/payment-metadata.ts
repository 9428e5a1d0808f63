import type { ChargeOutcome, FoundCharge } from '#ports/payment-gateway.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import type { AttemptRow } from './late-payments.ts';

/** The limits of `PaymentMetadata`, in entries and characters. */
const limits = { entries: 20, name: 40, text: 500 };

/**
 * Returns the column for the provider's metadata of a payment, which replaces earlier metadata; empty if there is none
 * (docs/behaviour/payments.md#provider-metadata). Entries that exceed the limits or are no text are left out and
 * logged.
 */
export function storedMetadata(
  { log }: Pick<ServerContext, 'log'>,
  attempt: Pick<AttemptRow, 'attempt_key'>,
  outcome: ChargeOutcome | FoundCharge,
): { readonly metadata?: string } {
  if (!('metadata' in outcome) || outcome.metadata === undefined) return {};
  const given = Object.entries(outcome.metadata as Readonly<Record<string, unknown>>);
  const kept = given.filter(([name, text]) => isStorable(name, limits.name) && isStorable(text, limits.text));
  const metadata = Object.fromEntries(kept.slice(0, limits.entries));
  const dropped = given.length - Object.keys(metadata).length;
  if (dropped > 0) log.warn('payment_metadata_dropped', { attempt: attempt.attempt_key, dropped });
  return { metadata: JSON.stringify(metadata) };
}

/** PostgreSQL stores neither NUL nor unpaired surrogates. */
function isStorable(text: unknown, most: number): boolean {
  return typeof text === 'string' && text.length <= most && !text.includes('\u0000') && text.isWellFormed();
}
