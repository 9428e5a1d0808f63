import type { PostalAddress } from '#core/model/address.ts';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import type { Cents } from '#core/model/primitives.ts';

/** The four card fields of the payment step (specification §5). */
export const cardFieldNames = ['cardholderName', 'number', 'expirationDate', 'cvv'] as const;

export type CardFieldName = (typeof cardFieldNames)[number];

/** Ways to pay beside a typed card that the shop's settings promise; what a shopper can use of them shows later. */
export interface PaymentOffer {
  /** Kept cards and wallets of the provider. */
  readonly has_shortcuts: boolean;
  readonly has_transfer: boolean;
  /** Who the shop is to Google Pay, which takes real money from nobody else; null where it is not registered. */
  readonly google_merchant_id: string | null;
}

/** A typed card and nothing else. */
export const cardsOnly: PaymentOffer = {
  has_shortcuts: false,
  has_transfer: false,
  google_merchant_id: null,
};

/** A nonce with what it stands for: one use, short-lived, worthless without the host's gateway credentials. */
export interface PaymentNonce {
  readonly nonce: string;
  readonly method: PaymentMethodSummary;
  /** Whether 3-D Secure moved the liability to the issuer; the host enforces it again. */
  readonly liability_shifted: boolean;
  /** What the provider has learnt about the shopper's device, for the charge; absent where it collects nothing. */
  readonly device_data?: string | null;
}

/** What 3-D Secure is asked about. `amount` is what the order will charge. */
export interface VerificationSubject {
  readonly amount: Cents;
  readonly email: string;
  readonly billing_name: string;
  readonly billing_country: string;
  /** The whole invoice address where it is known: the more a bank knows, the less it asks. */
  readonly billing_address?: PostalAddress | null;
}
