import * as z from 'zod/mini';
import { cents, type Infer, locale, seoMarkup } from './primitives.ts';
import type { Page } from './values.ts';

/** The kinds of products. Each has one entry in `legalProfiles`. */
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

/** How much experience a course expects. */
export const courseLevels = ['beginner', 'intermediate', 'advanced'] as const;

export type CourseLevel = (typeof courseLevels)[number];

/** Filters for lists of courses (docs/behaviour/catalogue.md#facets), in the order of the course list. */
export const facetNames = ['group', 'discipline', 'level', 'length', 'language', 'price', 'new'] as const;

export type FacetName = (typeof facetNames)[number];

/** A named group or discipline of products. */
export const category = z.object({ identifier: z.string(), title: z.string() });

export type Category = Infer<typeof category>;

/** The master of a product; `picture` is the name of the portrait. */
const person = z.object({
  slug: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  picture: z.string(),
});

/** The product data that a cart line contains. Amounts in cents per unit. */
export const productData = z.object({
  kind: z.enum(productKinds),
  slug: z.string(),
  /** Name of the cover image. */
  cover: z.string(),
  product_name: z.string(),
  /** Unit price: per year for the membership, per month for a subscription. */
  price: cents,
  /** Price of one month for a membership or subscription; otherwise null. */
  monthly_price: z.nullable(cents),
  /** The master; both names are empty for a product without a master. */
  person: z.object({ firstname: z.string(), lastname: z.string() }),
  category,
  /** Highest quantity in a cart; null when only the stock limits it. */
  max_quantity: z.nullable(z.int()),
  /** Pieces in stock; null for products that are never out of stock. */
  stock: z.nullable(z.int()),
  is_shipped: z.boolean(),
  /** True for books with a legally fixed price (docs/behaviour/coupons.md#fixed-price-books). */
  is_fixed_price: z.boolean(),
});

export type ProductData = Infer<typeof productData>;

/** Average, count, minimum and maximum of a product's reviews, in stars. */
export const rating = z.object({ average: z.number(), reviewers: z.int(), min: z.number(), max: z.number() });

export type Rating = Infer<typeof rating>;

/** Manufacturer data that must be shown to shoppers (docs/behaviour/consumer-rights.md#manufacturer-data). */
const manufacturer = z.object({ name: z.string(), address: z.string(), email: z.string() });

/** Data that must be shown wherever goods are offered; warnings and safety information, one sentence each. */
export const productSafety = z.object({ manufacturer, warnings: z.array(z.string()) });

/** A product of a bundle offer; `safety` is null for products that are not goods. */
export const bundledProduct = z.object({
  product_id: z.string(),
  product_data: productData,
  safety: z.nullable(productSafety),
});

/**
 * An offer of several products together, one unit of each, at a lower price, in one language
 * (docs/behaviour/coupons.md#bundle-offer). Amounts in cents.
 */
export const bundleOffer = z.object({
  id: z.string(),
  title: z.string(),
  product_ids: z.array(z.string()),
  /** Price of one unit of each product together. */
  price: cents,
  /** Sum of the unit prices. */
  regular_price: cents,
  /**
   * The price that `price` may be compared with; null when it must not be called reduced
   * (docs/behaviour/consumer-rights.md#lowest-price-of-30-days).
   */
  reference: z.nullable(cents),
  /** False while one of the products is out of stock. */
  is_available: z.boolean(),
  /** The products, in the order of `product_ids`. */
  products: z.array(bundledProduct),
});

export type BundleOffer = Infer<typeof bundleOffer>;

