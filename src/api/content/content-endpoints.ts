import * as z from 'zod/mini';
import { productCard } from '#api/catalogue/catalogue-endpoints.ts';
import { type AreaDocs, defineEndpoint } from '#api/endpoint.ts';
import { pageOf, pageQuery, resource } from '#api/json-api.ts';
import { postCard as postCardModel, post as postModel } from '#core/model/blog.ts';
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
import { identifier, line, locale } from '#core/model/primitives.ts';
import { searchHit } from '#core/model/product.ts';
import { lengths } from '#core/model/text-lengths.ts';

const getAnnouncement = defineEndpoint({
  name: 'getAnnouncement',
  method: 'GET',
  path: '/contents/greenbar',
  response: z.object({ data: announcement }),
});

const getContentPage = defineEndpoint({
  name: 'getContentPage',
  method: 'GET',
  path: '/contents/pages/:slug',
  params: z.object({ slug: identifier }),
  response: z.object({ data: resource('pages', contentPage, 'slug') }),
});

/** From the shop data and the server's settings. */
const getShopFacts = defineEndpoint({
  name: 'getShopFacts',
  method: 'GET',
  path: '/contents/shop',
  response: z.object({ data: shopFacts }),
});

const listConversations = defineEndpoint({
  name: 'listConversations',
  method: 'GET',
  path: '/contents/conversations',
  response: z.object({ data: z.array(conversation) }),
});

const listAdvantages = defineEndpoint({
  name: 'listAdvantages',
  method: 'GET',
  path: '/contents/advantages',
  response: z.object({ data: z.array(advantage) }),
});

const getNewsletterWidget = defineEndpoint({
  name: 'getNewsletterWidget',
  method: 'GET',
  path: '/contents/newsletter_widget',
  response: z.object({ data: newsletterWidget }),
});

/** `text` is HTML that the server has sanitised. */
const getPopup = defineEndpoint({
  name: 'getPopup',
  method: 'GET',
  path: '/contents/popup',
  query: z.object({ path: line(200, 1), locale: z.optional(locale) }),
  response: z.object({ data: z.nullable(popup) }),
});

const campaign = resource('campaigns', z.extend(campaignModel, { products: z.array(productCard) }), 'slug');

export type CampaignResource = z.output<typeof campaign>;

/** The id is the slug. */
const getCampaign = defineEndpoint({
  name: 'getCampaign',
  method: 'GET',
  path: '/contents/campaigns/:slug',
  params: z.object({ slug: identifier }),
  response: z.object({ data: campaign }),
});

const campaignCard = resource('campaigns', campaignCardModel, 'slug');

export type CampaignCardResource = z.output<typeof campaignCard>;

/** In content file order. */
const listCampaigns = defineEndpoint({
  name: 'listCampaigns',
  method: 'GET',
  path: '/contents/campaigns',
  response: z.object({ data: z.array(campaignCard) }),
});

/** Blog posts are always German, in every language of the request. */
const german = z.literal('de');

export const postCard = resource('posts', z.extend(postCardModel, { language: german }), 'slug');

export type PostCard = z.output<typeof postCard>;

const post = resource(
  'posts',
  z.extend(postModel, { language: german, courses: z.array(productCard) }),
  'slug',
);

export type Post = z.output<typeof post>;

const listPosts = defineEndpoint({
  name: 'listPosts',
  method: 'GET',
  path: '/posts',
  query: z.object({ 'filter[q]': z.optional(line(lengths.search)), ...pageQuery(12) }),
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
  query: z.object({ q: line(lengths.search) }),
  response: z.object({
    data: z.array(searchHit),
    /** `suggestion`: suggested search text if nothing matched exactly; else null. */
    meta: z.object({ suggestion: z.nullable(z.string()) }),
  }),
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
  listPosts,
  getPost,
  searchAll,
};

export const contentDocs: AreaDocs<keyof typeof contentEndpoints> = {
  title: 'Contents',
  description: 'Announcement bar, legal pages, company, popups and campaigns.',
  operations: {
    getAnnouncement: {
      summary: 'Read the announcement bar',
      description: '`properties.text` is HTML sanitised by the server: `a, b, strong, em, i, br, span`.',
    },
    getContentPage: {
      summary: 'Read a legal page',
      description: 'HTML, with the version that orders refer to.',
      example: { params: { slug: 'agbs' } },
    },
    listCampaigns: {
      summary: 'List today’s campaigns',
      description:
        'Open giveaways, and offers with a valid coupon and available products. `offer` describes the ' +
        'coupon’s benefit, `until` is the last day to enter.',
    },
    getCampaign: {
      summary: 'Read a campaign’s page',
      description: 'An offer with its coupon and products, or a giveaway. `place` is the path of the page.',
      example: { params: { slug: 'werkbank' } },
    },
    listAdvantages: { summary: 'List the advantages of the shop' },
    listConversations: { summary: 'List conversations with masters, to read' },
    getNewsletterWidget: {
      summary: 'Read the newsletter box',
      description: '`text` is HTML sanitised by the server.',
    },
    getPopup: {
      summary: 'Read the popup of a page',
      description: 'Null if there is none. `path` is the page’s path without its locale.',
      example: { query: { path: '/kurse' } },
    },
    getShopFacts: { summary: 'Read brand, company and links', failures: ['NOT_FOUND'] },
    listPosts: { summary: 'List blog posts', description: 'German, newest first.' },
    getPost: {
      summary: 'Read one blog post',
      description: 'German. `html` is sanitised.',
      example: { params: { slug: 'die-schnur-an-der-wand' } },
    },
    searchAll: {
      summary: 'Search everything',
      description:
        'Products of every kind, masters and posts, best first: at most five per kind and 24 in total. ' +
        'Different word endings and missing accents are accepted; if nothing is found, typos too, and ' +
        '`meta.suggestion` is the suggested text.',
      example: { query: { q: 'zeichnen' } },
    },
  },
};
