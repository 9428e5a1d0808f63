import type { Observable } from 'rxjs';
import type { PostalAddress } from '#core/model/address.ts';
import type { CardType } from '#core/model/card-type.ts';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import type { Cents } from '#core/model/values.ts';
import type { Result } from '#core/rules/basics/result.ts';
import type { CardFieldName } from '#core/rules/payments/card-fields.ts';
import type { PaymentNonce, VerificationSubject } from '#core/rules/payments/payment-rules.ts';

/** The state of one card field. */
export interface CardFieldState {
  readonly is_empty: boolean;
  readonly is_focused: boolean;
  /** True when the input is complete and valid. */
  readonly is_valid: boolean;
  /** False when no further input can make the text valid. */
  readonly is_potentially_valid: boolean;
}

/** The state of all card fields. `card_type` is null while the card type is unknown or ambiguous. */
export interface CardFieldsState {
  readonly fields: Readonly<Record<CardFieldName, CardFieldState>>;
  readonly card_type: CardType | null;
}

/** Why tokenisation failed. Each code has a text in locales `checkout:payment.error.<code>`. */
export type TokenizeFailure =
  | { readonly code: 'FIELDS_EMPTY' }
  | { readonly code: 'FIELDS_INVALID'; readonly fields: readonly CardFieldName[] }
  /** The provider or the bank refused the card, although all fields are well-formed. */
  | { readonly code: 'CARD_REFUSED' }
  | { readonly code: 'CLIENT_TOKEN_EXPIRED' }
  | { readonly code: 'RATE_LIMITED' }
  | { readonly code: 'VERIFICATION_FAILED' }
  | { readonly code: 'VERIFICATION_CANCELLED' }
  | { readonly code: 'NETWORK' }
  | { readonly code: 'TIMED_OUT' }
  | { readonly code: 'IN_PROGRESS' }
  | { readonly code: 'PROVIDER_ERROR' };

/** Why a wallet returned no nonce. Each code has a text in locales `checkout:payment.error.<code>`. */
export type WalletFailure =
  | TokenizeFailure
  | { readonly code: 'WALLET_CANCELLED' }
  /** The browser blocked the popup of the wallet. */
  | { readonly code: 'POPUP_BLOCKED' };

/** A card that the provider has stored for this shopper. */
export interface SavedCard {
  readonly kind: 'saved_card';
  readonly id: string;
  readonly method: PaymentMethodSummary;
  /** Returns a nonce of the card, after 3-D Secure as for a typed card. */
  use(subject: VerificationSubject): Promise<Result<PaymentNonce, TokenizeFailure>>;
}

/** The shopper's e-mail address and postal address, as stored by the wallet. */
export interface WalletContact {
  readonly email: string;
  readonly address: PostalAddress;
}

/** A nonce of a wallet. `contact` is absent if it was not requested. */
export interface WalletApproval extends PaymentNonce {
  readonly contact?: WalletContact;
}

