import type { Locale } from '#core/model/primitives.ts';
import type { Learner } from '#core/model/user.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

/** A session as the host began it. */
export interface StartedSession {
  readonly access: string;
  readonly refresh: string;
  readonly learner: Learner;
}

/**
 * Beginning, keeping and ending sessions on the host. Writes no cookie and no state. Wrong credentials fail with
 * `WRONG_CREDENTIALS` or `WRONG_LOGIN_CODE`, the same for known and unknown addresses.
 */
export interface Sessions {
  logIn(identifier: string, password: string): Promise<Result<StartedSession, CallFailure>>;
  logInWithCode(email: string, code: string): Promise<Result<StartedSession, CallFailure>>;
  /** Mails six digits to the e-mail of a guest's cart. */
  requestLoginCode(email: string, cart_id: string, locale: Locale): Promise<Result<null, CallFailure>>;
  /** Answers a new access token. A refused one fails with status 401: the session is over. */
  refresh(refresh: string): Promise<Result<string, CallFailure>>;
  /** Ends the session of this refresh token; an unknown one is answered alike. */
  logOut(refresh: string): Promise<Result<null, CallFailure>>;
}
