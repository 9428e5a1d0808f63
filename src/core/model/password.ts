/**
 * Returns the form in which passwords are measured, compared and hashed: keyboards write the same letter in one or in
 * two characters (docs/behaviour/accounts.md#password-rules).
 */
export function composedPassword(typed: string): string {
  return typed.normalize('NFKC');
}