/** Request to a wallet while the shopper's address is not known. The wallet returns the address with its nonce. */
export interface ContactRequest {
  /** The sum so far, without delivery costs that depend on the address. */
  readonly amount: Cents;
  /** Allowed countries of the address, ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
}

/** The options of a wallet's button. */
export interface WalletButton<Subject = VerificationSubject> {
  /** An empty element into which the wallet renders its button. */
  readonly container: HTMLElement;
  /** Accessible name of the button, for wallets that do not provide one. */
  readonly label: string;
  /** The name of the shop, shown by the wallet. */
  readonly merchant: string;
  /**
   * Called when the button is pressed. If it returns null (the form has errors), the wallet does not open.
   */
  readonly subject: () => Subject | null;
  readonly onEnd: (result: Result<WalletApproval, WalletFailure>) => void;
}

/**
 * A wallet that the provider and this browser support. It returns a nonce and never places the order itself.
 */
export interface Wallet<Subject = VerificationSubject> {
  readonly kind: 'paypal' | 'google_pay' | 'apple_pay';
  /** Shows the button of the wallet. Returns a function that removes it. */
  show(button: WalletButton<Subject>): () => void;
}

/** A payment method for which the shopper types no card data. */
export type ExpressPaymentMethod = SavedCard | Wallet;

/**
 * The mounted card fields. The inputs belong to the provider, so the page of the shop never has access to
 * card digits.
 */
export interface CardFields {
  /** Emits the current state on subscription, then every change. */
  readonly state$: Observable<CardFieldsState>;
  /**
   * The express payment methods. Emits the first list when the saved cards are known and a new list whenever
   * another method is available; completes when all have been tried. A method that fails to open is left out
   * and does not affect the card fields. Undefined if the provider has no express payment methods.
   */
  readonly expressMethods$?: Observable<readonly ExpressPaymentMethod[]>;
  /** Focuses a field. */
  focus(field: CardFieldName): void;
  /**
   * Marks a field as invalid for screen readers, with an error message; null removes the mark. With `fields: 'single'`
   * the message is shown at the field, too.
   */
  describeError(field: CardFieldName, message: string | null): void;
  /**
   * Converts the input into a nonce and runs 3-D Secure for it. If the issuer requires a challenge, the
   * provider shows it in a dialog. A failed or cancelled challenge returns a failure. Only one call at a time
   * is possible.
   */
  tokenize(subject: VerificationSubject): Promise<Result<PaymentNonce, TokenizeFailure>>;
  /** Removes the fields and all listeners; a running `tokenize` fails with `PROVIDER_ERROR`. */
  teardown(): Promise<void>;
}

/** Options of the dialog in which the buyer approves a payment. */
export interface VerificationOptions {
  /** Texts for providers that have none of their own. */
  readonly title: string;
  readonly cancel: string;
  /**
   * Called when the dialog opens. `cancel` cancels it, for example on the browser's Back button. The returned function
   * must be called when the dialog has closed.
   */
  readonly onOpen: (cancel: () => void) => () => void;
}

export interface CardFieldsOptions {
  readonly client_token: string;
  readonly locale: 'de' | 'en';
  /**
   * An empty element for each field, which the provider fills with an iframe. The page sets its height, border,
   * background and focus ring. For a tokenizer with `fields: 'single'` all four are the same element: the provider
   * fills it once, sets its height, and shows labels and errors itself. Enter in a field submits the surrounding form.
   */
  readonly containers: Readonly<Record<CardFieldName, HTMLElement>>;
  readonly placeholders: Readonly<Record<CardFieldName, string>>;
  /** Accessible name of each field, for the iframe's title and the input's label. */
  readonly labels: Readonly<Record<CardFieldName, string>>;
  readonly verification: VerificationOptions;
}

/** Options of a payment action that is shown in the page. */
export interface ContinueActionOptions extends Pick<CardFieldsOptions, 'locale' | 'verification'> {
  /** The data of the outcome `requires_action`, as returned by the provider's server half. */
  readonly data: string;
}

/** `verification` is used for wallets shown in the page and for the bank's challenge. */
export type OpenWalletsOptions = Pick<CardFieldsOptions, 'client_token' | 'locale' | 'verification'>;

/** Wallets that return the shopper's address with their nonce. */
export interface OpenWallets {
  readonly wallets: readonly Wallet<ContactRequest>[];
  /** Closes open wallets; nothing is reported afterwards. */
  teardown(): void;
}

/**
 * Converts card input into a one-time nonce, in the input fields of the payment provider.
 *
 * Promises: `mount` resolves within 20 seconds, with fields that are ready for input or with a failure. After a failure
 * the containers are empty and `mount` can be called again. Nothing is loaded from the provider before the first
 * `mount`. Does not charge: only the server determines amounts.
 *
 * No card number appears in the shop's page: not in messages, events, elements, names, URLs or on the console.
 *
 * The conformance kit does not check what the provider's iframe stores or sends in its own origin, and does not detect
 * a number that is encoded or split.
 */
export interface CardTokenizer {
  /** Whether the provider has an iframe for each field, or one for the whole card; known before the first `mount`. */
  readonly fields: 'separate' | 'single';
  mount(options: CardFieldsOptions): Promise<Result<CardFields, TokenizeFailure>>;
  /** Opens the wallets without card fields, before the address step. Absent if no wallet returns an address. */
  openWallets?(options: OpenWalletsOptions): Promise<Result<OpenWallets, TokenizeFailure>>;
  /**
   * Shows an action of the bank or provider in a dialog, and resolves when the buyer has finished or cancelled it.
   * Needs no mounted fields. The result only says that the dialog is closed: the server asks the provider for the
   * outcome of the payment. Absent for a provider without such actions.
   */
  continueAction?(options: ContinueActionOptions): Promise<Result<null, TokenizeFailure>>;
}
