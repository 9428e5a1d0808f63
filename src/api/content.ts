import * as z from 'zod/mini';
import {
  advantage,
  announcement,
  campaignCard as campaignCardModel,
  campaign as campaignModel,
  contentPage,
  conversation,
  newsletterWidget,
  popup,
  shopFacts,
} from '#core/model/content.ts';
import { identifier, locale, text } from '#core/model/primitives.ts';
import { productCard } from './catalogue.ts';
import type { AreaDocs } from './endpoint.ts';
import { defineEndpoint } from './endpoint.ts';
import { resource } from './json-api.ts';

/**
 * `GET contents/greenbar`: returns the announcement bar; `properties.text` is HTML that the server has
 * sanitised.
 */
const getAnnouncement = defineEndpoint({
  name: 'getAnnouncement',
  method: 'GET',
  path: '/contents/greenbar',
  response: z.object({ data: announcement }),
});

/** `GET contents/pages/{slug}`: returns a legal page as HTML, with its version. */
const getContentPage = defineEndpoint({
  name: 'getContentPage',
  method: 'GET',
  path: '/contents/pages/:slug',
  params: z.object({ slug: identifier }),
  response: z.object({ data: resource('pages', contentPage, 'slug') }),
});

/**
 * `GET contents/shop`: returns public facts about the shop, from `content/shop.yaml` and the server's
 * settings.
 */
const getShopFacts = defineEndpoint({
  name: 'getShopFacts',
  method: 'GET',
  path: '/contents/shop',
  response: z.object({ data: shopFacts }),
});

/** `GET contents/conversations`: returns conversations with masters, to read; `/tv` shows them. */
const listConversations = defineEndpoint({
  name: 'listConversations',
  method: 'GET',
  path: '/contents/conversations',
  response: z.object({ data: z.array(conversation) }),
});

/** `GET contents/advantages`: returns what speaks for the shop; the home page shows it. */
const listAdvantages = defineEndpoint({
  name: 'listAdvantages',
  method: 'GET',
  path: '/contents/advantages',
  response: z.object({ data: z.array(advantage) }),
});

/**
 * `GET contents/newsletter_widget`: returns the newsletter form; `text` is HTML that the server has
 * sanitised.
 */
const getNewsletterWidget = defineEndpoint({
  name: 'getNewsletterWidget',
  method: 'GET',
  path: '/contents/newsletter_widget',
  response: z.object({ data: newsletterWidget }),
});

/**
 * `GET contents/popup?path=&locale=`: returns the popup of a page, or null; `text` is HTML that the server
 * has sanitised.
 */
const getPopup = defineEndpoint({
  name: 'getPopup',
  method: 'GET',
  path: '/contents/popup',
  query: z.object({ path: text(200, 1), locale: z.optional(locale) }),
  response: z.object({ data: z.nullable(popup) }),
});

const campaign = resource('campaigns', z.extend(campaignModel, { products: z.array(productCard) }), 'slug');

export type CampaignResource = z.output<typeof campaign>;

/**
 * `GET contents/campaigns/{slug}`: returns the page of a campaign with its coupon or giveaway. The id is the
 * slug.
 */
const getCampaign = defineEndpoint({
  name: 'getCampaign',
  method: 'GET',
  path: '/contents/campaigns/:slug',
  params: z.object({ slug: identifier }),
  response: z.object({ data: campaign }),
});

const campaignCard = resource('campaigns', campaignCardModel, 'slug');

export type CampaignCardResource = z.output<typeof campaignCard>;

/** `GET contents/campaigns`: returns the campaigns that run today, in the order of their content file. */
const listCampaigns = defineEndpoint({
  name: 'listCampaigns',
  method: 'GET',
  path: '/contents/campaigns',
  response: z.object({ data: z.array(campaignCard) }),
});

export const contentEndpoints = {
  getAnnouncement,
  getContentPage,
  getShopFacts,
  listAdvantages,
  listConversations,
  getNewsletterWidget,
  getPopup,
  getCampaign,
  listCampaigns,
};

export const contentDocs: AreaDocs<keyof typeof contentEndpoints> = {
  title: 'Contents',
  description: 'Announcement bar, legal pages, company, popups and campaigns.',
  operations: {
    getAnnouncement: {
      summary: 'Read the announcement bar',
      description:
        '`properties.text` is HTML that the server has sanitised: `a, b, strong, em, i, br, span`.',
    },
    getContentPage: {
      summary: 'Read a legal page',
      description: 'HTML with the version that orders refer to.',
      example: { params: { slug: 'agbs' } },
    },
    listCampaigns: {
      summary: 'List the campaigns that run today',
      description:
        'Giveaways that are open, and offers whose coupon is valid and whose products are all available. `offer` says what the coupon gives, `until` is the last day to enter.',
    },
    getCampaign: {
      summary: 'Read a campaign’s page',
      description:
        'An offer with its coupon and products, or a giveaway. `place` is the path under which the page is shown.',
      example: { params: { slug: 'werkbank' } },
    },
    listAdvantages: { summary: 'List the advantages of the shop' },
    listConversations: { summary: 'List conversations with masters, to read' },
    getNewsletterWidget: {
      summary: 'Read the newsletter box',
      description: '`text` is HTML that the server has sanitised.',
    },
    getPopup: {
      summary: 'Read the popup of a page',
      description: 'Null where there is none. `path` is the page’s address without its locale.',
      example: { query: { path: '/kurse' } },
    },
    getShopFacts: { summary: 'Read brand, company and links', failures: ['NOT_FOUND'] },
  },
};
