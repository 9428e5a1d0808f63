import type { PaymentAction, PaymentMethodSummary } from '#core/model/payment.ts';
import type { Cents, Locale } from '#core/model/values.ts';

/** Data that a provider needs to create a client token. */
export interface ClientTokenRequest {
  /**
   * The amount to charge, in cents: the amount due of the order, or the total so far of a cart without an order. 0 if a
   * payment method is only stored.
   */
  readonly amount: Cents;
  readonly currency: 'EUR';
  /** Null for a cart that has no order yet, and if a payment method is only stored. */
  readonly order: {
    readonly code: string;
    readonly email: string;
    /** Whether the order renews, so that its payment method is stored and charged again. */
    readonly begins_series: boolean;
  } | null;
  /** The customer to whom stored payment methods are offered; null for a guest and for an order that renews. */
  readonly customer: { readonly id: string } | null;
}

/** The data of one charge. */
export interface ChargeRequest {
  /**
   * Unique per payment attempt, at most 40 characters: order code and number, or for a renewal a hash of subscription,
   * period and number, which stays the same after a backup is restored. `findCharge` looks up an unknown outcome by
   * this key. A provider with shorter keys gets a hash.
   */
  readonly attempt_key: string;
  readonly order_code: string;
  /** Amount in cents (EUR), above 0. An order with amount 0 is not charged. */
  readonly amount: Cents;
  /**
   * A nonce from the card tokenizer or a wallet. The token of a stored card is not accepted: see
   * `CardGateway.chargeStored`.
   */
  readonly payment_method_nonce: string;
  readonly device_data: string | null;
  /** Id of the customer for whom the payment method is stored; null for a guest. */
  readonly customer_id: string | null;
  readonly save_payment_method: boolean;
  /** Whether the charge is the first of a series: the stored payment method is charged again by `chargeStored`. */
  readonly begins_series: boolean;
  /** URL of the shop to which a page of the bank or provider redirects the browser, whatever the outcome. */
  readonly return_url: string;
  /** The language of the buyer. */
  readonly locale: Locale;
  /**
   * Text on the buyer's account statement: at most 22 characters of `A-Z a-z 0-9 . * -` and spaces. Null for the
   * provider's default.
   */
  readonly statement_descriptor: string | null;
}

/** Why a charge was declined permanently. The nonce cannot be used again, but a new one can. */
export type DeclineReason =
  | 'PROCESSOR_DECLINED'
  | 'GATEWAY_REJECTED_FRAUD'
  | 'NONCE_CONSUMED'
  | 'NONCE_UNKNOWN'
  | 'VERIFICATION_REQUIRED'
  /** The buyer cancelled on the page of the bank or provider. */
  | 'CANCELLED_BY_BUYER'
  /** The buyer did not finish there in time. */
  | 'EXPIRED';

/**
 * Details of a payment for operators, such as a code of the bank: at most 20 entries with names of up to 40 and texts
 * of up to 500 characters, and no data of the buyer. Stored with the payment attempt; no decision depends on it.
 */
export type PaymentMetadata = Readonly<Record<string, string>>;

export interface GrantedCharge {
  readonly transaction_id: string;
  /** The amount that the bank granted, in cents (EUR). Less than requested after a partial approval. */
  readonly amount: Cents;
  readonly method: PaymentMethodSummary;
  /**
   * Token for `chargeStored`, valid for any number of charges of this customer. Null unless
   * `save_payment_method` was requested and granted. Begins with `vault:`.
   */
  readonly vault_token: string | null;
  readonly metadata?: PaymentMetadata;
}

