import type { Observable } from 'rxjs';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import type { CardType } from '#core/model/values.ts';
import type { CardFieldName, PaymentNonce, VerificationSubject } from '#core/rules/payment.ts';
import type { Result } from '#core/rules/result.ts';

/** The state of one card field; the UI chooses its texts from it. */
export interface CardFieldState {
  readonly is_empty: boolean;
  readonly is_focused: boolean;
  /** `true` once the input is complete and valid. */
  readonly is_valid: boolean;
  /** `false` as soon as no continuation of the input can become valid. */
  readonly is_potentially_valid: boolean;
}

/** The state of all card fields together. `card_type` is null while it is unknown or ambiguous. */
export interface CardFieldsState {
  readonly fields: Readonly<Record<CardFieldName, CardFieldState>>;
  readonly card_type: CardType | null;
}

/** Why there is no nonce: each code has a text in locales `checkout:payment.error.<code>`. */
export type TokenizeFailure =
  | { readonly code: 'FIELDS_EMPTY' }
  | { readonly code: 'FIELDS_INVALID'; readonly fields: readonly CardFieldName[] }
  /** The provider or the bank refuses this card, though every field is well-formed. */
  | { readonly code: 'CARD_REFUSED' }
  | { readonly code: 'CLIENT_TOKEN_EXPIRED' }
  | { readonly code: 'RATE_LIMITED' }
  | { readonly code: 'VERIFICATION_FAILED' }
  | { readonly code: 'VERIFICATION_CANCELLED' }
  | { readonly code: 'NETWORK' }
  | { readonly code: 'TIMED_OUT' }
  | { readonly code: 'IN_PROGRESS' }
  | { readonly code: 'PROVIDER_ERROR' };

/** Why a wallet gave no nonce; the texts are at the same place. */
export type WalletFailure =
  | TokenizeFailure
  | { readonly code: 'WALLET_CANCELLED' }
  /** The browser blocked the wallet's window. */
  | { readonly code: 'POPUP_BLOCKED' };

/** A card that the provider has stored for this shopper. */
export interface SavedCard {
  readonly kind: 'saved_card';
  readonly id: string;
  readonly method: PaymentMethodSummary;
  /** A nonce of the card, after 3-D Secure like for a typed one. */
  use(subject: VerificationSubject): Promise<Result<PaymentNonce, TokenizeFailure>>;
}

/** Where a wallet's button goes, and what it pays. */
export interface WalletButton {
  /** An empty element; the wallet fills it. */
  readonly container: HTMLElement;
  /** Accessible name of the button where the wallet brings none of its own. */
  readonly label: string;
  /** The shop's name as the wallet shows it. */
  readonly merchant: string;
  /** Called when the button is pressed; null when the form has errors, and nothing happens then. */
  readonly subject: () => VerificationSubject | null;
  readonly onEnd: (result: Result<PaymentNonce, WalletFailure>) => void;
}

/** A wallet that the provider and this browser both offer. It ends in a nonce and never orders by itself. */
export interface Wallet {
  readonly kind: 'paypal' | 'google_pay' | 'apple_pay';
  /** Shows the wallet's button; the returned function removes it. */
  show(button: WalletButton): () => void;
}

/** A way to pay that needs no card input. */
export type ExpressPaymentMethod = SavedCard | Wallet;

/** Mounted card fields. Inputs belong to the provider: digits never enter the app's page. */
export interface CardFields {
  /** Emits the current state at once, then every change. */
  readonly state$: Observable<CardFieldsState>;
  /**
   * Express payment methods: the first list once the saved cards are known, a longer one whenever one more is available;
   * completes when there will be no more. One that fails is left out, and the card works
   * without it. Absent where the provider has none.
   */
  readonly expressMethods$?: Observable<readonly ExpressPaymentMethod[]>;
  /** Puts the cursor into a field. */
  focus(field: CardFieldName): void;
  /** Marks a field as invalid for screen readers, which read the message inside its frame; null: it is not. */
  describeError(field: CardFieldName, message: string | null): void;
  /**
   * Turns the input into a nonce and runs 3-D Secure for it, with a challenge in a dialog of the provider when
   * the issuer asks. A failed or cancelled challenge is a failure, never a nonce. One call at a time.
   */
  tokenize(subject: VerificationSubject): Promise<Result<PaymentNonce, TokenizeFailure>>;
  /** Removes the fields and every listener; a pending `tokenize` ends with `PROVIDER_ERROR`. */
  teardown(): Promise<void>;
}

export interface CardFieldsOptions {
  readonly client_token: string;
  readonly locale: 'de' | 'en';
  /**
   * An empty element per field, with a height of its own, which draws border, background and focus ring. The provider
   * fills it with an iframe, padding included; Enter in a field submits the form around it, as in any input.
   */
  readonly containers: Readonly<Record<CardFieldName, HTMLElement>>;
  readonly placeholders: Readonly<Record<CardFieldName, string>>;
  /** Accessible name per field, for the frame's title and its input's label. */
  readonly labels: Readonly<Record<CardFieldName, string>>;
  /** Texts of the challenge dialog, where the provider has none of its own. */
  readonly verification: { readonly title: string; readonly cancel: string };
}

/**
 * Turns card input into a one-time nonce with the payment provider's own fields.
 *
 * Promises: `mount` resolves within its own time limit (20 s) with fields that are ready to type in, or fails with
 * a code; after a failure the containers are empty again and `mount` may be called anew; nothing is downloaded from
 * the provider before the first `mount`. Does not charge and knows no orders: only the server decides amounts.
 */
export interface CardTokenizer {
  mount(options: CardFieldsOptions): Promise<Result<CardFields, TokenizeFailure>>;
}
