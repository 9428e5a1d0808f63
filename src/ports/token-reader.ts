/** Decodes access tokens without checking their signature, which only the server can check. Never throws. */
export interface TokenReader {
  /** Returns the payload of the token, or null when the text is not a token. */
  readPayload(token: string): Readonly<Record<string, unknown>> | null;
}
