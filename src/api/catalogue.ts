import * as z from 'zod/mini';
import { postCard as postCardModel, post as postModel } from '#core/model/blog.ts';
import { master as masterModel } from '#core/model/master.ts';
import { identifier, locale, text } from '#core/model/primitives.ts';
import {
  bookDetails,
  countedGroup,
  courseDetails,
  facet,
  otherDetails,
  productCard as productCardModel,
  productKinds,
  productPage as productPageModel,
  rating,
  searchHit,
} from '#core/model/product.ts';
import { reviewDraft, review as reviewModel } from '#core/model/review.ts';
import { lengths, reviewSorts } from '#core/model/values.ts';
import type { AreaDocs } from './endpoint.ts';
import { defineEndpoint } from './endpoint.ts';
import { done } from './failure.ts';
import { pageOf, pageQuery, resource } from './json-api.ts';

/** The short form of a product, for lists. Texts are in the language of the `X-App-Language` header. */
export const productCard = resource('products', productCardModel);

export type ProductCard = z.output<typeof productCard>;

const companions = z.array(productCard);

/** A product with all data of its page. `description` is plain text by paragraph. */
export const productPage = resource(
  'products',
  z.extend(productPageModel, {
    details: z.discriminatedUnion('kind', [
      z.extend(courseDetails, { companions }),
      z.extend(bookDetails, { companions }),
      z.extend(otherDetails, { companions }),
    ]),
  }),
);

export type ProductPage = z.output<typeof productPage>;

/** Chosen values of a facet, with commas between them. */
const facetValues = z.optional(
  z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,79}(,[A-Za-z0-9][A-Za-z0-9_-]{0,79}){0,19}$/)),
);

/**
 * Returns a list of products. `filter[q]` searches titles, masters and texts; the facets narrow it: a product fits when
 * it has one of the chosen values of each (docs/behaviour/catalogue-and-content.md#facets).
 */
const listProducts = defineEndpoint({
  name: 'listProducts',
  method: 'GET',
  path: '/products',
  query: z.object({
    'filter[kind]': z.optional(z.enum(productKinds)),
    'filter[group]': facetValues,
    'filter[discipline]': facetValues,
    'filter[level]': facetValues,
    'filter[length]': facetValues,
    'filter[language]': facetValues,
    'filter[price]': facetValues,
    'filter[new]': facetValues,
    'filter[q]': z.optional(text(lengths.search)),
    sort: z._default(z.enum(['position', 'popular', 'newest', 'title', 'price', '-price']), 'position'),
    /** Language of the product texts, if it differs from the page: for German books on an English page. */
    language: z.optional(locale),
    ...pageQuery(12),
  }),
  response: z.extend(pageOf(productCard), {
    meta: z.object({
      page: z.object({ number: z.int(), size: z.int(), total: z.int() }),
      /** The facet `group` with titles. */
      groups: z.array(countedGroup),
      /** What the list can be narrowed by: each count is independent of the chosen values of its own facet. */
      facets: z.array(facet),
      /** The search text as it was probably meant, when nothing matched it exactly; else null. */
      suggestion: z.nullable(z.string()),
    }),
  }),
});

/**
 * `GET product_cards?ids=a,b`: returns the cards of these products in this order, without unknown ones and those that are
 * no longer sold.
 */
const listProductCards = defineEndpoint({
  name: 'listProductCards',
  method: 'GET',
  path: '/product_cards',
  query: z.object({
    /** Ids of products, separated by commas; only the first 30 count. */
    ids: text(lengths.productIds),
  }),
  response: z.object({ data: z.array(productCard) }),
});

const getProduct = defineEndpoint({
  name: 'getProduct',
  method: 'GET',
  path: '/products/:slug',
  params: z.object({ slug: identifier }),
  response: z.object({ data: productPage }),
});

const master = resource('masters', z.extend(masterModel, { courses: companions, books: companions }), 'slug');

export type Master = z.output<typeof master>;

const getMaster = defineEndpoint({
  name: 'getMaster',
  method: 'GET',
  path: '/masters/:slug',
  params: z.object({ slug: identifier }),
  response: z.object({ data: master }),
});

export const review = resource('reviews', reviewModel);

