/**
 * Turns passwords into hashes that are slow to guess.
 *
 * Promises: `verify` takes as long for `null` (no such account) as for a wrong password, so that time tells nothing;
 * both run beside other work and only a few at once. Fails only by throwing when the machine refuses the memory.
 */
export interface PasswordHasher {
  /** The hash with its parameters and salt in one text. */
  hash(password: string): Promise<string>;
  /** Whether the password belongs to the hash; always false for `null`. */
  verify(hash: string | null, password: string): Promise<boolean>;
}
