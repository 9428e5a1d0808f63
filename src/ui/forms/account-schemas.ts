import * as z from 'zod/mini';
import { normalisePassword } from '#core/model/password.ts';
import { salutations } from '#core/model/salutation.ts';
import { lengths } from '#core/model/text-lengths.ts';
import { plainCode } from '#core/model/typed-text.ts';
import { locales } from '#core/model/values.ts';
import { emailField as email, formMessage, optionalLine } from './field-schemas.ts';
import { printable } from './printable-field.ts';

const name = optionalLine(lengths.name, 'Bitte kürzen Sie diese Angabe auf 80 Zeichen.').check(printable);

/** A new password. The server also rejects common passwords (docs/behaviour/accounts.md#password-rules). */
const newPassword = z
  .string()
  .check(
    z.overwrite(normalisePassword),
    z.minLength(lengths.password.minimum, formMessage('Bitte wählen Sie mindestens 8 Zeichen.')),
    z.maxLength(lengths.password.maximum, formMessage('Bitte wählen Sie höchstens 128 Zeichen.')),
  );

/** Requires both passwords to be equal; the error is shown at the second field. */
function matching<Form extends { readonly password: string; readonly password_confirmation: string }>() {
  return z.refine<Form>(
    ({ password, password_confirmation: again }) => password === normalisePassword(again),
    {
      path: ['password_confirmation'],
      error: formMessage('Die beiden Passwörter stimmen nicht überein.'),
      // Also runs when other fields are invalid.
      when: () => true,
    },
  );
}

/** A field that is hidden in this variant of the form. */
const notShown = z.catch(z.string(), '');

/** A mailed code. */
const sixDigits = z
  .string()
  .check(z.overwrite(plainCode), z.regex(/^\d{6}$/, formMessage('Bitte geben Sie die sechs Ziffern ein.')));

const typedPassword = z.string().check(z.minLength(1, formMessage('Bitte geben Sie Ihr Passwort ein.')));

/** Login by password. */
export const loginSchema = z.object({ email, password: typedPassword, code: notShown });

/** Login by a mailed code. */
export const codeLoginSchema = z.object({ email: notShown, password: notShown, code: sixDigits });

export const ownPasswordSchema = z.object({ password: typedPassword });

/** Registration; names are optional, the newsletter is not preselected. */
export const registrationSchema = z
  .object({
    firstname: name,
    lastname: name,
    email,
    password: newPassword,
    password_confirmation: z.string(),
    newsletter: z.boolean(),
  })
  .check(matching());

export const passwordRequestSchema = z.object({ email });

export const passwordResetSchema = z
  .object({ password: newPassword, password_confirmation: z.string() })
  .check(matching());

/** Completion of an account that a purchase created. */
export const accountCompletionSchema = z
  .object({
    firstname: name,
    lastname: name,
    password: newPassword,
    password_confirmation: z.string(),
    newsletter: z.boolean(),
  })
  .check(matching());

/** Salutation, names and language of the learner. */
export const personSchema = z.object({
  salutation: z.enum(salutations),
  firstname: name,
  lastname: name,
  language: z.enum(locales),
});

/** New e-mail address, confirmed by the password. */
export const emailByPasswordSchema = z.object({ email, password: typedPassword, code: notShown });

/** New e-mail address, confirmed by the code that was mailed to the current one. */
export const emailByCodeSchema = z.object({
  email,
  password: notShown,
  code: sixDigits,
});

/** New password, confirmed by the current one. */
export const passwordChangeSchema = z
  .object({
    current_password: typedPassword,
    password: newPassword,
    password_confirmation: z.string(),
  })
  .check(matching());