export type ReviewResource = z.output<typeof review>;

const listReviews = defineEndpoint({
  name: 'listReviews',
  method: 'GET',
  path: '/products/:slug/reviews',
  access: 'optional_user',
  params: z.object({ slug: identifier }),
  query: z.object({ sort: z._default(z.enum(reviewSorts), 'newest'), ...pageQuery(10) }),
  response: z.extend(pageOf(review), {
    meta: z.object({
      page: z.object({ number: z.int(), size: z.int(), total: z.int() }),
      rating: z.nullable(rating),
      /** Number of reviews with 1, 2, 3, 4 and 5 stars. */
      distribution: z.array(z.int()).check(z.length(5)),
      /** The review of the caller, whether or not it is on this page. */
      own: z.nullable(review),
    }),
  }),
});

const writeReview = defineEndpoint({
  name: 'writeReview',
  method: 'POST',
  path: '/products/:slug/reviews',
  access: 'user',
  status: 201,
  params: z.object({ slug: identifier }),
  body: reviewDraft,
  response: z.object({ data: review }),
});

const removeReview = defineEndpoint({
  name: 'removeReview',
  method: 'DELETE',
  path: '/products/:slug/reviews',
  access: 'user',
  params: z.object({ slug: identifier }),
  response: done,
});

/** Blog posts are always German, in every language of the request. */
const german = z.literal('de');

export const postCard = resource('posts', z.extend(postCardModel, { language: german }), 'slug');

export type PostCard = z.output<typeof postCard>;

const post = resource('posts', z.extend(postModel, { language: german, courses: companions }), 'slug');

export type Post = z.output<typeof post>;

const listPosts = defineEndpoint({
  name: 'listPosts',
  method: 'GET',
  path: '/posts',
  query: z.object({ 'filter[q]': z.optional(text(lengths.search)), ...pageQuery(12) }),
  response: pageOf(postCard),
});

const getPost = defineEndpoint({
  name: 'getPost',
  method: 'GET',
  path: '/posts/:slug',
  params: z.object({ slug: identifier }),
  response: z.object({ data: post }),
});

export type SearchHit = z.output<typeof searchHit>;

const searchAll = defineEndpoint({
  name: 'search',
  method: 'GET',
  path: '/search',
  query: z.object({ q: text(lengths.search) }),
  response: z.object({
    data: z.array(searchHit),
    /** `suggestion`: the search text as it was probably meant, when nothing matched it exactly; else null. */
    meta: z.object({ suggestion: z.nullable(z.string()) }),
  }),
});

export const catalogueEndpoints = {
  listProducts,
  listProductCards,
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
  description: 'Courses, books, gifts and everything else that is sold. Texts are in the requested language.',
  operations: {
    listProducts: {
      summary: 'List products',
      description:
        'Filtered by kind, search words and facets, in the order of `sort`. A facet takes several values with commas ' +
        'between them; a product fits when it has one of the values of each facet. `meta.facets` says how many products ' +
        'each value would leave, whatever else is chosen in its own facet. A search counts 1,000 hits and no further; ' +
        'when nothing matches it exactly, similar words are found and `meta.suggestion` names the text that was ' +
        'probably meant.',
      example: {
        query: {
          'filter[kind]': 'course',
          'filter[level]': 'beginner,intermediate',
          sort: 'price',
          'page[size]': 3,
        },
      },
    },
    listProductCards: {
      summary: 'Read some products',
      description:
        'At most 30, in the order of their ids. Unknown ones and those no longer sold are left out.',
      example: { query: { ids: 'course-albrecht-duerer,book-das-buch-vom-messen' } },
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
        'In the order of `sort`, with the shop’s answers. `meta.rating` is computed from all reviews, null while there are none; `meta.distribution` says how many gave 1, 2, 3, 4 and 5 stars; `meta.own` is the review of the learner who asks.',
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
        'Deletes it and computes the rating again; also possible after the access to the product has ended. Succeeds when there is no review, too.',
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
        'missing accents are forgiven; when nothing is found, wrong letters too, and `meta.suggestion` names the text ' +
        'that was probably meant.',
      example: { query: { q: 'zeichnen' } },
    },
  },
};
