import * as z from 'zod/mini';
import { productKinds } from '#core/rules/product.ts';
import type { AreaDocs } from './endpoint.ts';
import { defineEndpoint } from './endpoint.ts';
import { done } from './failure.ts';
import {
  calendarDay,
  cents,
  identifier,
  instant,
  locale,
  pageOf,
  pageQuery,
  resource,
  text,
} from './primitives.ts';

const person = z.object({ slug: z.string(), firstname: z.string(), lastname: z.string() });

const category = z.object({ identifier: z.string(), title: z.string() });

/** Average and extremes of the stored reviews of a product. */
const rating = z.object({ average: z.number(), reviewers: z.int(), min: z.number(), max: z.number() });

const card = {
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

/** `filter[q]` searches titles, masters and texts; `filter[group]` is a discipline group. */
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
  response: z.extend(pageOf(productCard), {
    meta: z.object({
      page: z.object({ number: z.int(), size: z.int(), total: z.int() }),
      /** Discipline groups with how many products of this kind and search each holds, whatever `filter[group]` says. */
      groups: z.array(z.object({ ...category.shape, count: z.int() })),
    }),
  }),
});

export const getProduct = defineEndpoint({
  name: 'getProduct',
  method: 'GET',
  path: '/products/:slug',
  params: z.object({ slug: identifier }),
  response: z.object({ data: productPage }),
});

const master = resource(
  'masters',
  z.object({
    firstname: z.string(),
    lastname: z.string(),
    lived: z.string(),
    origin: z.string(),
    profession: z.string(),
    motto: z.string(),
    biography: z.array(z.string()),
    picture: z.string(),
    picture_alt: z.string(),
    seo_markup: z.object({ name: z.string(), description: z.string(), keywords: z.array(z.string()) }),
    /** The master's courses, and the books that accompany them. */
    courses: z.array(productCard),
    books: z.array(productCard),
  }),
);

export type Master = z.output<typeof master>;

export const getMaster = defineEndpoint({
  name: 'getMaster',
  method: 'GET',
  path: '/masters/:slug',
  params: z.object({ slug: identifier }),
  response: z.object({ data: master }),
});

const stars = z.int().check(z.gte(1), z.lte(5));

export const review = resource(
  'reviews',
  z.object({
    stars,
    text: z.string(),
    /** As the author wants to be called. */
    author: z.string(),
    language: locale,
    created_at: instant,
    /** Written by the caller. */
    is_own: z.boolean(),
  }),
);

export type ReviewResource = z.output<typeof review>;

export const listReviews = defineEndpoint({
  name: 'listReviews',
  method: 'GET',
  path: '/products/:slug/reviews',
  access: 'optional_user',
  params: z.object({ slug: identifier }),
  query: z.object(pageQuery(10)),
  response: z.extend(pageOf(review), {
    meta: z.object({
      page: z.object({ number: z.int(), size: z.int(), total: z.int() }),
      rating: z.nullable(rating),
      /** How many gave 1, 2, 3, 4 and 5 stars. */
      distribution: z.array(z.int()).check(z.length(5)),
      /** The caller's own review, on whatever page it stands. */
      own: z.nullable(review),
    }),
  }),
});

export const writeReview = defineEndpoint({
  name: 'writeReview',
  method: 'POST',
  path: '/products/:slug/reviews',
  access: 'user',
  status: 201,
  params: z.object({ slug: identifier }),
  body: z.object({ stars, text: text(2000, 10), author: z._default(text(60), '') }),
  response: z.object({ data: review }),
});

export const removeReview = defineEndpoint({
  name: 'removeReview',
  method: 'DELETE',
  path: '/products/:slug/reviews',
  access: 'user',
  params: z.object({ slug: identifier }),
  response: done,
});

const postsCard = {
  title: z.string(),
  teaser: z.string(),
  /** Rubric, for example "Üben". */
  topic: z.string(),
  published_on: calendarDay,
  reading_minutes: z.int(),
  picture: z.string(),
  picture_alt: z.string(),
  /** Posts are German whatever language is asked for (specification §1). */
  language: z.literal('de'),
};

