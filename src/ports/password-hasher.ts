/**
 * Hashes passwords with an algorithm that is expensive to attack.
 *
 * Promises: `verify` takes as long for `null` (no such account) as for a wrong password, so that the response
 * time does not reveal whether an account exists. Hashing does not block other work; only a few hashes are
 * computed at the same time. Passwords are normalised (NFKC), so `ü` as one character or as two is the same.
 * Throws only when memory is not available.
 */
export interface PasswordHasher {
  /** Returns the hash with its parameters and salt, as one text. */
  hash(password: string): Promise<string>;
  /** Returns whether the password matches the hash; always false for `null`. */
  verify(hash: string | null, password: string): Promise<boolean>;
}
