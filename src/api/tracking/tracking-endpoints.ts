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
  description: 'Origin of users (attribution).',
  operations: {
    trackUtm: {
      summary: 'Report the origin of a new user',
      description:
        'Only for your own account, and only the first call counts. Send it only with consent to marketing.',
      failures: ['FORBIDDEN'],
      example: { body: { utm_source: 'newsletter', user_id: '01937f2e-5a30-7c61-9b5e-3f2a1d4c8e70' } },
    },
  },
};
