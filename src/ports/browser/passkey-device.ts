import type {
  CreationOptions,
  NewCredential,
  RequestOptions,
  SignedCredential,
} from '#core/model/passkey.ts';
import type { Result } from '#core/rules/basics/result.ts';

/**
 * Why there is no credential. `cancelled`: the user or another call closed the browser's dialog, or there is no passkey
 * for this shop; browsers do not distinguish these. `known`: the device already has a passkey of this account.
 * `unavailable`: the browser does not support passkeys for this address, or the code could not be loaded.
 */
export type PasskeyRefusal = 'cancelled' | 'known' | 'unavailable';

/** The passkeys of this browser and its devices (WebAuthn). A new request cancels the previous one. Never rejects. */
export interface PasskeyDevice {
  /** Whether the device itself can store a passkey, unlocked by face, finger or PIN. */
  canKeep(): Promise<boolean>;
  /** Whether the browser suggests passkeys in the field for the e-mail address. */
  canSuggest(): Promise<boolean>;
  /** Asks the user to create a passkey. */
  create(options: CreationOptions): Promise<Result<NewCredential, PasskeyRefusal>>;
  /**
   * Asks the user for a passkey and signs the challenge with it. With `isSuggested` no dialog opens: passkeys are
   * suggested in the field whose `autocomplete` ends with `webauthn`, until one is chosen or another call begins.
   */
  sign(options: RequestOptions, isSuggested: boolean): Promise<Result<SignedCredential, PasskeyRefusal>>;
  /** Cancels the dialog or suggestion, for example when the user leaves the page. */
  stop(): void;
}
