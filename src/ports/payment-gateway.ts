import type { PaymentAction, PaymentMethodSummary } from '#core/model/payment.ts';
import type { Cents, Locale } from '#core/model/values.ts';

/** What a client token is for: what a provider needs to open a payment. */
export interface ClientTokenRequest {
  /**
   * What is going to be charged, in cents: the amount due of the order, or the total so far of a cart without an order.
   * 0 where a payment method is only stored.
   */
  readonly amount: Cents;
  readonly currency: 'EUR';
  /** Null for a cart that has no order yet, and where a payment method is only stored. */
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
   * Unique per payment attempt, at most 40 characters: order code and number; for a renewal a hash of the subscription
   * with period and number, which is the same after a restored backup. `findCharge` looks up an unknown outcome by this
   * key. A provider with shorter keys gets a hash.
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
  /** The address of the shop to which a page of the bank or provider sends the browser back, whatever came of it. */
  readonly return_url: string;
  /** The language of the buyer. */
  readonly locale: Locale;
  /**
   * What stands on the buyer's account statement: at most 22 characters of `A-Z a-z 0-9 . * -` and spaces; null: what
   * the provider has for the shop.
   */
  readonly statement_descriptor: string | null;
}

/** Why a charge was declined finally. The nonce cannot be used again, but a new one can. */
export type DeclineReason =
  | 'PROCESSOR_DECLINED'
  | 'GATEWAY_REJECTED_FRAUD'
  | 'NONCE_CONSUMED'
  | 'NONCE_UNKNOWN'
  | 'VERIFICATION_REQUIRED'
  /** The buyer has left the page of the bank or provider by its own button. */
  | 'CANCELLED_BY_BUYER'
  /** The buyer has not finished there in time. */
  | 'EXPIRED';

/**
 * What the provider tells of a payment, for the shop's operators, such as a code of the bank: at most 20 entries with
 * names of 40 and texts of 500 characters, and no data of the buyer. Kept with the payment attempt; nothing is decided
 * by it.
 */
export type PaymentMetadata = Readonly<Record<string, string>>;

