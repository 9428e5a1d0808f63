import type { Cents } from '#core/model/values.ts';
import type { Result } from '#core/rules/basics/result.ts';

/** What a webhook of the payment provider says. */
export type WebhookNotice = PaymentNotice | AskAgain;

/**
 * For webhooks that carry only the id of a transaction: nothing is reported, and the shop asks the gateway what became
 * of it. Such a webhook needs no signature. The shop looks up only its own transactions that are open or have ended
 * without money, so that a late success is found, at a limited pace; it stores and logs nothing of any other id.
 */
export interface AskAgain {
  readonly kind: 'ask_again';
  readonly transaction_id: string;
}

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
  /** The payment was refused, or cancelled by the buyer, before any money was granted. */
  | 'payment_failed'
  /** The buyer has not finished the payment in time. */
  | 'payment_expired'
  /**
   * A refund that was reported as `refunded`, and whose money has not arrived after all. `transaction_id` is its
   * `refund_id`; `attempt_key` may be null. Nothing else tells so: the gateway is not asked about refunds again.
   */
  | 'refund_failed'
  /** The cardholder demands the money back through the bank. */
  | 'dispute_opened'
  /** The shop has contested it or the bank examines it; nothing is decided. */
  | 'dispute_under_review'
  | 'dispute_won'
  | 'dispute_lost';

/** A request of the payment provider to the shop, as it arrived. */
export interface Webhook {
  /** The headers by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body byte for byte, because signatures are made over it. */
  readonly body: Uint8Array;
}

export interface WebhookFailure {
  /**
   * `FORGED`: the provider has not signed it. `UNREADABLE`: it is no webhook of this provider, or the provider has
   * signed something of a used kind that cannot be read.
   */
  readonly code: 'FORGED' | 'UNREADABLE';
}

/**
 * Reads the webhooks that one account of a payment provider sends to `/api/webhooks/<provider>`.
 *
 * Promises: accepts only what the provider has signed, whole, except for `ask_again`; returns null for an event that
 * the shop does not use. Tells no attempt and no amount that the provider has not told. Never throws, whatever a
 * stranger sends, and writes nothing of it anywhere. Does not detect repeated webhooks; their notices have the same
 * `key`, also when the provider has signed them anew. A notice only reports: whether an order is paid is asked from the
 * gateway. The kit does not see the age of a webhook whose signature covers no time, and what a reader asks of others
 * meanwhile.
 */
export interface PaymentNotices {
  /** The name of the provider, which is part of the address. */
  readonly provider: string;
  read(webhook: Webhook): Promise<Result<WebhookNotice | null, WebhookFailure>>;
}
