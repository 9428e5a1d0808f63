import type { CallFailure, Result } from '#core/rules/result.ts';

/**
 * The bearer for calls to the host, kept fresh (specification §5, §6).
 *
 * Promises: a token that is still good when the call arrives, however many ask at once, with one refresh for all of
 * them over all tabs. Null for a guest. A failure when the token had to be refreshed and could not be: the call must
 * then not go out as if a guest had made it. A refused refresh has ended the session when the failure is answered.
 */
export interface AccessTokens {
  current(): Promise<Result<string | null, CallFailure>>;
  /** The same after the host refused `token` although it looked good here. */
  replace(token: string): Promise<Result<string | null, CallFailure>>;
}
