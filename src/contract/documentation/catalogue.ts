import type { Area } from './operation-text.ts';

export const catalogue = {
  title: 'Catalogue',
  description: 'Courses, books, gifts and everything else that is sold. Texts are in the language asked for.',
  operations: {
    listProducts: {
      summary: 'List products',
      description:
        'Filtered by kind, group of disciplines and search words, in the order of `sort`. ' +
        '`meta.groups` says how many products each group holds, whatever `filter[group]` asks.',
      example: { query: { 'filter[kind]': 'course', sort: 'price', 'page[size]': 3 } },
    },
    getProduct: {
      summary: 'Read one product',
      description: 'Everything the product’s own page shows. `details` depends on its `kind`.',
      example: { params: { slug: 'albrecht-duerer' } },
    },
  },
} as const satisfies Area;
