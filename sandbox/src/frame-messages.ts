import type { CardType, Cents } from 'meisterhand/model';
import type { WalletContact } from 'meisterhand/ports';
import type { CardFieldName, PaymentNonce, VerificationSubject } from 'meisterhand/rules';

/** The card fields, each of which is a frame. */
export const cardFieldNames = [
  'cardholderName',
  'number',
  'expirationDate',
  'cvv',
] as const satisfies readonly CardFieldName[];

/** Name and version of the message protocol. */
export const frameProtocol = 'meisterhand-sandbox/1';

/**
 * Messages between the storefront's page and the frames of the sandbox payment provider (`postMessage`). No
 * message to the page contains card digits: the page receives only the state of the fields and a nonce.
 */
interface Envelope {
  readonly protocol: typeof frameProtocol;
  /** Random id, new for each mount, so that the messages of two card forms are not confused. */
  readonly session: string;
}

/** Why the provider refuses a tokenisation. */
export type SandboxFailure =
  | { readonly code: 'FIELDS_EMPTY' }
  | { readonly code: 'FIELDS_INVALID'; readonly fields: readonly CardFieldName[] }
  | {
      readonly code:
        | 'CLIENT_TOKEN_EXPIRED'
        | 'RATE_LIMITED'
        | 'VERIFICATION_FAILED'
        | 'VERIFICATION_CANCELLED'
        | 'NETWORK'
        | 'PROVIDER_ERROR';
    };

/**
 * A 3-D Secure challenge that the page must show, with the texts of the issuer in the language of the fields.
 */
export interface SandboxChallenge {
  readonly challenge_id: string;
  readonly title: string;
  readonly cancel_label: string;
}

/** The result of a tokenisation. */
export type SandboxTokenization =
  | { readonly outcome: 'nonce'; readonly nonce: PaymentNonce }
  | { readonly outcome: 'challenge'; readonly challenge: SandboxChallenge }
  | { readonly outcome: 'failed'; readonly failure: SandboxFailure };

/** What the shopper chooses in a wallet: `decline` approves, and the charge is declined later. */
export type WalletChoice = 'accept' | 'decline';

/** The result of a wallet. `contact` is null when the page has not asked for it. */
export type SandboxApproval =
  | { readonly outcome: 'approved'; readonly nonce: PaymentNonce; readonly contact: WalletContact | null }
  | { readonly outcome: 'cancelled' }
  | { readonly outcome: 'failed'; readonly failure: SandboxFailure };

/** The state of one field. */
export interface SandboxFieldState {
  readonly is_empty: boolean;
  readonly is_focused: boolean;
  readonly is_valid: boolean;
  readonly is_potentially_valid: boolean;
}

/**
 * Messages from the page to a frame. `tokenize` is sent to the frame of the card number, which collects the
 * other fields.
 */
export type SandboxPageEvent =
  | {
      readonly type: 'configure';
      readonly client_token: string;
      readonly label: string;
      readonly placeholder: string;
    }
  | { readonly type: 'focus' }
  /** Error message of the field for screen readers; null for none. */
  | { readonly type: 'describe_error'; readonly message: string | null }
  | { readonly type: 'tokenize'; readonly request: number; readonly subject: VerificationSubject }
  | { readonly type: 'abandon'; readonly request: number }
  | {
      readonly type: 'open_wallet';
      readonly client_token: string;
      /** Name of the shop. */
      readonly merchant: string;
      readonly amount: Cents;
      /** Allowed countries of an address (ISO 3166-1 alpha-2). Null if no address is requested. */
      readonly countries: readonly string[] | null;
    };

/** Messages from a frame to the page. */
export type SandboxFrameEvent =
  /** The frame has started to listen. */
  | { readonly type: 'ready'; readonly field: CardFieldName }
  /**
   * The field is ready for input. The frame of the card number sends it after the gateway has accepted the
   * client token.
   */
  | { readonly type: 'configured'; readonly field: CardFieldName }
  | { readonly type: 'refused'; readonly failure: SandboxFailure }
  | {
      readonly type: 'state';
      readonly field: CardFieldName;
      readonly state: SandboxFieldState;
      /** Set by the frame of the card number; null from the other frames. */
      readonly card_type: CardType | null;
    }
  /** Enter was pressed in the field. */
  | { readonly type: 'submit'; readonly field: CardFieldName }
  | { readonly type: 'tokenized'; readonly request: number; readonly result: SandboxTokenization }
  | { readonly type: 'challenge_shown' }
  | { readonly type: 'challenge_ended'; readonly result: SandboxTokenization }
  | { readonly type: 'action_shown' }
  /** The buyer has made a choice. The server queries the outcome of the payment. */
  | { readonly type: 'action_ended' }
  /** Escape was pressed: the dialog closes and the payment keeps waiting. */
  | { readonly type: 'action_left' }
  | { readonly type: 'wallet_shown' }
  | { readonly type: 'wallet_ended'; readonly result: SandboxApproval };

export type SandboxPageMessage = Envelope & SandboxPageEvent;

export type SandboxFrameMessage = Envelope & SandboxFrameEvent;
