import * as z from 'zod/mini';
import { type AreaDocs, defineEndpoint } from '#api/endpoint.ts';
import { pageOf, pagePosition, pageQuery, resource } from '#api/json-api.ts';
import { master as masterModel } from '#core/model/master.ts';
import { identifier, line, locale } from '#core/model/primitives.ts';
import {
  bookDetails,
  countedGroup,
  courseDetails,
  facet,
  otherDetails,
  productCard as productCardModel,
  productKinds,
  productPage as productPageModel,
} from '#core/model/product.ts';
import { lengths } from '#core/model/text-lengths.ts';

/** The short form of a product, for lists. Texts are in the language of the `X-App-Language` header. */
export const productCard = resource('products', productCardModel);

export type ProductCard = z.output<typeof productCard>;

const companions = z.array(productCard);

/** A product with all data of its page. `description` is a list of plain-text paragraphs. */
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

/** Selected values of a facet, separated by commas. */
const facetValues = z.optional(
  z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,79}(,[A-Za-z0-9][A-Za-z0-9_-]{0,79}){0,19}$/)),
);

/** `filter[q]` searches titles, masters and texts. Facets: docs/behaviour/catalogue.md#facets. */
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
    'filter[q]': z.optional(line(lengths.search)),
    sort: z._default(z.enum(['position', 'popular', 'newest', 'title', 'price', '-price']), 'position'),
    /** Language of the product texts, if it differs from the page: for German books on an English page. */
    language: z.optional(locale),
    ...pageQuery(12),
  }),
  response: z.extend(pageOf(productCard), {
    meta: z.object({
      page: pagePosition,
      /** The facet `group` with titles; a selected group is included even without products. */
      groups: z.array(countedGroup),
      /** Filters of the list; each count ignores the selected values of its own facet. */
      facets: z.array(facet),
      /** Suggested search text if nothing matched exactly; else null. */
      suggestion: z.nullable(z.string()),
    }),
  }),
});

const listProductCards = defineEndpoint({
  name: 'listProductCards',
  method: 'GET',
  path: '/product_cards',
  query: z.object({
    /** Product ids, separated by commas; only the first 30 are used. */
    ids: line(lengths.productIds),
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

export const catalogueEndpoints = { listProducts, listProductCards, getProduct, getMaster };

export const catalogueDocs: AreaDocs<keyof typeof catalogueEndpoints> = {
  title: 'Catalogue',
  description: 'Courses, books, gifts and all other products. Texts are in the requested language.',
  operations: {
    listProducts: {
      summary: 'List products',
      description:
        'Filtered by kind, search text and facets, sorted by `sort`. A facet accepts several values, ' +
        'separated by commas; a product must have one of the values of each facet. `meta.facets` is the ' +
        'number of products for each value, ignoring the selected values of its own facet. A search counts ' +
        'at most 1,000 hits; if nothing matches exactly, similar words are found and `meta.suggestion` is ' +
        'the suggested text.',
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
      summary: 'Read several products',
      description: 'At most 30, in the order of their ids. Unknown products and those off sale are left out.',
      example: { query: { ids: 'course-albrecht-duerer,book-das-buch-vom-messen' } },
    },
    getProduct: {
      summary: 'Read one product',
      description:
        'All data of the product’s page. `details` depends on its `kind`. `GONE`: it was on sale and no ' +
        'longer is.',
      failures: ['GONE'],
      example: { params: { slug: 'albrecht-duerer' } },
    },
    getMaster: {
      summary: 'Read one master',
      description: 'Includes courses, and the books that accompany them.',
      example: { params: { slug: 'albrecht-duerer' } },
    },
  },
};
