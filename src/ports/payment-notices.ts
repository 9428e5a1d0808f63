import type { Cents } from '#core/model/values.ts';
import type { Result } from '#core/rules/basics/result.ts';

/** Content of a webhook of the payment provider. */
export type WebhookNotice = PaymentNotice | AskAgain;

/**
 * Result of a webhook that carries only the id of a transaction: the shop then asks the gateway for its state. Such a
 * webhook needs no signature. The shop looks up only its own transactions that are open or have ended without money, so
 * that it finds a late success. Lookups are rate limited; other ids are neither stored nor logged.
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
   * The money of a refund that was reported as `refunded` did not arrive. `transaction_id` is the `refund_id`;
   * `attempt_key` may be null. The shop learns it only from this notice: it does not ask the gateway about refunds
   * again.
   */
  | 'refund_failed'
  /** The cardholder demands the money back through the bank. */
  | 'dispute_opened'
  /** The shop has contested it or the bank examines it; nothing is decided. */
  | 'dispute_under_review'
  | 'dispute_won'
  | 'dispute_lost';

/** A raw webhook request of the payment provider. */
export interface Webhook {
  /** The headers by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The unchanged body, because signatures are computed over its bytes. */
  readonly body: Uint8Array;
}

export interface WebhookFailure {
  /**
   * `FORGED`: the provider's signature is missing or wrong. `UNREADABLE`: it is not a webhook of this provider, or it
   * is signed and of a kind that the shop uses, but cannot be read.
   */
  readonly code: 'FORGED' | 'UNREADABLE';
}

/**
 * Reads the webhooks that one account of a payment provider sends to `/api/webhooks/<provider>`.
 *
 * Promises: accepts only webhooks that the provider has signed completely, except for `ask_again`; returns null for an
 * event that the shop does not use. Reports only payment attempts and amounts that the provider has reported. Never
 * throws, whatever a stranger sends, and writes nothing of it anywhere. Does not detect repeated webhooks; their
 * notices have the same `key`, even if signed again. A notice only reports an event: whether an order is paid is asked
 * from the gateway. The conformance kit does not check the age of a webhook whose signature covers no time, nor
 * requests that a reader sends to others.
 */
export interface PaymentNotices {
  /** The name of the provider, which is part of the address. */
  readonly provider: string;
  read(webhook: Webhook): Promise<Result<WebhookNotice | null, WebhookFailure>>;
}
