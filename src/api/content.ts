import * as z from 'zod/mini';
import { campaignPlaces } from '#core/rules/marketing.ts';
import { productCard } from './catalogue.ts';
import type { AreaDocs } from './endpoint.ts';
import { defineEndpoint } from './endpoint.ts';
import { identifier, locale, resource, text } from './primitives.ts';

/** `GET contents/greenbar`: the announcement bar; `properties.text` is HTML that the host has sanitised. */
export const getAnnouncement = defineEndpoint({
  name: 'getAnnouncement',
  method: 'GET',
  path: '/contents/greenbar',
  response: z.object({
    data: z.object({
      is_active: z.boolean(),
      properties: z.object({ text: z.string(), url: z.string() }),
    }),
  }),
});

/** `GET contents/pages/{slug}`: a legal page as HTML made from its content file, with the version orders refer to. */
export const getContentPage = defineEndpoint({
  name: 'getContentPage',
  method: 'GET',
  path: '/contents/pages/:slug',
  params: z.object({ slug: identifier }),
  response: z.object({
    data: z.object({
      type: z.literal('pages'),
      id: z.string(),
      attributes: z.object({
        title: z.string(),
        description: z.string(),
        html: z.string(),
        version: z.string(),
      }),
    }),
  }),
});

/** `GET contents/shop`: brand, company and social links from the one configuration file (decisions §1). */
export const getShopFacts = defineEndpoint({
  name: 'getShopFacts',
  method: 'GET',
  path: '/contents/shop',
  response: z.object({
    data: z.object({
      name: z.string(),
      claim: z.string(),
      company: z.string(),
      delivery_countries: z.array(z.string()),
      social: z.array(z.object({ name: z.string(), url: z.string() })),
      is_demo: z.boolean(),
      delivery_time: z.string(),
      /** Tonight's master: what the home page opens with. */
      opening: z.object({
        course: z.string(),
        picture: z.string(),
        picture_on_phones: z.string(),
        title: z.string(),
        lead: z.string(),
      }),
      seo: z.object({ title: z.string(), description: z.string(), keywords: z.array(z.string()) }),
      share_picture: z.string(),
    }),
  }),
});

/** `GET contents/advantages`: what speaks for the shop. */
const listAdvantages = defineEndpoint({
  name: 'listAdvantages',
  method: 'GET',
  path: '/contents/advantages',
  response: z.object({
    data: z.array(z.object({ key: z.string(), icon: z.string(), title: z.string(), text: z.string() })),
  }),
});

/** `GET contents/newsletter_widget`: the box that offers the newsletter; `text` is HTML that the host has sanitised. */
export const getNewsletterWidget = defineEndpoint({
  name: 'getNewsletterWidget',
  method: 'GET',
  path: '/contents/newsletter_widget',
  response: z.object({
    data: z.object({
      is_active: z.boolean(),
      title: z.string(),
      text: z.string(),
      button: z.string(),
      consent: z.string(),
    }),
  }),
});

/** `GET contents/popup?path=&locale=`: the popup of a page, or null; `text` is sanitised HTML (decisions §5). */
export const getPopup = defineEndpoint({
  name: 'getPopup',
  method: 'GET',
  path: '/contents/popup',
  query: z.object({ path: text(200, 1), locale: z.optional(locale) }),
  response: z.object({
    data: z.nullable(
      z.object({
        key: z.string(),
        title: z.string(),
        text: z.string(),
        link: z.nullable(z.object({ path: z.string(), label: z.string() })),
      }),
    ),
  }),
});

const campaign = resource(
  'campaigns',
  z.object({
    place: z.enum(campaignPlaces),
    title: z.string(),
    lead: z.string(),
    picture: z.string(),
    picture_alt: z.string(),
    promises: z.array(z.string()),
    text: z.array(z.string()),
    conditions: z.array(z.string()),
    coupon: z.nullable(z.object({ code: z.string(), campaign: z.nullable(z.string()), title: z.string() })),
    giveaway: z.nullable(
      z.object({ key: z.string(), title: z.string(), until: z.string(), is_running: z.boolean() }),
    ),
    products: z.array(productCard),
    seo_markup: z.object({ name: z.string(), description: z.string() }),
  }),
);

export type CampaignResource = z.output<typeof campaign>;

/** `GET contents/campaigns/{slug}`: a campaign's page with its coupon or giveaway (decisions §7). The id is the slug. */
export const getCampaign = defineEndpoint({
  name: 'getCampaign',
  method: 'GET',
  path: '/contents/campaigns/:slug',
  params: z.object({ slug: identifier }),
  response: z.object({ data: campaign }),
});

const campaignCard = resource(
  'campaigns',
  z.object({
    place: z.enum(campaignPlaces),
    title: z.string(),
    lead: z.string(),
    picture: z.string(),
    picture_alt: z.string(),
    /** What its coupon gives; null for a giveaway. */
    offer: z.nullable(z.string()),
    /** Last day to enter its giveaway; null for an offer. */
    until: z.nullable(z.string()),
  }),
);

export type CampaignCardResource = z.output<typeof campaignCard>;

/** `GET contents/campaigns`: the campaigns that run today, in the order of their file. */
export const listCampaigns = defineEndpoint({
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
  getNewsletterWidget,
  getPopup,
  getCampaign,
  listCampaigns,
};

export const contentDocs: AreaDocs<keyof typeof contentEndpoints> = {
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
};
