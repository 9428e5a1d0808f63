/** Unguessable ids. Nothing else on the server makes random values. */
export interface Ids {
  /** A time-ordered UUID (version 7) for rows. */
  uuid(): string;
  /** `bytes` random bytes as base64url, for tokens; 16 bytes are 128 bits. */
  token(bytes: number): string;
  /** A code for people: upper-case letters and digits without look-alikes, grouped by nothing, `length` long. */
  code(length: number): string;
}