export type ChargeOutcome =
  | ({ readonly outcome: 'charged' } & GrantedCharge)
  /**
   * The bank has reserved the amount; `capture` takes it. Every successful charge of a gateway with `capture` begins
   * with this outcome.
   */
  | ({ readonly outcome: 'authorised' } & GrantedCharge)
  | {
      readonly outcome: 'declined';
      readonly reason: DeclineReason;
      readonly transaction_id: string | null;
      readonly metadata?: PaymentMetadata;
    }
  /** The buyer sends the money within some days (bank transfer); never the outcome of a card or wallet. */
  | {
      readonly outcome: 'awaiting_payment';
      readonly transaction_id: string;
      readonly method: PaymentMethodSummary;
    }
  /**
   * Nothing is granted yet: the buyer has to do something at the bank or provider. The attempt stays open until it is
   * decided or `cancelAction` ends it; until then `findCharge` returns this outcome with the same transaction.
   */
  | {
      readonly outcome: 'requires_action';
      readonly transaction_id: string;
      readonly action: PaymentAction;
      readonly metadata?: PaymentMetadata;
    }
  /**
   * The buyer has finished, but the bank or provider has not decided yet; this takes minutes or days. Nothing is
   * granted. The shop tells the buyer that the page may be closed, calls `findCharge` at growing intervals and after a
   * notice, and mails the outcome. After seven days it cancels the attempt like an action.
   */
  | {
      readonly outcome: 'processing';
      readonly transaction_id: string;
      readonly metadata?: PaymentMetadata;
    }
  /**
   * The provider rejected the shop's credentials before doing anything, so this request never charges anything. Only if
   * the provider's documentation says so about this status.
   */
  | { readonly outcome: 'never_charged' }
  /**
   * The outcome is not known: timeout, lost connection, rejected credentials, too many requests, an error of the
   * provider, a charge in another currency that could not be refunded, or a state without an outcome in this port. Call
   * `findCharge` before charging again.
   */
  | { readonly outcome: 'unknown' };

export type FoundCharge =
  | Exclude<ChargeOutcome, { outcome: 'unknown' | 'never_charged' }>
  /**
   * The gateway has not charged this payment attempt and never will: a `charge` with this key is `declined` from now on
   * (on a page of the provider with `EXPIRED`), or a late request can only create an authorisation, which takes no
   * money.
   */
  | { readonly outcome: 'never_charged' }
  | { readonly outcome: 'unknown' };

/**
 * Outcome of a charge while the buyer is absent. A required action counts as declined, and a payment that the bank has
 * not decided yet as `unknown`.
 */
export type StoredChargeOutcome = Exclude<ChargeOutcome, { outcome: 'requires_action' | 'processing' }>;

/** A charge of a stored payment method while its owner is not present. */
export type StoredCardCharge = Pick<ChargeRequest, 'attempt_key' | 'order_code' | 'amount'> & {
  /** Token from an earlier charge or from `vault`. */
  readonly vault_token: string;
  /** The customer for whom the payment method was stored. */
  readonly customer_id: string;
};

/** A payment method to store for later charges of a customer. */
export type VaultRequest = Pick<ChargeRequest, 'payment_method_nonce' | 'device_data'> & {
  readonly customer_id: string;
};

export type VaultOutcome =
  | {
      readonly outcome: 'vaulted';
      /** Token for `chargeStored`, valid for any number of charges of this customer. Begins with `vault:`. */
      readonly vault_token: string;
      readonly method: PaymentMethodSummary;
    }
  | { readonly outcome: 'declined'; readonly reason: DeclineReason }
  /** The nonce may have been used; nothing was charged. */
  | { readonly outcome: 'unknown' };

export type CaptureOutcome =
  /** The amount was taken, by this call or an earlier one. */
  | { readonly outcome: 'captured' }
  /** Nothing was or will be taken: the authorisation is void, expired or unknown to the gateway. */
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'unknown' };

export type ReleaseOutcome =
  /** The authorisation was voided, by this call or an earlier one. It can no longer be captured. */
  | { readonly outcome: 'released' }
  /** The authorisation was already captured, or is unknown to the gateway. */
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'unknown' };

export type RefundOutcome =
  | { readonly outcome: 'refunded'; readonly refund_id: string }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'unknown' };

/**
 * Charges money: the server part of a payment provider.
 *
 * Promises: never throws for problems of network or provider; the outcome is then `unknown`. Every call has its own
 * timeout and resolves within 10 seconds. Device data is passed on to the provider; a payment method is stored only if
 * requested. A repeated `charge` with the same `attempt_key` returns the outcome of the first, or `unknown` if the
 * amount differs. Keeps no payment state in memory: another process, or this one after a restart, can continue. Does
 * not retry, leaves no timers or open requests, and changes neither a request nor the process (environment, listeners,
 * globals). Must not be called inside a database transaction. A response that cannot be read is `unknown`, whatever its
 * status; lost responses do not change later requests. Keys contain no time: a repetition after hours is the same
 * request. Passes on every option of a request that the provider supports. Writes no nonces, tokens, device data or
 * buyer data to the console, the log or files, and puts neither account keys nor buyer data into URLs.
 *
 * The conformance kit does not check options that the harness marks as unsupported by the protocol, whether the errors
 * of the test system match the real ones, whose client token is created, or repetitions long after a call has returned.
 */
