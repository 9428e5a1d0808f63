import * as z from 'zod/mini';
import { isCalendarDay } from './calendar-day.ts';
import { emailPattern, normaliseEmail } from './email-address.ts';
import { normalisePassword } from './password.ts';
import { isPrintable } from './printable-text.ts';
import { lengths } from './text-lengths.ts';
import { hasManyMarks, normaliseLine, normaliseLines, plainCode, typedCode } from './typed-text.ts';
import { type Cents, locales } from './values.ts';

/** The output type of a schema, readonly at every level. */
export type Infer<Schema extends z.ZodMiniType> = DeepReadonly<z.output<Schema>>;

type DeepReadonly<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : { readonly [Key in keyof T]: DeepReadonly<T[Key]> };

export const locale = z.enum(locales);

/** An amount in whole euro cents. */
export const cents = z.pipe(
  z.int(),
  z.transform((value) => value as Cents),
);

/** Range of allowed dates. */
export const firstDay = '1900-01-01';
export const lastDay = '2199-12-31';

/** A calendar day as `YYYY-MM-DD`, from 1900 to 2199. */
export const calendarDay = z
  .string()
  .check(z.refine((value) => isCalendarDay(value) && value >= firstDay && value <= lastDay));

/** A point in time as ISO 8601 in UTC. */
export const instant = z.iso.datetime();

/**
 * Refuses NUL and unpaired surrogates, which PostgreSQL cannot store, and texts with too many combining marks
 * (`hasManyMarks`). Must run before any Unicode normalisation.
 */
const readable = z.refine<string>(
  (value) => !value.includes('\0') && !hasManyMarks(value) && value.isWellFormed(),
  { message: 'UNREADABLE_CHARACTER', abort: true },
);

/**
 * Returns the schema of a multi-line text sent by a client, `minimum` to `maximum` characters long. It is normalised
 * (NFC) and trimmed, keeps its line breaks and loses other control characters.
 */
export function text(maximum: number, minimum = 0) {
  return z.string().check(readable, z.overwrite(normaliseLines), z.minLength(minimum), z.maxLength(maximum));
}

/** Like `text`, for a single line, such as names and addresses. */
export function line(maximum: number, minimum = 0) {
  return z.string().check(readable, z.overwrite(normaliseLine), z.minLength(minimum), z.maxLength(maximum));
}

/**
 * Refuses characters that documents cannot show. Only for client input, so that stored data stays readable
 * (docs/behaviour/orders.md#letters-in-documents).
 */
export const printable = z.refine<string>(isPrintable, { message: 'UNDRAWABLE_CHARACTER' });

/** Like `printable`, for all texts of an object. */
export const printableTexts: z.core.CheckFn<object> = ({ value, issues }) => {
  for (const [name, text] of Object.entries(value))
    if (typeof text === 'string' && !isPrintable(text))
      issues.push({ code: 'custom', message: 'UNDRAWABLE_CHARACTER', input: text, path: [name] });
};

/** An e-mail address, in the form in which it is stored. */
export const email = z
  .string()
  .check(
    readable,
    z.overwrite(normaliseEmail),
    z.maxLength(lengths.email),
    z.email({ pattern: emailPattern }),
  );

/** A new password, in the form in which it is hashed. The server also refuses common passwords. */
export const newPassword = z
  .string()
  .check(
    readable,
    z.overwrite(normalisePassword),
    z.minLength(lengths.password.minimum),
    z.maxLength(lengths.password.maximum),
  );

/** A password typed at a login; any length up to 1024 characters, so that old passwords keep working. */
export const typedPassword = z.string().check(z.minLength(1), z.maxLength(1024));

/** The repeated new password, only compared with the first one. */
export const repeatedPassword = z.string().check(readable, z.maxLength(1024));

/** The id of a product, address, order or user. */
export const identifier = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/));

export const uuid = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/));

/** A code of six digits from a mail or an authenticator app; typed spaces and hyphens are removed. */
export const sixDigits = z.string().check(readable, z.overwrite(plainCode), z.regex(/^[0-9]{6}$/));

/** A random token as base64url, at least 16 bytes. */
export const secretToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{22,128}$/));

/**
 * A coupon, gift or voucher code as typed or pasted: in any case, with spaces and invisible characters. The lookup
 * ignores hyphens (docs/behaviour/coupons.md#code-spelling).
 */
export const code = z
  .string()
  .check(readable, z.overwrite(typedCode), z.minLength(1), z.maxLength(lengths.code));

/** A country code (ISO 3166-1 alpha-2). */
export const countryCode = z.string().check(z.toUpperCase(), z.regex(/^[A-Z]{2}$/));

/** Title, description and keywords for search engines. */
export const seoMarkup = z.object({
  name: z.string(),
  description: z.string(),
  keywords: z.array(z.string()),
});
