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
    listCampaigns: {
      summary: 'List the campaigns that run today',
      description:
        'Giveaways that are open, and offers whose coupon is valid and whose products can all be had. `offer` says what the coupon gives, `until` is the last day to enter.',
    },
    getCampaign: {
      summary: 'Read a campaign’s page',
      description:
        'An offer with its coupon and products, or a giveaway. `place` is the path that the page stands under.',
      example: { params: { slug: 'werkbank' } },
    },
    listAdvantages: { summary: 'List what speaks for the shop' },
    getNewsletterWidget: {
      summary: 'Read the newsletter box',
      description: '`text` is HTML that the host has cleaned.',
    },
    getPopup: {
      summary: 'Read the popup of a page',
      description: 'Null where there is none. `path` is the page’s address without its locale.',
      example: { query: { path: '/kurse' } },
    },
    getShopFacts: { summary: 'Read brand, company and links', failures: ['NOT_FOUND'] },
  },
} as const satisfies Area;
