import * as z from 'zod/mini';
import { productKinds } from '#core/rules/product.ts';
import { defineEndpoint } from './endpoint.ts';
import { cents, identifier, locale, pageOf, pageQuery, resource, text } from './primitives.ts';

const person = z.object({
  slug: z.string(),
  firstname: z.string(),
  lastname: z.string(),
});

const category = z.object({ identifier: z.string(), title: z.string() });

const price = {
  /** Unit price in cents: yearly for the membership, monthly for a subscription. */
  price: cents,
  monthly_price: z.nullable(cents),
};

/** Average and extremes of the stored reviews of a product. */
export const rating = z.object({ average: z.number(), reviewers: z.int(), min: z.number(), max: z.number() });

const card = {
  kind: z.enum(productKinds),
  slug: z.string(),
  title: z.string(),
  subtitle: z.string(),
  ...price,
  /** Picture name; the address is `/pictures/{name}-{width}.{avif|webp}`. */
  picture: z.string(),
  picture_alt: z.string(),
  /** The master, null where there is none. */
  person: z.nullable(person),
  /** Discipline for courses, kind of thing for the rest. */
  category,
  /** The group of disciplines a course is shown under, for example "Hand und Bild". */
  group: z.nullable(category),
  is_available: z.boolean(),
  max_quantity: z.nullable(z.int()),
  is_shipped: z.boolean(),
  is_price_bound: z.boolean(),
  /** Number and whole length of a course's lessons; null for everything else. */
  lesson_count: z.nullable(z.int()),
  length_seconds: z.nullable(z.int()),
  /** Of stored reviews by owners, null while there are none (decisions §8). */
  rating: z.nullable(rating),
  /** Name of a course's free trailer; addresses are `/media/{name}.{webm|mp4|svg|de.vtt|en.vtt}`. */
  trailer: z.nullable(z.string()),
};

/** A product as lists show it. Texts are in the language of `X-App-Language`. */
export const productCard = resource('products', z.object(card));

export type ProductCard = z.output<typeof productCard>;

const lesson = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  length_seconds: z.int(),
  is_free: z.boolean(),
});

const courseDetails = z.object({
  kind: z.literal('course'),
  lead: z.string(),
  level: z.string(),
  /** What a learner needs at hand. */
  material: z.string(),
  goals: z.array(z.string()),
  parts: z.array(z.object({ title: z.string(), lessons: z.array(lesson) })),
  lesson_count: z.int(),
  length_seconds: z.int(),
  master: z.object({
    ...person.shape,
    lived: z.string(),
    origin: z.string(),
    biography: z.array(z.string()),
    picture: z.string(),
    picture_alt: z.string(),
  }),
  questions: z.array(z.object({ question: z.string(), answer: z.string() })),
  /** Books that accompany the course. */
  companions: z.array(productCard),
  /** The same as of the card. */
  rating: z.nullable(rating),
  /** Slug of the gift that opens the course; null where it is not sold as one. */
  gift: z.nullable(z.string()),
});

const manufacturer = z.object({ name: z.string(), address: z.string(), email: z.string() });

const bookDetails = z.object({
  kind: z.literal('book'),
  lead: z.string(),
  pages: z.int(),
  isbn: z.string(),
  /** Binding and size, for example "Halbleinen, 17 × 24 cm". */
  format: z.string(),
  /** Manufacturer data a shopper must see (GPSR, decisions §8). */
  manufacturer,
  /** Courses that the book accompanies. */
  companions: z.array(productCard),
});

const otherDetails = z.object({
  kind: z.enum(['gift', 'voucher', 'gift_box', 'membership', 'subscription']),
  lead: z.string(),
  contents: z.array(z.string()),
  questions: z.array(z.object({ question: z.string(), answer: z.string() })),
  /** Manufacturer data of goods (GPSR, decisions §8); null for what is not shipped. */
  manufacturer: z.nullable(manufacturer),
  /** What a gift opens: a course or the membership. */
  companions: z.array(productCard),
});

/** A product as its own page shows it. `description` is paragraphs of plain text. */
export const productPage = resource(
  'products',
  z.object({
    ...card,
    description: z.array(z.string()),
    delivery_note: z.string(),
    /** Pieces left; null for what never runs out. */
    stock: z.nullable(z.int()),
    seo_markup: z.object({ name: z.string(), description: z.string(), keywords: z.array(z.string()) }),
    details: z.discriminatedUnion('kind', [courseDetails, bookDetails, otherDetails]),
  }),
);

export type ProductPage = z.output<typeof productPage>;

/** `GET products` (decisions §3). `filter[q]` searches titles, masters and texts; `filter[group]` is a discipline group. */
export const listProducts = defineEndpoint({
  name: 'listProducts',
  method: 'GET',
  path: '/products',
  query: z.object({
    'filter[kind]': z.optional(z.enum(productKinds)),
    'filter[group]': z.optional(identifier),
    'filter[q]': z.optional(text(100)),
    sort: z._default(z.enum(['position', 'title', 'price', '-price']), 'position'),
    /** Language of the texts where it is not that of the page: German books on an English page (decisions §7). */
    language: z.optional(locale),
    ...pageQuery(12),
  }),
  answer: z.extend(pageOf(productCard), {
    meta: z.object({
      page: z.object({ number: z.int(), size: z.int(), total: z.int() }),
      /** Discipline groups with how many products of this kind and search each holds, whatever `filter[group]` says. */
      groups: z.array(z.object({ ...category.shape, count: z.int() })),
    }),
  }),
});

/** `GET products/{slug}` (decisions §3). */
export const getProduct = defineEndpoint({
  name: 'getProduct',
  method: 'GET',
  path: '/products/:slug',
  params: z.object({ slug: identifier }),
  answer: z.object({ data: productPage }),
});

export const productEndpoints = { listProducts, getProduct };
