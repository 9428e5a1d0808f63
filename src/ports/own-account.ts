import type { CallFailure, Result } from '#core/rules/result.ts';

import type { StartedSession } from './sessions.ts';

/** A new password, typed twice, and the one so far. */
export interface PasswordChange {
  readonly current_password: string;
  readonly password: string;
  readonly password_confirmation: string;
}

/** Everything the shop knows of a person, as it is handed out: JSON that nothing here reads. */
export type AccountDocument = Readonly<Record<string, unknown>>;

/**
 * What a learner does with the account as a whole (decisions §5). A wrong password fails with `WRONG_PASSWORD`, status
 * 422, at its field; a link that was used or is too old with `LINK_EXPIRED`, 410.
 */
export interface OwnAccount {
  /** Ends every session and begins a new one for the caller. */
  changePassword(change: PasswordChange): Promise<Result<StartedSession, CallFailure>>;
  /** The new address counts from here on. By the link that was mailed there, once; no login is needed. */
  confirmEmail(token: string): Promise<Result<null, CallFailure>>;
  export(sub: string): Promise<Result<AccountDocument, CallFailure>>;
  /**
   * Deletes the account with its password. One without a password gets a link by mail and stays until it is used. 409
   * `CONTRACT_RENEWS` or `ORDER_BUSY` while a contract renews or a payment is under way, 409 `CREDIT_LEFT` while there
   * is credit that is not forfeited.
   */
  delete(
    sub: string,
    password: string | null,
    forfeitsCredit?: boolean,
  ): Promise<Result<'deleted' | 'link_sent', CallFailure>>;
  /** Deletes an account by the link of its mail; refused for the same reasons, which leaves the link as it is. */
  confirmDeletion(token: string): Promise<Result<null, CallFailure>>;
}
