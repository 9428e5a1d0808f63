import type { Cents } from '#core/model/values.ts';
import type { Result } from '#core/rules/result.ts';

/** An event reported by a webhook of the payment provider, often long after the charge. */
export interface PaymentNotice {
  /** Kind and subject of the event; the same in every repeated webhook. */
  readonly key: string;
  readonly kind: PaymentNoticeKind;
  readonly transaction_id: string;
  /** The key of the payment attempt; null when the provider does not report it. */
  readonly attempt_key: string | null;
  readonly amount: Cents | null;
  /** Time of the event by the clock of the provider, in milliseconds since the epoch. */
  readonly happened_at: number;
}

export type PaymentNoticeKind =
  /** The money has arrived at the shop's account. */
  | 'settled'
  /** The money of a successful charge will not arrive. */
  | 'settlement_declined'
  | 'refund_failed'
  /** The cardholder demands the money back through the bank. */
  | 'dispute_opened'
  /** The shop has contested it or the bank examines it; nothing is decided. */
  | 'dispute_under_review'
  | 'dispute_won'
  | 'dispute_lost';

/**
 * Reads the webhooks of the payment provider.
 *
 * Promises: accepts only data signed by the provider; returns null for an event that the shop does not use.
 * Does not detect repeated webhooks; these have the same `key`.
 */
export interface PaymentNotices {
  read(
    signature: string,
    payload: string,
  ): Promise<Result<PaymentNotice | null, { readonly code: 'FORGED' }>>;
}