export interface PaymentGateway {
  /** The name of its module: lower case letters, digits and `_`, such as `acme_pay`. */
  readonly name: string;
  /**
   * The provider and the shop's account there, stored with every payment attempt, stored card and refund. Another
   * account at the same provider has another identity. The `name`, or `<name>/<account>` with an account of letters,
   * digits, `_` and `-`.
   */
  readonly identity: string;
  /** Returns a short-lived token for the browser part; null when the provider cannot be reached. */
  createClientToken(request: ClientTokenRequest): Promise<string | null>;
  charge(request: ChargeRequest): Promise<ChargeOutcome>;
  /**
   * Returns the outcome of a payment attempt whose response was lost. `sentAt` is the start of the attempt in
   * milliseconds since the epoch. A provider that cannot block a key needs it, to wait until no late charge can arrive.
   */
  findCharge(attemptKey: string, sentAt?: number): Promise<FoundCharge>;
  /**
   * Ends a payment attempt that waits for an action of the buyer or for a decision, and closes its key: `never_charged`
   * or `declined` (on a page of the provider with `EXPIRED`). Returns the granted charge if the buyer finished first,
   * and `requires_action` or `processing` while the provider cannot end it. Required if charges of the gateway return
   * one of these.
   */
  cancelAction?(attemptKey: string, transactionId: string): Promise<FoundCharge>;
  /**
   * Refunds a charge completely or partly, after its money has arrived. If a person has to send the money,
   * `refunded` means that the refund is recorded for that person. A repeated `refundKey`, of at most 60 characters,
   * returns the outcome of the first; with another amount it is `refused`.
   */
  refund(transactionId: string, amount: Cents, refundKey: string): Promise<RefundOutcome>;
}

/**
 * A payment gateway whose buyers pay on a page of the provider, such as iDEAL, Klarna or PayPal. It needs no browser
 * half: every charge that is not declined at once begins with `requires_action` and a `redirect` to the page, and the
 * money is taken when the buyer agrees there (`charged`, with a method of kind `provider_page` or `paypal`). It stores
 * no payment methods, so it is not offered for orders that renew. A state is `charged` only if the adapter knows it as
 * paid, in EUR, with the paid amount; every other undecided state is `processing` or `unknown`. `createClientToken`
 * returns any text while payments are possible, and null while the provider cannot be reached or does not accept this
 * payment. The nonces of its charges are made by the shop and have no meaning. A payment that the buyer cancels is
 * declined with `CANCELLED_BY_BUYER`; one that is not finished in time with `EXPIRED`, or it is `never_charged`.
 */
export interface PageGateway extends PaymentGateway {
  readonly pays_on: 'provider_page';
  /**
   * Rejects with the reason when the shop's account at the provider cannot be used; within 10 seconds. Called when the
   * server starts, which logs the reason and continues. If absent, the server requests a client token for 100 EUR.
   */
  checkAccount?(): Promise<void>;
  cancelAction(attemptKey: string, transactionId: string): Promise<FoundCharge>;
}

/**
 * A payment gateway that charges cards and stores payment methods for later charges. Orders that renew can
 * only be paid with such a gateway.
 */
export interface CardGateway extends PaymentGateway {
  /**
   * Writes to the log what the shop's account at the provider can do and what it lacks. Called at the start of
   * the server; resolves within 10 seconds, also when the provider cannot be reached. A rejection ends the start.
   */
  checkAccount(): Promise<void>;
  /**
   * Whether cards are offered to shoppers, based on what the provider has reported about the account. Wallets do
   * not depend on it.
   */
  offersCards(): boolean;
  /**
   * Charges a stored payment method, without 3-D Secure. Declines a token that is not stored for
   * `customer_id` with `NONCE_UNKNOWN`. `charge` and `vault` decline a token in place of a nonce.
   */
  chargeStored(request: StoredCardCharge): Promise<StoredChargeOutcome>;
  /**
   * Captures the whole amount of an authorisation. A repeated or simultaneous call takes nothing more. A gateway
   * without `capture` and `release` takes the money with the charge (`charged`); it has both methods or neither.
   */
  capture?(transactionId: string): Promise<CaptureOutcome>;
  /** Voids an authorisation that was not captured; `findCharge` returns it as `declined` from then on. */
  release?(transactionId: string): Promise<ReleaseOutcome>;
  /** Stores a payment method for later charges of a customer and uses up the nonce. Charges nothing. */
  vault(request: VaultRequest): Promise<VaultOutcome>;
}

/**
 * A card gateway that authorises first and captures later: a charge whose response was lost has taken nothing, so it
 * can be abandoned safely.
 */
export type CapturingGateway = CardGateway & Required<Pick<CardGateway, 'capture' | 'release'>>;
