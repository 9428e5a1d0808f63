import type {
  CreationOptions,
  NewCredential,
  RequestOptions,
  SignedCredential,
} from '#core/model/passkey.ts';
import type { Result } from '#core/rules/basics/result.ts';

/**
 * Why there is no credential. `cancelled`: the person, or another call, ended the question, or there is no passkey for
 * this shop; browsers do not tell these apart. `known`: the device has a passkey of this account already.
 * `unavailable`: the browser has no passkeys for this address, or its code could not be loaded.
 */
export type PasskeyRefusal = 'cancelled' | 'known' | 'unavailable';

/**
 * The passkeys of this browser and its devices (WebAuthn). One question at a time: a new one ends the one before. Never
 * rejects.
 */
export interface PasskeyDevice {
  /** Whether the device itself can keep a passkey, unlocked by face, finger or PIN. */
  canKeep(): Promise<boolean>;
  /** Whether the browser suggests passkeys in the field for the e-mail address. */
  canSuggest(): Promise<boolean>;
  /** Asks the person to make a passkey. */
  create(options: CreationOptions): Promise<Result<NewCredential, PasskeyRefusal>>;
  /**
   * Asks the person for a passkey and signs the challenge with it. `isSuggested`: no question; passkeys are suggested
   * in the field whose `autocomplete` ends with `webauthn`, until one is chosen or another call begins.
   */
  sign(options: RequestOptions, isSuggested: boolean): Promise<Result<SignedCredential, PasskeyRefusal>>;
  /** Ends the question or suggestion, for example because the page is left. */
  stop(): void;
}
