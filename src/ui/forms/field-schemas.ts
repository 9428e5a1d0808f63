import * as z from 'zod/mini';
import { isEmailAddress } from '#core/model/email-address.ts';
import { foldedLine, foldedLines } from '#core/model/typed-text.ts';
import type { FormText } from '#ui/i18n/use-form-text.ts';

/** A message of a form: the German text, which is the key of the other languages. */
export function formMessage(text: FormText): string {
  return text;
}

/** A text of several lines, as the server takes it, of at most `maximum` characters; it may be empty. */
export function optionalText(maximum: number, tooLong: FormText) {
  return z.string().check(z.overwrite(foldedLines), z.maxLength(maximum, tooLong));
}

/** As `optionalText`, with something to read. */
export function requiredText(missing: FormText, maximum: number, tooLong: FormText) {
  return optionalText(maximum, tooLong).check(z.minLength(1, missing));
}

/** As `optionalText`, of one line. */
export function optionalLine(maximum: number, tooLong: FormText) {
  return z.string().check(z.overwrite(foldedLine), z.maxLength(maximum, tooLong));
}

/** As `optionalLine`, with something to read. */
export function requiredLine(missing: FormText, maximum: number, tooLong: FormText) {
  return optionalLine(maximum, tooLong).check(z.minLength(1, missing));
}

const missingEmail = formMessage('Bitte geben Sie Ihre E-Mail-Adresse ein.');
const wrongEmail = formMessage('Bitte prüfen Sie die Schreibweise der E-Mail-Adresse.');

/** An e-mail address. It never stops the validation, so that rules over several fields are checked as well. */
export const emailField = z
  .string()
  .check(
    z.trim(),
    z.refine(isEmailAddress, { error: ({ input }) => (input === '' ? missingEmail : wrongEmail) }),
  );

/** The mailed link, pasted by a visitor without JavaScript, or its token. */
export const mailTokenField = requiredLine(
  'Bitte fügen Sie den Link aus der E-Mail ein.',
  2048,
  'Das ist zu lang.',
);
