import { expect } from 'vitest';
import type { Result } from '#core/rules/basics/result.ts';
import { type CardFieldName, cardFieldNames } from '#core/rules/payments/card-fields.ts';
import type { PaymentNonce } from '#core/rules/payments/payment-rules.ts';
import type {
  CardFieldsState,
  TokenizeFailure,
  Wallet,
  WalletApproval,
  WalletFailure,
} from '#ports/card-tokenizer.ts';

/** The text that a shopper types into each field. */
export type TypedCard = Readonly<Record<CardFieldName, string>>;

type Tokenized = Result<PaymentNonce, TokenizeFailure>;

/** The shopper's choice in a wallet. */
export type WalletAnswer = 'approve' | 'cancel';

/**
 * A page with the card form of an adapter under test, with functions that act as the shopper and as the
 * provider. All functions are asynchronous, because the page may be in a browser, which is another process.
 */
export interface CardFormHarness {
  readonly cards: {
    /** A Visa card that ends with 1111 and needs no challenge. */
    readonly accepted: TypedCard;
    readonly challenge: TypedCard;
    /** A valid card that its bank does not verify, so that the shop keeps the liability; often the accepted one. */
    readonly unverified: TypedCard;
  };
  /** Returns the layout that the tokenizer declares before it is mounted. */
  layout(): Promise<'separate' | 'single'>;
  /** Mounts the fields in four elements, or for a tokenizer with a single frame in one. */
  mount(clientToken: 'valid' | 'expired' | 'malformed'): Promise<Result<null, TokenizeFailure>>;
  /** Types text into an empty field. */
  type(field: CardFieldName, text: string): Promise<void>;
  focus(field: CardFieldName): Promise<void>;
  describeError(field: CardFieldName, message: string | null): Promise<void>;
  /**
   * Returns the error that a screen reader reads inside the field's frame, or null while the field is not
   * marked invalid.
   */
  readError(field: CardFieldName): Promise<string | null>;
  /**
   * Waits until `matches` returns true for the state and returns the state; after a time limit returns the
   * last state.
   */
  state(matches: (state: CardFieldsState) => boolean): Promise<CardFieldsState>;
  tokenize(): Promise<Tokenized>;
  /** Waits until the challenge is shown and ends it. */
  answerChallenge(answer: 'pass' | 'fail' | 'cancel'): Promise<void>;
  /** Returns the data of an action in the page, as a charge returns it. Not defined for a provider without actions. */
  actionData?(): Promise<string>;
  /** Shows an action in the page. */
  continueAction(data: string): Promise<Result<null, TokenizeFailure>>;
  /** Waits until the action is shown and ends it: at the bank, or with the button of the dialog. */
  answerAction?(answer: 'approve' | 'decline' | 'close'): Promise<void>;
  /** Presses Enter in a field. Returns how often the surrounding form has been submitted. */
  pressEnter(field: CardFieldName): Promise<number>;
  /** Shows the buttons of all wallets of the mounted fields, and returns their kinds. */
  showWallets(): Promise<readonly Wallet['kind'][]>;
  /** Presses the button of a wallet and answers in the wallet. */
  useWallet(kind: Wallet['kind'], answer: WalletAnswer): Promise<Result<WalletApproval, WalletFailure>>;
  teardown(): Promise<void>;
  /** Returns the number of elements in the containers. */
  elements(): Promise<number>;
  /** Returns the number of containers that are not empty. */
  filled(): Promise<number>;
  setOutage(isOut: boolean): Promise<void>;
  /** Posts every message that the page has received so far again, from the page itself instead of the provider. */
  repeatMessages(): Promise<void>;
  /**
   * Returns everything that scripts of this origin can read later: both storages, databases, cookies, the page's
   * address, its globals and what was written to the console; with the words "client token" when a client token is in
   * it.
   */
  stored(): Promise<string>;
  /**
   * Returns everything that has passed through the shop's page so far and could be read there: messages, events, texts
   * and attributes of elements, values, names, addresses, requests of the page and what was written to the console.
   */
  exposed(): Promise<string>;
  /** Returns the number of listeners of window and document and of intervals that are still there. */
  leftovers(): Promise<number>;
  dispose(): Promise<void>;
}

/** Mounts with a valid client token. */
export async function mounted(form: CardFormHarness): Promise<CardFormHarness> {
  expect(await form.mount('valid')).toMatchObject({ ok: true });
  return form;
}

/** Types a card. */
export async function fill(form: CardFormHarness, card: TypedCard): Promise<void> {
  for (const field of cardFieldNames) await form.type(field, card[field]);
}
