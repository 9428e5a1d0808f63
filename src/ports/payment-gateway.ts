import type { PaymentMethodSummary } from '#core/model/payment.ts';
import type { Cents } from '#core/model/values.ts';

/** One charge. */
export interface ChargeRequest {
  /** Unique per payment attempt (order code and number): the key by which an unknown outcome is looked up again. */
  readonly attempt_key: string;
  readonly order_code: string;
  /** Cents, EUR, above 0: a total of 0 needs no gateway. */
  readonly amount: Cents;
  /** A nonce of the browser half. The token of a stored card is none: see `CardGateway.chargeStored`. */
  readonly payment_method_nonce: string;
  readonly device_data: string | null;
  /** Customer to store the payment method for; null for nobody. */
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

interface GrantedCharge {
  readonly transaction_id: string;
  readonly amount: Cents;
  readonly method: PaymentMethodSummary;
  /**
   * Set when `save_payment_method` was requested for a customer and granted: `chargeStored` takes it for that customer,
   * any number of times. Begins with `vault:`.
   */
  readonly vault_token: string | null;
}

export type ChargeOutcome =
  | ({ readonly outcome: 'charged' } & GrantedCharge)
  /** The bank holds the amount ready; nothing is taken before `capture`. The first outcome of every card and wallet. */
  | ({ readonly outcome: 'authorised' } & GrantedCharge)
  | { readonly outcome: 'declined'; readonly reason: DeclineReason; readonly transaction_id: string | null }
  /** The buyer sends the money within days (bank transfer); never the outcome of a card or wallet. */
  | {
      readonly outcome: 'awaiting_payment';
      readonly transaction_id: string;
      readonly method: PaymentMethodSummary;
    }
  /** Not known yet (time-out, 5xx, cut connection): call `findCharge` before anything is charged again. */
  | { readonly outcome: 'unknown' };

export type FoundCharge =
  | Extract<ChargeOutcome, { outcome: 'charged' | 'authorised' | 'declined' | 'awaiting_payment' }>
  /**
   * The gateway never charged this payment attempt and will not: it refuses the key from now on, or what may still arrive
   * under it is an authorisation, which takes nothing by itself.
   */
  | { readonly outcome: 'never_charged' }
  | { readonly outcome: 'unknown' };

/** One charge of a stored payment method, without its owner being there. */
export type StoredCardCharge = Pick<ChargeRequest, 'attempt_key' | 'order_code' | 'amount'> & {
  /** From an earlier charge or `vault`. */
  readonly vault_token: string;
  /** The customer it was stored for. */
  readonly customer_id: string;
};

/** A payment method to be stored for later charges of a customer. */
export type VaultRequest = Pick<ChargeRequest, 'payment_method_nonce' | 'device_data'> & {
  readonly customer_id: string;
};

export type VaultOutcome =
  | {
      readonly outcome: 'vaulted';
      /** `chargeStored` takes it for that customer, any number of times. Begins with `vault:`. */
      readonly vault_token: string;
      readonly method: PaymentMethodSummary;
    }
  | { readonly outcome: 'declined'; readonly reason: DeclineReason }
  /** The nonce may be used up; nothing was charged. */
  | { readonly outcome: 'unknown' };

export type CaptureOutcome =
  /** The amount is taken, by this call or an earlier one. */
  | { readonly outcome: 'captured' }
  /** Nothing was taken and nothing will be: the authorisation is void, expired or unknown to the gateway. */
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'unknown' };

export type ReleaseOutcome =
  /** The authorisation is given up, by this call or before: it can never be captured. */
  | { readonly outcome: 'released' }
  /** It was captured already, or the gateway does not know it. */
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'unknown' };

export type RefundOutcome =
  | { readonly outcome: 'refunded'; readonly refund_id: string }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'unknown' };

/**
 * Charges money; the server half of a payment provider.
 *
 * Promises: never throws for anything the network or the provider does — that is `unknown`; resolves within its own
 * time limit (10 s); a repeated `charge` of the same `attempt_key` returns the first outcome. Only `capture` takes money of
 * a card, so that a charge whose answer is lost can be given up, whatever arrives later.
 * Does not retry by itself and never runs inside a database transaction.
 */
export interface PaymentGateway {
  readonly name: 'sandbox' | 'braintree' | 'bank_transfer';
  /** A short-lived token for the browser half; null when the provider cannot be reached. */
  createClientToken(customerId: string | null): Promise<string | null>;
  charge(request: ChargeRequest): Promise<ChargeOutcome>;
  /**
   * The outcome of a payment attempt whose response was lost. `sentAt` (milliseconds since 1970) is when it began, for a
   * provider that cannot refuse a key later and has to wait until no charge can arrive any more.
   */
  findCharge(attemptKey: string, sentAt?: number): Promise<FoundCharge>;
  /**
   * Gives back all or part of a charge whose money has come; where a person sends it, `refunded` means that it is recorded
   * for them. A repeated `refundKey` returns the first outcome.
   */
  refund(transactionId: string, amount: Cents, refundKey: string): Promise<RefundOutcome>;
}

/**
 * A payment gateway that charges cards, which a bank may decline, and stores payment methods to be charged again. Orders
 * that renew can be paid by such a gateway only.
 */
export interface CardGateway extends PaymentGateway {
  readonly name: 'sandbox' | 'braintree';
  /**
   * Charges a stored payment method like `charge`, without 3-D Secure. Declines with `NONCE_UNKNOWN` a token that is not
   * stored for `customer_id`. `charge` and `vault` decline such a token in the place of a nonce, whoever names it.
   */
  chargeStored(request: StoredCardCharge): Promise<ChargeOutcome>;
  /**
   * Takes the whole amount of an authorisation. A repeated call, also at the same moment, takes nothing more.
   */
  capture(transactionId: string): Promise<CaptureOutcome>;
  /** Gives an authorisation up that was not captured. */
  release(transactionId: string): Promise<ReleaseOutcome>;
  /** Stores a payment method for later charges of a customer, without charging anything; uses the nonce up. */
  vault(request: VaultRequest): Promise<VaultOutcome>;
}
