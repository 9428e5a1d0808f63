import type { CallFailure, Result } from '#core/rules/basics/result.ts';

/**
 * Provides the access token for calls to the server and refreshes it when needed
 * (docs/behaviour/accounts.md).
 *
 * Promises: the returned token is valid long enough for the call; simultaneous callers in all tabs share one
 * refresh. Returns null for a guest. Fails when a necessary refresh fails; the caller must then not send the
 * request without a token. If the server refused the refresh, the session has been ended before the failure
 * is returned.
 */
export interface AccessTokens {
  current(): Promise<Result<string | null, CallFailure>>;
  /** Returns another token, after the server refused `token` although it was not expired. */
  replace(token: string): Promise<Result<string | null, CallFailure>>;
}

/** Decodes access tokens without checking their signature, which only the server can check. Never throws. */
export interface TokenReader {
  /** Returns the payload of the token, or null when the text is not a token. */
  readPayload(token: string): Readonly<Record<string, unknown>> | null;
}
