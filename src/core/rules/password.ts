/** Lengths of a password in characters, as JavaScript counts them (decisions §5). */
export const passwordLength = { minimum: 8, maximum: 128 } as const;

/** Why a new password is refused by its length; whether it is too common is for the host to say. */
export type PasswordFault = 'TOO_SHORT' | 'TOO_LONG';

/** Judges a new password's length; any characters are welcome. Null when it is fine. */
export function judgePassword(password: string): PasswordFault | null {
  if (password.length < passwordLength.minimum) return 'TOO_SHORT';
  return password.length > passwordLength.maximum ? 'TOO_LONG' : null;
}
