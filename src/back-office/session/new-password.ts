import * as z from 'zod/mini';
import type { TextKey } from '#back-office/kit/operator-texts.ts';
import { normalisePassword } from '#core/model/password.ts';
import { lengths } from '#core/model/text-lengths.ts';

/** Schema fields of a new password, typed twice. */
export const newPassword = {
  password: z.string().check(z.overwrite(normalisePassword), z.minLength(lengths.password.minimum)),
  password_confirmation: z.string().check(z.minLength(1)),
};

/** Returns the form fields of a new password. */
export function newPasswordFields(label: TextKey) {
  const shared = { kind: 'password', autoComplete: 'new-password' } as const;
  return [
    { ...shared, name: 'password', label, hint: 'invitation.passwordHint' },
    { ...shared, name: 'password_confirmation', label: 'invitation.repeat' },
  ] as const;
}
