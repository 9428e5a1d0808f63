import type { Area } from './operation-text.ts';

export const catalogue = {
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
} as const satisfies Area;
