import * as z from 'zod/mini';
import type { Infer } from './primitives.ts';
import { cents, locale, seoMarkup } from './primitives.ts';
import type { Page } from './values.ts';

/** Everything the shop sells; each kind has one legal profile. */
export const productKinds = [
  'course',
  'book',
  'gift',
  'voucher',
  'gift_box',
  'membership',
  'subscription',
] as const;

export type ProductKind = (typeof productKinds)[number];

/** A named group or discipline. */
export const category = z.object({ identifier: z.string(), title: z.string() });

export type Category = Infer<typeof category>;

/** A master as products name them. */
const personName = z.object({ slug: z.string(), firstname: z.string(), lastname: z.string() });

/** What a cart line shows of its product. Amounts in cents per unit. */
export const productData = z.object({
  kind: z.enum(productKinds),
  slug: z.string(),
  /** Name of the cover picture. */
  cover: z.string(),
  product_name: z.string(),
  /** Unit price; for the yearly membership the yearly amount, for a monthly subscription the monthly one. */
  price: cents,
  /** Price of one month for what renews, else null. */
  monthly_price: z.nullable(cents),
  /** The master; empty names where there is none (vouchers). */
  person: z.object({ firstname: z.string(), lastname: z.string() }),
  category,
  /** Highest quantity a cart may hold, null when only stock limits it. */
  max_quantity: z.nullable(z.int()),
  is_shipped: z.boolean(),
  /** Books under fixed prices: no coupon lowers them (docs/behaviour/coupons-and-bundles.md#fixed-price-books). */
  is_fixed_price: z.boolean(),
});

export type ProductData = Infer<typeof productData>;

/** Average and extremes of the stored reviews of a product. */
export const rating = z.object({ average: z.number(), reviewers: z.int(), min: z.number(), max: z.number() });

export type Rating = Infer<typeof rating>;

/** A product as lists show it, in one language. Prices in cents per unit. */
export const productCard = z.object({
  id: z.string(),
  kind: z.enum(productKinds),
  slug: z.string(),
  title: z.string(),
  subtitle: z.string(),
  /** Unit price in cents: yearly for the membership, monthly for a subscription. */
  price: cents,
  monthly_price: z.nullable(cents),
  /** Picture name; the address is `/pictures/{name}-{width}.{avif|webp}`. */
  picture: z.string(),
  picture_alt: z.string(),
  /** The master, null where there is none. */
  person: z.nullable(personName),
  /** Discipline for courses, kind of thing for the rest. */
  category,
  /** The group of disciplines a course is shown under, for example "Hand und Bild". */
  group: z.nullable(category),
  is_available: z.boolean(),
  max_quantity: z.nullable(z.int()),
  is_shipped: z.boolean(),
  is_fixed_price: z.boolean(),
  /** Number and whole length of a course's lessons; null for everything else. */
  lesson_count: z.nullable(z.int()),
  length_seconds: z.nullable(z.int()),
  /** Of stored reviews by owners, null while there are none. */
  rating: z.nullable(rating),
  /** Name of a course's free trailer; addresses are `/media/{name}.{webm|mp4|svg|de.vtt|en.vtt}`. */
  trailer: z.nullable(z.string()),
});

export type ProductCard = Infer<typeof productCard>;

const courseLesson = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  length_seconds: z.int(),
  is_free: z.boolean(),
});

export type Lesson = Infer<typeof courseLesson>;

const questions = z.array(z.object({ question: z.string(), answer: z.string() }));

/** Products that belong to this one: books of a course, courses of a book, what a gift opens. */
const companions = z.array(productCard);

export const courseDetails = z.object({
  kind: z.literal('course'),
  lead: z.string(),
  level: z.string(),
  /** What a learner needs at hand. */
  material: z.string(),
  goals: z.array(z.string()),
  parts: z.array(z.object({ title: z.string(), lessons: z.array(courseLesson) })),
  lesson_count: z.int(),
  length_seconds: z.int(),
  master: z.object({
    ...personName.shape,
    lived: z.string(),
    origin: z.string(),
    biography: z.array(z.string()),
    picture: z.string(),
    picture_alt: z.string(),
  }),
  questions,
  companions,
  /** The same as of the card. */
  rating: z.nullable(rating),
  /** Slug of the gift that opens the course; null where it is not sold as one. */
  gift: z.nullable(z.string()),
});

export type CourseDetails = Infer<typeof courseDetails>;

/** Manufacturer data a shopper must see (docs/behaviour/consumer-rights.md#manufacturer-data). */
const manufacturer = z.object({ name: z.string(), address: z.string(), email: z.string() });

export const bookDetails = z.object({
  kind: z.literal('book'),
  lead: z.string(),
  pages: z.int(),
  isbn: z.string(),
  /** Binding and size, for example "Halbleinen, 17 × 24 cm". */
  format: z.string(),
  manufacturer,
  /** Warnings and safety information, one sentence each. */
  warnings: z.array(z.string()),
  companions,
});

export type BookDetails = Infer<typeof bookDetails>;

export const otherDetails = z.object({
  kind: z.enum(['gift', 'voucher', 'gift_box', 'membership', 'subscription']),
  lead: z.string(),
  contents: z.array(z.string()),
  questions,
  /** Null for what is not shipped. */
  manufacturer: z.nullable(manufacturer),
  /** The same as of books. */
  warnings: z.array(z.string()),
  companions,
});

export type OtherDetails = Infer<typeof otherDetails>;

/** A product as its own page shows it. `description` is paragraphs of plain text. */
export const productPage = z.object({
  ...productCard.shape,
  description: z.array(z.string()),
  delivery_note: z.string(),
  /** Pieces left; null for what never runs out. */
  stock: z.nullable(z.int()),
  seo_markup: seoMarkup,
  details: z.discriminatedUnion('kind', [courseDetails, bookDetails, otherDetails]),
});

export type ProductPage = Infer<typeof productPage>;

/** A discipline group with how many products of a list it holds. */
export const countedGroup = z.object({ ...category.shape, count: z.int() });

/** A page of products with the discipline groups it can be narrowed to. */
export interface ProductList extends Page<ProductCard> {
  readonly groups: readonly Infer<typeof countedGroup>[];
}

/** Products of every kind, masters and posts are found by a search. */
const searchKinds = [...productKinds, 'master', 'post'] as const;

/** Something that a search found. */
export const searchHit = z.object({
  kind: z.enum(searchKinds),
  /** Id of a product, slug of a master or post. */
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  /** Subtitle of a product, profession of a master, lead of a post. */
  teaser: z.string(),
  picture: z.string(),
  /** Of title and teaser: posts are German whatever language is asked for. */
  language: locale,
});

export type SearchHit = Infer<typeof searchHit>;
