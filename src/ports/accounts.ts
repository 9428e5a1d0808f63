import type { Salutation } from '#core/model/address.ts';
import type { Locale } from '#core/model/primitives.ts';
import type { UtmData } from '#core/rules/attribution.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';
import type { StartedSession } from './sessions.ts';

/** Who registers (decisions §5); names may be empty. */
export interface Registration {
  readonly email: string;
  readonly password: string;
  readonly password_confirmation: string;
  readonly firstname: string;
  readonly lastname: string;
  /** Asks for the newsletter, which counts once a link in a mail was followed. */
  readonly newsletter: boolean;
  readonly preferred_language: Locale;
}

/** What an account made by a purchase still lacks; `token` comes from its mail, and is left out when logged in. */
export interface AccountCompletion {
  readonly token?: string;
  readonly salutation: Salutation;
  readonly firstname: string;
  readonly lastname: string;
  readonly password: string;
  readonly password_confirmation: string;
  readonly newsletter: boolean;
}

/** Accounts and their passwords. Failures name the inputs at fault in `fields`. */
export interface Accounts {
  /** Makes an account and logs it in. A known address fails with `EMAIL_TAKEN`, status 409. */
  register(registration: Registration): Promise<Result<StartedSession, CallFailure>>;
  /** Completes an account made by a purchase and logs it in. */
  complete(completion: AccountCompletion): Promise<Result<StartedSession, CallFailure>>;
  /** Whether the address has an account; wants the id of a cart that is not empty, on which `save` keeps the address. */
  check(
    email: string,
    cart_id: string,
    save: boolean,
  ): Promise<Result<{ readonly exists: boolean }, CallFailure>>;
  /** Mails a link; the same answer for known and unknown addresses. */
  requestPasswordReset(email: string): Promise<Result<null, CallFailure>>;
  /** Sets a password with the token of a mailed link, which works once; ends all sessions. */
  resetPassword(
    token: string,
    password: string,
    password_confirmation: string,
  ): Promise<Result<null, CallFailure>>;
  /** Says where a new learner came from: only one's own, and only the first call counts. */
  trackRegistration(origin: UtmData, user_id: string): Promise<Result<null, CallFailure>>;
}
