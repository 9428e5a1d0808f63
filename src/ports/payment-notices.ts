import type { Cents } from '#core/model/values.ts';
import type { Result } from '#core/rules/result.ts';

/** An event that the payment provider reports by itself, long after the charge. */
export interface PaymentNotice {
  /** Kind and subject: the same however often the provider reports the event. */
  readonly key: string;
  readonly kind: PaymentNoticeKind;
  readonly transaction_id: string;
  /** The key of the payment attempt, as far as the provider reports it. */
  readonly attempt_key: string | null;
  readonly amount: Cents | null;
  /** Milliseconds since 1970, by the provider's clock. */
  readonly happened_at: number;
}

export type PaymentNoticeKind =
  /** The money has arrived. */
  | 'settled'
  /** The money of a successful charge does not come after all. */
  | 'settlement_declined'
  | 'refund_failed'
  /** The cardholder claims the money back through the bank. */
  | 'dispute_opened'
  | 'dispute_won'
  | 'dispute_lost';

/**
 * Reads the webhooks of the payment provider.
 *
 * Promises: only what the provider has signed is accepted; a notice that the shop does not use is null. Does not detect
 * repeats: their key is the same.
 */
export interface PaymentNotices {
  read(
    signature: string,
    payload: string,
  ): Promise<Result<PaymentNotice | null, { readonly code: 'FORGED' }>>;
}
