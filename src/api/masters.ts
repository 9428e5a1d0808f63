import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { identifier, resource } from './primitives.ts';
import { productCard } from './products.ts';

const master = resource(
  'masters',
  z.object({
    firstname: z.string(),
    lastname: z.string(),
    lived: z.string(),
    origin: z.string(),
    profession: z.string(),
    motto: z.string(),
    biography: z.array(z.string()),
    picture: z.string(),
    picture_alt: z.string(),
    seo_markup: z.object({ name: z.string(), description: z.string(), keywords: z.array(z.string()) }),
    /** The master's courses, and the books that accompany them. */
    courses: z.array(productCard),
    books: z.array(productCard),
  }),
);

export type Master = z.output<typeof master>;

/** `GET masters/{slug}` (decisions §3): the master with courses and books. The id is the slug. */
export const getMaster = defineEndpoint({
  name: 'getMaster',
  method: 'GET',
  path: '/masters/:slug',
  params: z.object({ slug: identifier }),
  answer: z.object({ data: master }),
});

export const masterEndpoints = { getMaster };
