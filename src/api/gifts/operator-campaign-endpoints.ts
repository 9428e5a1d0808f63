import * as z from 'zod/mini';
import { type AreaDocs, respondsWithFile } from '#api/endpoint.ts';
import { pageSize, resource } from '#api/json-api.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { listOf } from '#api/record-list.ts';
import { campaignStates, maxDrawPlaces, operatorCampaign, operatorGiveaway } from '#core/model/giveaway.ts';
import { identifier } from '#core/model/primitives.ts';

const params = z.object({ key: identifier });
const answered = z.object({ data: resource('operator_giveaways', operatorGiveaway) });

const listOperatorCampaigns = defineOperatorEndpoint({
  name: 'listOperatorCampaigns',
  method: 'GET',
  path: '/operator/campaigns',
  permission: 'campaigns.change',
  query: z.object({
    'filter[kind]': z.optional(operatorCampaign.shape.kind),
    'filter[state]': z.optional(z.enum(campaignStates)),
    'page[after]': z.optional(z.string().check(z.regex(/^\d{1,6}$/))),
    'page[size]': pageSize(50),
  }),
  response: listOf(resource('operator_campaigns', operatorCampaign)),
});

const getOperatorGiveaway = defineOperatorEndpoint({
  name: 'getOperatorGiveaway',
  method: 'GET',
  path: '/operator/giveaways/:key',
  permission: 'campaigns.change',
  params,
  response: answered,
});

const getGiveawayProof = defineOperatorEndpoint({
  name: 'getGiveawayProof',
  method: 'GET',
  path: '/operator/giveaways/:key/proof',
  permission: 'campaigns.change',
  acceptsHead: false,
  params,
  ...respondsWithFile('text/plain; charset=utf-8'),
});

const drawGiveaway = defineOperatorEndpoint({
  name: 'drawGiveaway',
  method: 'POST',
  path: '/operator/giveaways/:key/draw',
  permission: 'campaigns.change',
  params,
  body: z
    .object({
      winners: z.int().check(z.gte(1), z.lte(maxDrawPlaces)),
      reserves: z.int().check(z.gte(0), z.lte(maxDrawPlaces)),
    })
    .check(z.refine(({ winners, reserves }) => winners + reserves <= maxDrawPlaces, { path: ['reserves'] })),
  response: answered,
});

export const operatorCampaignEndpoints = {
  listOperatorCampaigns,
  getOperatorGiveaway,
  getGiveawayProof,
  drawGiveaway,
};

export const operatorCampaignDocs: AreaDocs<keyof typeof operatorCampaignEndpoints> = {
  title: 'Campaigns and giveaways, for operators',
  description:
    'Results of campaigns and giveaways, and the draw of a giveaway. Their texts are records of the ' +
    'catalogue.',
  operations: {
    listOperatorCampaigns: {
      summary: 'List campaigns',
      description: 'Campaign pages by position, then giveaways without a page.',
    },
    getOperatorGiveaway: {
      summary: 'Show a giveaway',
      description: 'The seed is shown after the draw; before it, only its SHA-256 digest.',
    },
    getGiveawayProof: {
      summary: 'Download the proof of a draw',
      description:
        'JSON without addresses: the seed, its digest and that of the entries, and the lot of each entry, ' +
        'so that participants can find their own.',
    },
    drawGiveaway: {
      summary: 'Draw a giveaway',
      description:
        'Once, after its last day; each winner is notified by mail. `NOT_POSSIBLE`: it is still running, ' +
        'or has no entries. `RECORD_CHANGED`: it was drawn already.',
      failures: ['NOT_POSSIBLE', 'RECORD_CHANGED'],
    },
  },
};
