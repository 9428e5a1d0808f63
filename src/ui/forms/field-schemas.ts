import * as z from 'zod/mini';
import { isEmailAddress } from '#core/model/email-address.ts';
import { normaliseLine, normaliseLines } from '#core/model/typed-text.ts';
import type { FormText } from '#ui/i18n/use-form-text.ts';

/** Types a form message: the German text, which is the key of the translations. */
export function formMessage(text: FormText): string {
  return text;
}

/** Multi-line text of at most `maximum` characters, normalised like on the server; may be empty. */
export function optionalText(maximum: number, tooLong: FormText) {
  return z.string().check(z.overwrite(normaliseLines), z.maxLength(maximum, tooLong));
}

/** Like `optionalText`, but not empty. */
export function requiredText(missing: FormText, maximum: number, tooLong: FormText) {
  return optionalText(maximum, tooLong).check(z.minLength(1, missing));
}

/** Like `optionalText`, but a single line. */
export function optionalLine(maximum: number, tooLong: FormText) {
  return z.string().check(z.overwrite(normaliseLine), z.maxLength(maximum, tooLong));
}

/** Like `optionalLine`, but not empty. */
export function requiredLine(missing: FormText, maximum: number, tooLong: FormText) {
  return optionalLine(maximum, tooLong).check(z.minLength(1, missing));
}

const missingEmail = formMessage('Bitte geben Sie Ihre E-Mail-Adresse ein.');
const wrongEmail = formMessage('Bitte prüfen Sie die Schreibweise der E-Mail-Adresse.');

/** An e-mail address. Its error does not abort the validation, so that rules over several fields are checked, too. */
export const emailField = z
  .string()
  .check(
    z.trim(),
    z.refine(isEmailAddress, { error: ({ input }) => (input === '' ? missingEmail : wrongEmail) }),
  );

/** The mailed link or its token, pasted by a visitor without JavaScript. */
export const mailTokenField = requiredLine(
  'Bitte fügen Sie den Link aus der E-Mail ein.',
  2048,
  'Das ist zu lang.',
);
