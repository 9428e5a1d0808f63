import type { Observable } from 'rxjs';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import type { CardType } from '#core/model/values.ts';
import type { CardFieldName, PaymentNonce, VerificationSubject } from '#core/rules/payment.ts';
import type { Result } from '#core/rules/result.ts';

/** What one card field shows; text for people is chosen by the UI from these facts. */
export interface CardFieldState {
  readonly is_empty: boolean;
  readonly is_focused: boolean;
  /** `true` once what stands there is complete and valid. */
  readonly is_valid: boolean;
  /** `false` as soon as no continuation of the input can become valid. */
  readonly is_potentially_valid: boolean;
}

/** The state of all card fields together. `card_type` is null while it is unknown or ambiguous. */
export interface CardFieldsState {
  readonly fields: Readonly<Record<CardFieldName, CardFieldState>>;
  readonly card_type: CardType | null;
}

/** Why no nonce came: each code has a sentence in locales `checkout:payment.error.<code>`. */
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

/** Why a wallet gave nothing; codes beyond those of cards stand in locales at the same place. */
export type WalletFailure =
  | TokenizeFailure
  | { readonly code: 'WALLET_CANCELLED' }
  /** The browser let the wallet's window not open. */
  | { readonly code: 'POPUP_BLOCKED' };

/** A card that the provider keeps for this shopper. */
export interface SavedCard {
  readonly kind: 'saved_card';
  readonly id: string;
  readonly method: PaymentMethodSummary;
  /** A nonce of the card, approved by its bank like a typed one. */
  use(subject: VerificationSubject): Promise<Result<PaymentNonce, TokenizeFailure>>;
}

/** Where a wallet's button goes, and what pressing it is about. */
export interface WalletButton {
  /** An empty element; the wallet fills it. */
  readonly container: HTMLElement;
  /** Accessible name of the button where the wallet brings none of its own. */
  readonly label: string;
  /** The shop's name as the wallet shows it. */
  readonly merchant: string;
  /** Asked when the button is pressed; null when something has to be mended first, and nothing happens then. */
  readonly subject: () => VerificationSubject | null;
  readonly onEnd: (result: Result<PaymentNonce, WalletFailure>) => void;
}

/** A wallet that the provider and this browser both offer. It approves, and never orders by itself. */
export interface Wallet {
  readonly kind: 'paypal' | 'google_pay' | 'apple_pay';
  /** Shows the wallet's button; calling what it answers takes it away. */
  show(button: WalletButton): () => void;
}

/** A way to pay that needs no typing. */
export type ExpressPaymentMethod = SavedCard | Wallet;

/** Mounted card fields. Inputs belong to the provider: digits never enter the app's page. */
export interface CardFields {
  /** Emits the current state at once, then every change. */
  readonly state$: Observable<CardFieldsState>;
  /**
   * Ways to pay without typing: the first list once the kept cards are known, a longer one whenever one more way is; the
   * end says that no more will come. One that fails is left out, and the card works
   * without it. Absent where the provider has none.
   */
  readonly expressMethods$?: Observable<readonly ExpressPaymentMethod[]>;
  /** Puts the cursor into a field. */
  focus(field: CardFieldName): void;
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
  /** Words of the dialog in which the bank asks, where the provider brings none of its own. */
  readonly verification: { readonly title: string; readonly cancel: string };
}

/**
 * Turns card input into a one-time nonce with the payment provider's own fields.
 *
 * Promises: `mount` resolves within its own time limit (20 s) with fields that are ready to type in, or fails with
 * a code; after a failure the containers are empty again and `mount` may be called anew; nothing is downloaded from
 * the provider before the first `mount`. Does not charge and knows no order: only the host decides amounts.
 */
export interface CardTokenizer {
  mount(options: CardFieldsOptions): Promise<Result<CardFields, TokenizeFailure>>;
}