/** The short form of a product, for lists, in one language. Prices in cents per unit. */
export const productCard = z.object({
  id: z.string(),
  kind: z.enum(productKinds),
  slug: z.string(),
  title: z.string(),
  subtitle: z.string(),
  /** Unit price in cents: per year for the membership, per month for a subscription. */
  price: cents,
  monthly_price: z.nullable(cents),
  /** Name of the image; its path is `/pictures/{name}-{width}.{avif|webp}`. */
  picture: z.string(),
  picture_alt: z.string(),
  /** The master; null for a product without a master. */
  person: z.nullable(person),
  /** The discipline of a course; the product category of any other product. */
  category,
  /**
   * The group of disciplines to which a course belongs, for example "Hand und Bild"; null for other products.
   */
  group: z.nullable(category),
  is_available: z.boolean(),
  max_quantity: z.nullable(z.int()),
  /** Pieces in stock; null for products that are never out of stock. */
  stock: z.nullable(z.int()),
  is_shipped: z.boolean(),
  is_fixed_price: z.boolean(),
  /** Number and total duration of the lessons of a course; null for other products. */
  lesson_count: z.nullable(z.int()),
  length_seconds: z.nullable(z.int()),
  /** Null while there are too few reviews (docs/behaviour/learning.md#ratings-on-cards-and-pages). */
  rating: z.nullable(rating),
  /**
   * Name of the free trailer of a course. Paths of its complete files, if there are any:
   * `/media/{name}.{webm|mp4|svg|de.txt|en.txt}`.
   */
  trailer: z.nullable(z.string()),
  /** Text description of the trailer. */
  trailer_text: z.nullable(z.string()),
  /** Whether the trailer has sound; false without a trailer. */
  trailer_has_sound: z.boolean(),
  /**
   * Whether the trailer is also available in several sizes: `/media/films/{name}/master.m3u8`
   * (docs/behaviour/learning.md#streaming).
   */
  trailer_is_adaptive: z.boolean(),
  /** Whether it is available as complete files; false for uploaded trailers. */
  trailer_has_files: z.boolean(),
  /**
   * Whether a trailer without complete files has a short silent preview for cards: `/media/films/{name}/preview.mp4`.
   */
  trailer_has_preview: z.boolean(),
  /** Languages of its captions: `/media/{name}.{de|en}.vtt`. */
  trailer_captions: z.array(locale),
  /** The bundle offers that contain this product. */
  bundle_offers: z.array(bundleOffer),
  /** Null for products that are not goods. */
  safety: z.nullable(productSafety),
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

/** A part of a course with its lessons in order. */
export const coursePart = z.object({ title: z.string(), lessons: z.array(courseLesson) });

const questions = z.array(z.object({ question: z.string(), answer: z.string() }));

/** Related products: the books of a course, the courses of a book, the course of a gift. */
const companions = z.array(productCard);

export const courseDetails = z.object({
  kind: z.literal('course'),
  lead: z.string(),
  level: z.string(),
  /** The material that a learner needs for the course. */
  material: z.string(),
  goals: z.array(z.string()),
  parts: z.array(coursePart),
  lesson_count: z.int(),
  length_seconds: z.int(),
  master: z.object({
    ...person.shape,
    lived: z.string(),
    origin: z.string(),
    biography: z.array(z.string()),
    picture_alt: z.string(),
  }),
  questions,
  companions,
  /** The same value as in the product card. */
  rating: z.nullable(rating),
  /** Slug of the gift product for this course; null when it cannot be bought as a gift. */
  gift: z.nullable(z.string()),
});

export type CourseDetails = Infer<typeof courseDetails>;

export const bookDetails = z.object({
  kind: z.literal('book'),
  lead: z.string(),
  pages: z.int(),
  /** With hyphens; null for a book without one. */
  isbn: z.nullable(z.string()),
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
  /** Null for products that are not shipped. */
  manufacturer: z.nullable(manufacturer),
  /** Warnings and safety information, one sentence each. */
  warnings: z.array(z.string()),
  companions,
});

export type OtherDetails = Infer<typeof otherDetails>;

/** A product with all data of its page. `description` is plain text by paragraph. */
export const productPage = z.object({
  ...productCard.shape,
  /** The same text as `title`. */
  name: z.string(),
  /** The master with the path of the portrait; null for a product without a master. */
  person: z.nullable(z.object({ ...person.shape, portrait: z.object({ full: z.string() }) })),
  /** Image for shared links in this language; null when there is none, and `picture` is used instead. */
  share_picture: z.nullable(z.string()),
  description: z.array(z.string()),
  delivery_note: z.string(),
  seo_markup: seoMarkup,
  details: z.discriminatedUnion('kind', [courseDetails, bookDetails, otherDetails]),
});

export type ProductPage = Infer<typeof productPage>;

/** A discipline group with the number of its products in a list. */
export const countedGroup = z.object({ ...category.shape, count: z.int() });

/** A facet of a product list: its values with the number of products that match each. */
export const facet = z.object({
  name: z.enum(facetNames),
  values: z.array(
    z.object({
      value: z.string(),
      /** Title of a group or discipline; null for values that are the same in every catalogue. */
      title: z.nullable(z.string()),
      count: z.int(),
    }),
  ),
});

export type Facet = Infer<typeof facet>;

/** One page of a product list, with its filters. */
export interface ProductList extends Page<ProductCard> {
  readonly groups: readonly Infer<typeof countedGroup>[];
  readonly facets: readonly Facet[];
  /** Probable spelling of the search text when nothing matched it exactly; otherwise null. */
  readonly suggestion: string | null;
}

/** The kinds of search results: all product kinds, masters, blog posts, and pages that answer a question. */
const searchKinds = [...productKinds, 'master', 'post', 'page'] as const;

/** One search result. */
export const searchHit = z.object({
  kind: z.enum(searchKinds),
  /** Id of a product, or slug of a master, post or page; that of a page may have an anchor. */
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  /** Subtitle of a product, profession of a master, or teaser of a post. */
  teaser: z.string(),
  picture: z.string(),
  /** Language of title and teaser; always `de` for a post. */
  language: locale,
});

export type SearchHit = Infer<typeof searchHit>;

/** The products that a visitor has viewed, as stored in the browser, newest first. */
export const viewedProducts = z.array(searchHit);
