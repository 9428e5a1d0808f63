import type { PaymentNoticeKind, PaymentNotices, Webhook } from '#ports/payment-notices.ts';

/** An event at the provider. Amounts in cents, times in milliseconds since the epoch (whole seconds). */
export interface ProviderEvent {
  /** `unused`: an event that the shop does not use, if possible of a kind whose name begins like a used one. */
  readonly kind: PaymentNoticeKind | 'unused';
  /** For a failed refund its `refund_id`. */
  readonly transaction_id: string;
  readonly attempt_key: string;
  readonly amount: number;
  readonly happened_at: number;
}

/**
 * Variants of a body: with other white space, with an undocumented field, a list instead of an object, truncated,
 * without the id of the transaction, without the key of the attempt, without the amount.
 */
export type OtherBody =
  | 'spaced'
  | 'with_more'
  | 'list'
  | 'cut'
  | 'without_transaction'
  | 'without_attempt'
  | 'without_amount';

/** A reader under test with the signing half of its provider. */
export interface PaymentNoticesHarness {
  readonly notices: PaymentNotices;
  /** The kinds that the provider reports: `settled`, and `refund_failed` unless its test is skipped. */
  readonly kinds: readonly PaymentNoticeKind[];
  /** Returns the webhook that the provider sends for an event, signed anew with each call. */
  sign(event: ProviderEvent): Promise<Webhook>;
  /** Returns the same webhook, signed with another key. */
  forge(event: ProviderEvent): Promise<Webhook>;
  /** Returns the same webhook without any signature. */
  unsign(event: ProviderEvent): Promise<Webhook>;
  /** Returns the webhook of an event with another body, signed by the provider. */
  signOtherwise(event: ProviderEvent, body: OtherBody): Promise<Webhook>;
  /** Returns a webhook that the provider signed a day ago. */
  signLongAgo(event: ProviderEvent): Promise<Webhook>;
}

/** The event that the tests change. */
export const settled: ProviderEvent = {
  kind: 'settled',
  transaction_id: 'transaction-1',
  attempt_key: 'ORDER-1/2',
  amount: 8_930,
  happened_at: 1_763_715_600_000,
};

/** Reads a webhook. Throws if it is refused. */
export async function read({ notices }: PaymentNoticesHarness, webhook: Webhook) {
  const result = await notices.read(webhook);
  if (!result.ok) throw new Error(`Refused: ${result.error.code}`);
  if (result.value?.kind === 'ask_again') throw new Error('A reader of signed events reports them');
  return result.value;
}
