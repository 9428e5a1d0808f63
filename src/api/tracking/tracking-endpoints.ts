import * as z from 'zod/mini';
import { type AreaDocs, defineEndpoint } from '#api/endpoint.ts';
import { done } from '#api/success-and-failure.ts';
import { line, uuid } from '#core/model/primitives.ts';

const origin = z.optional(line(200));

export const trackUtm = defineEndpoint({
  name: 'trackUtm',
  method: 'POST',
  path: '/tracking/registration',
  access: 'user',
  body: z.object({
    utm_source: origin,
    utm_medium: origin,
    utm_campaign: origin,
    utm_social: origin,
    user_id: uuid,
  }),
  response: done,
});

export const trackingEndpoints = { trackUtm };

export const trackingDocs: AreaDocs<keyof typeof trackingEndpoints> = {
  title: 'Tracking',
  description: 'Where users came from.',
  operations: {
    trackUtm: {
      summary: 'Tell where a new user came from',
      description: 'Only one’s own, and only the first call counts. Send it with consent to marketing only.',
      failures: ['FORBIDDEN'],
      example: { body: { utm_source: 'newsletter', user_id: '01937f2e-5a30-7c61-9b5e-3f2a1d4c8e70' } },
    },
  },
};
