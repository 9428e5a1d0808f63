import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { done } from './failure.ts';
import { text, uuid } from './primitives.ts';

const origin = z.optional(text(200));

/** `POST tracking/registration`: where a new user came from; only one's own, and only the first call counts. */
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
  answer: done,
});

export const trackingEndpoints = { trackUtm };
