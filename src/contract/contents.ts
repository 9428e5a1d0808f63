import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { identifier } from './primitives.ts';

/** `GET contents/greenbar`: the announcement bar; `properties.text` is HTML that the host has sanitised. */
export const getAnnouncement = defineEndpoint({
  name: 'getAnnouncement',
  method: 'GET',
  path: '/contents/greenbar',
  answer: z.object({
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
  answer: z.object({
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
  answer: z.object({
    data: z.object({
      name: z.string(),
      claim: z.string(),
      company: z.string(),
      delivery_countries: z.array(z.string()),
      social: z.array(z.object({ name: z.string(), url: z.string() })),
      is_demo: z.boolean(),
      delivery_time: z.string(),
      /** Tonight's master: what the home page opens with. */
      opening: z.object({ course: z.string(), picture: z.string(), title: z.string(), lead: z.string() }),
      seo: z.object({ title: z.string(), description: z.string(), keywords: z.array(z.string()) }),
      share_picture: z.string(),
    }),
  }),
});

export const contentEndpoints = { getAnnouncement, getContentPage, getShopFacts };
