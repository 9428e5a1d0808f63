import type { SavedRecord } from '#back-office/kit/records/unsaved-input.ts';
import type { EditedMailTexts, MailTextChanges } from '#core/model/mail-text.ts';
import { type Locale, locales } from '#core/model/values.ts';
import { type Fields, isSameValue } from '#core/rules/catalogue/record-values.ts';

/** Returns the form values of all texts, by language and key: `de.subject`. */
export function toFormValues({ version, lines }: EditedMailTexts, changes: MailTextChanges): SavedRecord {
  const texts = lines.flatMap(({ key, file }) =>
    locales.map((locale) => [textPath(locale, key), changes[locale][key] ?? file[locale]] as const),
  );
  return { version, value: Object.fromEntries(texts) };
}

export const textPath = (locale: Locale, key: string) => `${locale}.${key}`;

/** Returns the texts that differ from the file. */
export function changesOf({ lines }: EditedMailTexts, value: Fields): MailTextChanges {
  const inLanguage = (locale: Locale) =>
    Object.fromEntries(
      lines
        .map(({ key, file }) => [key, String(value[textPath(locale, key)]), file[locale]] as const)
        .filter(([, text, own]) => text !== own),
    );
  return { de: inLanguage('de'), en: inLanguage('en') };
}

/** Returns whether the form values also exist elsewhere: in the file, in the draft, or in a version. */
export function isStored(mail: EditedMailTexts, value: Fields): boolean {
  const kept = [{ de: {}, en: {} }, mail.changes, ...mail.versions.map(({ changes }) => changes)];
  return kept.some((changes) => isSameValue(toFormValues(mail, changes).value, value));
}
