import type { PaymentMethodSummary } from '#core/model/payment.ts';
import type { Cents } from '#core/model/values.ts';

/** What a charge asks of the gateway. */
export interface ChargeRequest {
  /** Unique per attempt (order code and attempt number): the key under which an unknown outcome is looked up again. */
  readonly attempt_key: string;
  readonly order_code: string;
  /** Cents, EUR, above 0: a total of 0 needs no gateway. */
  readonly amount: Cents;
  /** A nonce of the browser half, or the `vault_token` of an earlier charge for the same customer. */
  readonly payment_method_nonce: string;
  readonly device_data: string | null;
  /** Customer of the vault; null for nobody. */
  readonly customer_id: string | null;
  readonly save_payment_method: boolean;
}

/** Why a charge was refused for good: the nonce is spent, a new one may be tried. */
export type DeclineReason =
  | 'PROCESSOR_DECLINED'
  | 'GATEWAY_REJECTED_FRAUD'
  | 'NONCE_CONSUMED'
  | 'NONCE_UNKNOWN'
  | 'VERIFICATION_REQUIRED';

export type ChargeOutcome =
  | {
      readonly outcome: 'charged';
      readonly transaction_id: string;
      readonly amount: Cents;
      readonly method: PaymentMethodSummary;
      /**
       * Set when `save_payment_method` was asked with a customer and granted: stands in for a nonce in later charges
       * of that customer, any number of times. Begins with `vault:`.
       */
      readonly vault_token: string | null;
    }
  | { readonly outcome: 'declined'; readonly reason: DeclineReason; readonly transaction_id: string | null }
  /** The buyer has promised the money and sends it within days (bank transfer): cards and wallets never answer so. */
  | {
      readonly outcome: 'awaiting_payment';
      readonly transaction_id: string;
      readonly method: PaymentMethodSummary;
    }
  /** Nobody knows yet (time-out, 5xx, cut connection): ask `findCharge` before anything is charged again. */
  | { readonly outcome: 'unknown' };

export type FoundCharge =
  | Extract<ChargeOutcome, { outcome: 'charged' | 'declined' | 'awaiting_payment' }>
  /** The gateway is sure that it never charged this attempt, and from now on refuses this attempt key. */
  | { readonly outcome: 'never_charged' }
  | { readonly outcome: 'unknown' };

/** A payment method to be kept for later charges of a customer. */
export type VaultRequest = Pick<ChargeRequest, 'payment_method_nonce' | 'device_data'> & {
  readonly customer_id: string;
};

export type VaultOutcome =
  | {
      readonly outcome: 'vaulted';
      /** Stands in for a nonce in charges of that customer, any number of times. Begins with `vault:`. */
      readonly vault_token: string;
      readonly method: PaymentMethodSummary;
    }
  | { readonly outcome: 'declined'; readonly reason: DeclineReason }
  /** The nonce may be used up; nothing was charged. */
  | { readonly outcome: 'unknown' };

export type RefundOutcome =
  | { readonly outcome: 'refunded'; readonly refund_id: string }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'unknown' };

/**
 * Charges money; the host half of a payment provider.
 *
 * Promises: never throws for anything the network or the provider does — that is `unknown`; answers within its own
 * time limit (10 s); the same `attempt_key` is charged at most once, a repeated `charge` answers the first outcome.
 * Does not retry by itself and never runs inside a database transaction.
 */
export interface PaymentGateway {
  readonly name: 'sandbox' | 'braintree' | 'bank_transfer';
  /** A short-lived token for the browser half; null when the provider cannot be reached. */
  createClientToken(customerId: string | null): Promise<string | null>;
  charge(request: ChargeRequest): Promise<ChargeOutcome>;
  /**
   * What became of an attempt whose answer was lost. `sentAt` (milliseconds since 1970) is when it was begun, for a
   * provider that cannot refuse a key from now on and has to wait until nothing can be on its way any more.
   */
  findCharge(attemptKey: string, sentAt?: number): Promise<FoundCharge>;
  /**
   * Gives back all or part of a charge that the money has come for; where a person sends it, `refunded` says that it is
   * written down for them. `refund_key` makes repeats answer the first outcome.
   */
  refund(transactionId: string, amount: Cents, refundKey: string): Promise<RefundOutcome>;
}

/**
 * A payment gateway that asks banks, which may decline, and keeps payment methods to be charged again: what renews can be
 * paid by such a one only.
 */
export interface CardGateway extends PaymentGateway {
  readonly name: 'sandbox' | 'braintree';
  /** Keeps a payment method for later charges of a customer, without charging anything; uses the nonce up. */
  vault(request: VaultRequest): Promise<VaultOutcome>;
}
