import { z } from 'zod';
import { isEmailAddress } from '#core/model/email-address.ts';
import { normaliseLine } from '#core/model/typed-text.ts';
import { type Locale, type Localized, locales } from '#core/model/values.ts';

/** A line of text with at least one visible character (docs/behaviour/api-conventions.md#text-rules). */
export const line = z.string().overwrite(normaliseLine).min(1);

/** An e-mail address in display form: its domain may contain non-ASCII letters. */
export const emailAddress = z.stringFormat('email', isEmailAddress);

/** A value in every language, written `{ de: …, en: … }` in the content files. */
export function localized<Schema extends z.ZodType>(schema: Schema) {
  return z.strictObject({ de: schema, en: schema });
}

/** One line of text in every language. */
export const localizedLine = localized(line);

/** Lines or paragraphs; each language has the same number. */
export function localizedLines(minimum: number) {
  return localized(z.array(line).min(minimum)).refine((value) => value.de.length === value.en.length, {
    message: 'the two languages differ in number',
  });
}

/** The type of a content value in one language: every `{ de, en }` is replaced by one of its values. */
export type InLocale<Value> =
  Value extends Localized<infer Half>
    ? Half
    : Value extends readonly (infer Item)[]
      ? readonly InLocale<Item>[]
      : Value extends object
        ? { readonly [Key in keyof Value]: InLocale<Value[Key]> }
        : Value;

/** Selects one language of a content value, at every depth. */
export function inLocale<Value>(value: Value, locale: Locale): InLocale<Value> {
  return pick(value, locale) as InLocale<Value>;
}

function pick(value: unknown, locale: Locale): unknown {
  if (Array.isArray(value)) return value.map((item) => pick(item, locale));
  if (typeof value !== 'object' || value === null) return value;
  if (isLocalized(value)) return value[locale];
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, pick(item, locale)]));
}

function isLocalized(value: object): value is Record<Locale, unknown> {
  const keys = Object.keys(value);
  return keys.length === locales.length && locales.every((locale) => keys.includes(locale));
}