export const postCard = resource('posts', z.object(postsCard));

export type PostCard = z.output<typeof postCard>;

const post = resource(
  'posts',
  z.object({
    ...postsCard,
    /** HTML that the host has sanitised. */
    html: z.string(),
    /** Courses that carry the subject on. */
    courses: z.array(productCard),
    seo_markup: z.object({ name: z.string(), description: z.string(), keywords: z.array(z.string()) }),
  }),
);

export type Post = z.output<typeof post>;

export const listPosts = defineEndpoint({
  name: 'listPosts',
  method: 'GET',
  path: '/posts',
  query: z.object({ 'filter[q]': z.optional(text(100)), ...pageQuery(12) }),
  response: pageOf(postCard),
});

export const getPost = defineEndpoint({
  name: 'getPost',
  method: 'GET',
  path: '/posts/:slug',
  params: z.object({ slug: identifier }),
  response: z.object({ data: post }),
});

/** What a search finds: products of every kind, masters and posts. */
const searchKinds = [...productKinds, 'master', 'post'] as const;

const hit = z.object({
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

export type SearchHit = z.output<typeof hit>;

export const searchAll = defineEndpoint({
  name: 'search',
  method: 'GET',
  path: '/search',
  query: z.object({ q: text(100) }),
  response: z.object({ data: z.array(hit) }),
});

export const catalogueEndpoints = {
  listProducts,
  getProduct,
  getMaster,
  listReviews,
  writeReview,
  removeReview,
  listPosts,
  getPost,
  searchAll,
};

export const catalogueDocs: AreaDocs<keyof typeof catalogueEndpoints> = {
  title: 'Catalogue',
  description: 'Courses, books, gifts and everything else that is sold. Texts are in the language asked for.',
  operations: {
    listProducts: {
      summary: 'List products',
      description:
        'Filtered by kind, group of disciplines and search words, in the order of `sort`. ' +
        '`meta.groups` says how many products each group holds, whatever `filter[group]` asks. A search counts 1,000 hits ' +
        'and no further.',
      example: { query: { 'filter[kind]': 'course', sort: 'price', 'page[size]': 3 } },
    },
    getProduct: {
      summary: 'Read one product',
      description:
        'Everything the product’s own page shows. `details` depends on its `kind`. One that was sold once is `GONE`.',
      failures: ['GONE'],
      example: { params: { slug: 'albrecht-duerer' } },
    },
    listReviews: {
      summary: 'List a product’s reviews',
      description:
        'Newest first. `meta.rating` is reckoned from all of them, null while there are none; `meta.distribution` says how many gave 1, 2, 3, 4 and 5 stars; `meta.own` is the review of the learner who asks.',
      example: { params: { slug: 'albrecht-duerer' } },
    },
    writeReview: {
      summary: 'Review a product',
      description: 'By somebody who has it. A second review replaces the first.',
      failures: ['FORBIDDEN', 'TOO_MANY_ATTEMPTS'],
      example: {
        params: { slug: 'albrecht-duerer' },
        body: { stars: 5, text: 'Calm, clear and never in a hurry.', author: 'Johanna B.' },
      },
    },
    removeReview: {
      summary: 'Take one’s own review back',
      description:
        'It is deleted, and the rating is reckoned without it; also for somebody who has lost the product since. None is answered alike.',
      example: { params: { slug: 'albrecht-duerer' } },
    },
    getMaster: {
      summary: 'Read one master',
      description: 'With courses, and the books that accompany them.',
      example: { params: { slug: 'albrecht-duerer' } },
    },
    listPosts: { summary: 'List blog posts', description: 'German, newest first.' },
    getPost: {
      summary: 'Read one blog post',
      description: 'German. `html` is clean.',
      example: { params: { slug: 'die-schnur-an-der-wand' } },
    },
    searchAll: {
      summary: 'Search everything',
      description:
        'Products of every kind, masters and posts, best first: five of a kind and 24 in all at most. Word endings and ' +
        'missing accents are forgiven; when nothing is found, wrong letters too.',
      example: { query: { q: 'zeichnen' } },
    },
  },
};