export interface GrantedCharge {
  readonly transaction_id: string;
  /** What the bank has granted, in cents (EUR); a bank that grants a part makes it less than the request. */
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
   * Nothing is granted yet: the buyer has to do something at the bank or provider. The attempt stays open there until
   * it is decided or `cancelAction` ends it; `findCharge` returns this outcome meanwhile, with the same transaction.
   */
  | {
      readonly outcome: 'requires_action';
      readonly transaction_id: string;
      readonly action: PaymentAction;
      readonly metadata?: PaymentMetadata;
    }
  /**
   * The buyer has done everything, and the bank or provider has not decided yet: minutes or days. Nothing is granted.
   * The shop tells the buyer that the page may be closed, asks `findCharge` in growing intervals and after a notice,
   * and mails what came of it. After seven days it ends the attempt like an action.
   */
  | {
      readonly outcome: 'processing';
      readonly transaction_id: string;
      readonly metadata?: PaymentMetadata;
    }
  /**
   * The provider has refused the shop's credentials before it did anything, so that this request charges nothing, now
   * or later. Only where its documentation says so of the status.
   */
  | { readonly outcome: 'never_charged' }
  /**
   * The outcome is not known: timeout, lost connection, refused credentials, too many requests, a fault of the
   * provider, another currency that could not be given back, a state that this port has no outcome for. Call
   * `findCharge` before charging again.
   */
  | { readonly outcome: 'unknown' };

export type FoundCharge =
  | Exclude<ChargeOutcome, { outcome: 'unknown' | 'never_charged' }>
  /**
   * The gateway has not charged this payment attempt and will not do so: a `charge` with the key is `declined` from now
   * on (on a page of the provider with `EXPIRED`), or a late request can only create an authorisation, which takes no
   * money.
   */
  | { readonly outcome: 'never_charged' }
  | { readonly outcome: 'unknown' };

/**
 * The outcome of a charge while the owner is absent: an action that nobody can do is a decline, and what the bank has
 * not decided is `unknown`.
 */
export type StoredChargeOutcome = Exclude<ChargeOutcome, { outcome: 'requires_action' | 'processing' }>;

/** A charge of a stored payment method while its owner is absent. */
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
 * Promises: never throws for problems of network or provider; the outcome is then `unknown`. Every call has a time
 * limit of its own and resolves within 10 seconds. Device data is passed on to the provider; a payment method is stored
 * only when that is requested. A repeated `charge` with the same `attempt_key` returns the outcome of the first,
 * `unknown` with another amount. Keeps nothing of a payment in its memory: another process of the shop, or this one
 * after a restart, goes on with it. Does not retry, leaves no timers and open requests behind, changes neither a
 * request nor the process (environment, listeners, globals), and must not be called inside a database transaction. A
 * response that cannot be read is `unknown`, whatever its status; after lost ones it asks on as before. Keys hold no
 * time: what is repeated after hours is the same. Passes on every option of a request that the provider has a place
 * for. Writes no nonces, tokens, device data and data of buyers to the console, the log or files, and neither the keys
 * of the account nor buyers into addresses.
 *
 * The kit does not see options for which the protocol has no place, as the harness says, whether the refusals of the
 * test system look like the real ones, whose client token it gets, and repeats that begin long after a call has
 * returned.
 */
export interface PaymentGateway {
  /** The name of its module: lower case letters, digits and `_`, such as `acme_pay`. */
  readonly name: string;
  /**
   * The provider with the shop's account there, stored with every payment attempt, stored card and refund: another
   * account of the same provider is another identity. The `name`, or `<name>/<account>` with an account of letters,
   * digits, `_` and `-`.
   */
  readonly identity: string;
  /** Returns a short-lived token for the browser part; null when the provider cannot be reached. */
  createClientToken(request: ClientTokenRequest): Promise<string | null>;
  charge(request: ChargeRequest): Promise<ChargeOutcome>;
  /**
   * Returns the outcome of a payment attempt whose response was lost. `sentAt` is the start of the attempt in
   * milliseconds since the epoch; a provider that cannot block a key needs it, to wait until no charge can
   * arrive any more.
   */
  findCharge(attemptKey: string, sentAt?: number): Promise<FoundCharge>;
  /**
   * Ends a payment attempt that waits for the buyer's action or for a decision, and closes its key: `never_charged` or
   * `declined` (on a page of the provider with `EXPIRED`). If the buyer was faster it returns what was granted;
   * `requires_action` or `processing` while the provider cannot end it. A gateway whose charges return one of these has
   * this method.
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
 * nothing, so orders that renew are not offered with it. Only a state that the adapter knows as paid is `charged`, in
 * EUR and with the amount that was paid; everything else that is not decided is `processing` or `unknown`.
 * `createClientToken` returns any text while this payment can be made, and null while the provider is away or does not
 * take it; the nonces of its charges are made by the shop and mean nothing to it. What the buyer cancels is declined
 * with `CANCELLED_BY_BUYER`; what is not finished in time with `EXPIRED`, or it is `never_charged`.
 */
export interface PageGateway extends PaymentGateway {
  readonly pays_on: 'provider_page';
  /**
   * Rejects when the shop's account at the provider cannot be used, with a sentence that says why; called at the start
   * of the server, which tells it and goes on. Without it the start asks for a client token of 100 EUR. Within 10
   * seconds.
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
   * Whether cards are offered to shoppers, as far as the provider has told what the account can do. Wallets do
   * not depend on it.
   */
  offersCards(): boolean;
  /**
   * Charges a stored payment method, without 3-D Secure. Declines a token that is not stored for
   * `customer_id` with `NONCE_UNKNOWN`. `charge` and `vault` decline a token in place of a nonce.
   */
  chargeStored(request: StoredCardCharge): Promise<StoredChargeOutcome>;
  /**
   * Takes the whole amount of an authorisation. A repeated or simultaneous call takes nothing more. A gateway without
   * `capture` and `release` takes the money with the charge (`charged`); it has both methods or none.
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
