/** Reads what stands in an access token, without checking its signature: only the server can do that. Never throws. */
export interface TokenReader {
  /** The payload as it stands in the token, or null when the text is no token. */
  readPayload(token: string): Readonly<Record<string, unknown>> | null;
}
