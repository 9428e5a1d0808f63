import type { CallFailure, Result } from '#core/rules/result.ts';

/**
 * The bearer token for calls to the server, refreshed when needed (docs/behaviour/accounts-and-sessions.md).
 *
 * Promises: a token that is still good when the call arrives, however many callers need it at once, with one refresh for
 * all of them over all tabs. Null for a guest. A failure when the token had to be refreshed and could not be: the call must
 * then not go out as if a guest had made it. A refused refresh has ended the session when the failure is answered.
 */
export interface AccessTokens {
  current(): Promise<Result<string | null, CallFailure>>;
  /** The same after the server refused `token` although it looked good here. */
  replace(token: string): Promise<Result<string | null, CallFailure>>;
}
