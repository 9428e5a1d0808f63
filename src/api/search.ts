import * as z from 'zod/mini';
import { productKinds } from '#core/rules/product.ts';
import { defineEndpoint } from './endpoint.ts';
import { locale, text } from './primitives.ts';

/** What a search finds: products of every kind, masters and posts. */
const searchKinds = [...productKinds, 'master', 'post'] as const;

const hit = z.object({
  kind: z.enum(searchKinds),
  /** Id of a product, slug of a master or post. */
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  /** Subtitle of a product, profession of a master, lead of a post. */
  teaser: z.string(),
  picture: z.string(),
  /** Of title and teaser: posts are German whatever language is asked for. */
  language: locale,
});

export type SearchHit = z.output<typeof hit>;

/**
 * `GET search?q=` over all kinds (decisions §9), as one types: best first, five of a kind and 24 in all at most. Word
 * endings and missing accents are forgiven; when nothing is found, wrong letters too. One character finds nothing.
 */
export const searchAll = defineEndpoint({
  name: 'search',
  method: 'GET',
  path: '/search',
  query: z.object({ q: text(100) }),
  answer: z.object({ data: z.array(hit) }),
});

export const searchEndpoints = { searchAll };
