import type { Area } from './operation-text.ts';

export const contents = {
  title: 'Contents',
  description: 'What the shop says of itself: announcement bar, legal pages, company.',
  operations: {
    getAnnouncement: {
      summary: 'Read the announcement bar',
      description: '`properties.text` is HTML that the host has cleaned: `a, b, strong, em, i, br, span`.',
    },
    getContentPage: {
      summary: 'Read a legal page',
      description: 'HTML with the version that orders refer to.',
      example: { params: { slug: 'agbs' } },
    },
    getShopFacts: { summary: 'Read brand, company and links', failures: ['NOT_FOUND'] },
  },
} as const satisfies Area;
