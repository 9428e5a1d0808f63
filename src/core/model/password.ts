/**
 * Returns the normalised form in which passwords are measured, compared and hashed: keyboards produce the same letter
 * as one or as two characters (docs/behaviour/accounts.md#password-rules).
 */
export function normalisePassword(typed: string): string {
  return typed.normalize('NFKC');
}
