import { z } from 'zod';
import { courseLevels } from '#core/model/product.ts';
import { highestQuantity, locales } from '#core/model/values.ts';
import { isIsbn } from '#core/rules/catalogue/isbn.ts';
import { emailAddress, line, localized, localizedLine, localizedLines } from './localized.ts';

/** A slug: the same in both languages, used in paths and ids. */
export const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .max(60);

/** Integer euro cents above 0, VAT included; up to 100,000 euros. */
export const priceCents = z.int().positive().max(10_000_000);

/** A place in a list, from 1. */
export const position = z.int().positive().max(1_000_000);

const seo = z.strictObject({
  title: localized(line.max(70)),
  description: localized(line.max(170)),
  keywords: localizedLines(3),
});

/** Fields of every product file. The slug is the file's name; the id consists of kind and slug. */
const common = {
  /** Unique within a kind. */
  position,
  title: localizedLine,
  /** One short line under the title. */
  subtitle: localizedLine,
  /** Name of a picture in content/pictures, without extension. */
  picture: slug,
  picture_alt: localizedLine,
  lead: localizedLine,
  /** Paragraphs of plain text. */
  description: localizedLines(1),
  seo,
  /** Excludes bank transfer for carts with this product: it is too scarce to reserve for days. */
  no_bank_transfer: z.boolean().default(false),
};

const questions = z.array(z.strictObject({ question: localizedLine, answer: localizedLine }));

/** The manufacturer responsible for product safety (GPSR). */
const manufacturer = z.strictObject({ name: line, address: line, email: emailAddress });

/** Warnings and safety information of goods (GPSR), one sentence each. */
const warnings = localizedLines(1).optional();

/** Pieces in stock; unlimited when left out. */
const stock = z.int().nonnegative().max(1_000_000);

const lesson = z.strictObject({
  /**
   * Unique among all lessons of all courses; never changes once sold, because learners' progress refers to it. The
   * prefix `trailer-` is reserved for trailers, which everybody may watch.
   */
  id: slug.regex(/^(?!trailer-)/),
  title: localizedLine,
  summary: localizedLine,
  length_seconds: z.int().min(20).max(7200),
  is_free: z.boolean().default(false),
  /** Parts of the film, the first at 0; `at` in seconds from its beginning. */
  chapters: z
    .array(z.strictObject({ at: z.int().nonnegative().max(7200), title: localizedLine }))
    .default([]),
});

/** `content/courses/<slug>.yaml` */
export const courseFile = z.strictObject({
  ...common,
  master: slug,
  /** Identifier of a discipline in categories.yaml. */
  discipline: slug,
  price_cents: priceCents,
  level: localizedLine,
  /** Level for the filter of the course list; `level` is its description. */
  experience: z.enum(courseLevels),
  /** Languages in which the course is available. */
  languages: z
    .array(z.enum(locales))
    .min(1)
    .default([...locales]),
  /** Day of publication. Courses without one never count as new. */
  published_on: z.iso.date().optional(),
  /** Materials that a learner needs. */
  material: localizedLine,
  goals: localizedLines(4),
  parts: z.array(z.strictObject({ title: localizedLine, lessons: z.array(lesson).min(1) })).min(1),
  questions: questions.min(3),
});

/** `content/books/<slug>.yaml`: new books at fixed prices. */
export const bookFile = z.strictObject({
  ...common,
  master: slug,
  price_cents: priceCents,
  /**
   * Publisher's recommended minimum price in Austria, VAT included (docs/behaviour/coupons.md#book-prices-in-austria).
   */
  austria_minimum_cents: priceCents.optional(),
  stock,
  isbn: z
    .string()
    .refine(isIsbn, 'This is no ISBN: 13 digits with their check digit, with hyphens or without.')
    .optional(),
  pages: z.int().positive().max(100_000),
  weight_grams: z.int().positive().max(1_000_000),
  /** Language the book is written in. */
  language: z.enum(['de', 'en']),
  format: localizedLine,
  manufacturer,
  warnings,
  /** Slugs of the courses it accompanies. */
  courses: z.array(slug).min(1),
});

/** Content of a gift code: a course permanently, or one period of a membership without renewal. */
const giftContent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('course'), course: slug }),
  z.strictObject({ kind: z.literal('membership'), membership: slug }),
]);

/** `content/gifts/<slug>.yaml`: a code, sent by e-mail or printed. */
export const giftFile = z.strictObject({ ...common, price_cents: priceCents, gives: giftContent });

/** `content/vouchers/<slug>.yaml`: a value voucher; price and value are equal. */
export const voucherFile = z.strictObject({ ...common, price_cents: priceCents });

/** `content/gift-boxes/<slug>.yaml`: a parcel with goods and a printed course code. */
export const giftBoxFile = z.strictObject({
  ...common,
  price_cents: priceCents,
  stock,
  /** Maximum quantity per order; when left out, only stock limits it. */
  max_per_order: z.int().positive().max(highestQuantity).optional(),
  weight_grams: z.int().positive().max(1_000_000),
  manufacturer,
  warnings,
  contents: localizedLines(2),
  gives: giftContent.optional(),
});

/** `content/memberships/<slug>.yaml`: billed by the year; `monthly_price_cents` is shown beside it. */
export const membershipFile = z.strictObject({
  ...common,
  price_cents: priceCents,
  monthly_price_cents: priceCents,
  contents: localizedLines(2),
  questions: questions.min(3),
});

/** `content/subscriptions/<slug>.yaml`: billed by the month. */
export const subscriptionFile = z.strictObject({
  ...common,
  monthly_price_cents: priceCents,
  contents: localizedLines(2),
  questions: questions.min(3),
});

export type CourseFile = z.output<typeof courseFile>;
export type BookFile = z.output<typeof bookFile>;
export type GiftFile = z.output<typeof giftFile>;
export type VoucherFile = z.output<typeof voucherFile>;
export type GiftBoxFile = z.output<typeof giftBoxFile>;
export type MembershipFile = z.output<typeof membershipFile>;
export type SubscriptionFile = z.output<typeof subscriptionFile>;
