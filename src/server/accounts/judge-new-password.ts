import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import { isCommonPassword } from './common-passwords.ts';

interface NewPassword {
  readonly password: string;
  readonly password_confirmation: string;
}

/**
 * Whether a new password may be set: typed twice alike, and not among the common ones (decisions §5). `pointer` is
 * where the two fields stand in the body.
 */
export function judgeNewPassword(
  { password, password_confirmation }: NewPassword,
  pointer = '',
): Result<null, ApiFailure> {
  if (password !== password_confirmation) {
    return err(apiFailure('PASSWORDS_DIFFER', { pointer: `${pointer}/password_confirmation` }));
  }
  if (isCommonPassword(password)) {
    return err(apiFailure('PASSWORD_TOO_COMMON', { pointer: `${pointer}/password` }));
  }
  return ok(null);
}
