import type { FormText } from '#ui/i18n/use-form-text.ts';

/** A message of a form: the German text, which is the key of the other languages. */
export function formMessage(text: FormText): string {
  return text;
}
