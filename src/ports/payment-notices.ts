import type { Cents } from '#core/model/values.ts';
import type { Result } from '#core/rules/result.ts';

/** Something that the payment provider tells by itself, long after the charge. */
export interface PaymentNotice {
  /** What happened to which thing: the same however often, and whenever, the provider says it. */
  readonly key: string;
  readonly kind: PaymentNoticeKind;
  readonly transaction_id: string;
  /** The attempt that the charge belongs to, as far as the provider says so. */
  readonly attempt_key: string | null;
  readonly amount: Cents | null;
  /** Milliseconds since 1970, by the provider's clock. */
  readonly happened_at: number;
}

export type PaymentNoticeKind =
  /** The money has arrived. */
  | 'settled'
  /** The money of a charge that had gone well does not come after all. */
  | 'settlement_declined'
  | 'refund_failed'
  /** The cardholder wants the money back through the bank. */
  | 'dispute_opened'
  | 'dispute_won'
  | 'dispute_lost';

/**
 * Reads what the payment provider sends to the shop's own address.
 *
 * Promises: only what the provider has signed is read; a notice that means nothing to the shop is null. Says nothing of
 * whether it was sent before: its key tells.
 */
export interface PaymentNotices {
  read(
    signature: string,
    payload: string,
  ): Promise<Result<PaymentNotice | null, { readonly code: 'FORGED' }>>;
}
