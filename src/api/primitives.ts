import * as z from 'zod/mini';
import { locales } from '#core/rules/locale.ts';
import type { Cents } from '#core/rules/money.ts';
import { isCalendarDay } from '#core/rules/validity.ts';

/** NUL and halves of characters are refused, because PostgreSQL cannot store them. */
const storable = z.refine<string>((value) => !value.includes('\u0000') && value.isWellFormed(), {
  message: 'UNREADABLE_CHARACTER',
});

/** Any text from outside. `maximum` counts characters. */
export function text(maximum: number, minimum = 0) {
  return z.string().check(z.trim(), z.minLength(minimum), z.maxLength(maximum), storable);
}

/** Integer euro cents. */
export const cents = z.pipe(
  z.int(),
  z.transform((value) => value as Cents),
);

/** An e-mail address, trimmed and in lower case. */
export const email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email());

/** A new password: 8 to 128 characters of any kind (decisions §5); common ones are refused by the host. */
export const newPassword = z.string().check(z.minLength(8), z.maxLength(128), storable);

/** A password to compare with: any length a person may have typed. */
export const typedPassword = z.string().check(z.minLength(1), z.maxLength(1024));

export const locale = z.enum(locales);

/** A product, address, order or user id. */
export const identifier = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/));

export const uuid = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/));

/** Random bits as base64url, 16 bytes or more. */
export const secretToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{22,128}$/));

/** A coupon, gift or voucher code as typed: upper-cased, without surrounding blanks. */
export const code = text(64, 1).check(z.toUpperCase());

/** ISO 3166-1 alpha-2. */
export const countryCode = z.string().check(z.toUpperCase(), z.regex(/^[A-Z]{2}$/));

/** A day as `YYYY-MM-DD`, of a year that people may mean. */
export const calendarDay = z
  .string()
  .check(z.refine((value) => isCalendarDay(value) && value >= '1900-01-01' && value < '2200-01-01'));

/** A point in time as ISO 8601 in UTC. */
export const instant = z.iso.datetime();

/** `page[number]` and `page[size]` of a paged list. */
export function pageQuery(defaultSize: number) {
  return {
    'page[number]': z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)), 1),
    'page[size]': z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), defaultSize),
  };
}

/** A JSON:API resource with its attributes. */
export function resource<Type extends string, Attributes extends z.ZodMiniType>(
  type: Type,
  attributes: Attributes,
) {
  return z.object({ type: z.literal(type), id: z.string(), attributes });
}

/** A paged JSON:API list. */
export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({
    data: z.array(item),
    meta: z.object({ page: z.object({ number: z.int(), size: z.int(), total: z.int() }) }),
    links: z.object({
      self: z.string(),
      first: z.string(),
      last: z.string(),
      prev: z.nullable(z.string()),
      next: z.nullable(z.string()),
    }),
  });
}
