import * as z from 'zod/mini';
import { giveawayEntry } from '#core/model/content.ts';
import { code, email, identifier, locale, secretToken, text, uuid } from '#core/model/primitives.ts';
import { lengths } from '#core/model/values.ts';
import type { AreaDocs } from './endpoint.ts';
import { defineEndpoint } from './endpoint.ts';
import { done } from './failure.ts';

/**
 * `POST newsletter/subscribe`: mails a confirmation link. The response is the same for known and unknown
 * addresses.
 */
const subscribeToNewsletter = defineEndpoint({
  name: 'subscribeToNewsletter',
  method: 'POST',
  path: '/newsletter/subscribe',
  status: 202,
  body: z.object({ email, locale, source: identifier }),
  response: done,
});

/**
 * `POST newsletter/confirm`: confirms a subscription with the mailed token. Not a GET, because mail scanners
 * open links.
 */
const confirmNewsletter = defineEndpoint({
  name: 'confirmNewsletter',
  method: 'POST',
  path: '/newsletter/confirm',
  body: z.object({ token: secretToken }),
  response: done,
});

/** The id of a newsletter subscription, with a signature of the shop. */
const unsubscribeToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/));

/**
 * `GET newsletter/unsubscribe?token=`: ends a newsletter subscription without login. Repeated calls succeed
 * too.
 */
const leaveNewsletter = defineEndpoint({
  name: 'leaveNewsletter',
  method: 'GET',
  path: '/newsletter/unsubscribe',
  acceptsHead: false,
  query: z.object({ token: unsubscribeToken }),
  response: done,
});

/**
 * `POST newsletter/unsubscribe?token=`: does the same for the unsubscribe button of mail programs, which
 * sends a form (RFC 8058).
 */
const leaveNewsletterByMail = defineEndpoint({
  name: 'leaveNewsletterByMail',
  method: 'POST',
  path: '/newsletter/unsubscribe',
  readsBody: false,
  query: z.object({ token: unsubscribeToken }),
  response: done,
});

/** `POST contact`: sends a message to the shop and a receipt to its author. */
export const sendMessage = defineEndpoint({
  name: 'sendMessage',
  method: 'POST',
  path: '/contact',
  status: 202,
  body: z.object({
    email,
    name: text(lengths.contactName, 1),
    topic: text(lengths.contactTopic, 1),
    message: text(lengths.message, 1),
    order_code: z.optional(z.nullable(code)),
  }),
  response: done,
});

const origin = z.optional(text(200));

/**
 * `POST tracking/registration`: stores the attribution data of the caller's new account. Only the first call
 * has an effect.
 */
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

/**
 * `POST tracking/giveaway`: enters a giveaway, once per e-mail address. A second entry gets the same
 * response.
 */
const enterGiveaway = defineEndpoint({
  name: 'enterGiveaway',
  method: 'POST',
  path: '/tracking/giveaway',
  status: 202,
  body: giveawayEntry,
  response: done,
});

export const marketingEndpoints = {
  subscribeToNewsletter,
  confirmNewsletter,
  leaveNewsletter,
  leaveNewsletterByMail,
  sendMessage,
  trackUtm,
  enterGiveaway,
};

const token = 'AZN_LlowfGGbXj8qHUyOcA.pZ3vX0cT5m2uQ8sLr1YdKwpZ3vX0cT5m2uQ8sLr1YdK';

export const marketingDocs: AreaDocs<keyof typeof marketingEndpoints> = {
  title: 'Newsletter, contact and tracking',
  description: 'A newsletter is sent only to who confirmed it by a link in a mail.',
  operations: {
    subscribeToNewsletter: {
      summary: 'Ask for the newsletter',
      description: 'Mails a link to confirm by. Known and unknown addresses get the same response.',
      failures: ['TOO_MANY_ATTEMPTS'],
      example: { body: { email: 'johanna.brandt@example.org', locale: 'en', source: 'footer' } },
    },
    confirmNewsletter: {
      summary: 'Confirm the newsletter',
      description: 'With the token of the mail.',
      failures: ['LINK_EXPIRED'],
    },
    leaveNewsletter: {
      summary: 'End the newsletter',
      description: 'By the signed link of every newsletter, as often as it is called. HEAD is refused.',
      failures: ['NOT_FOUND'],
      example: { query: { token } },
    },
    leaveNewsletterByMail: {
      summary: 'End the newsletter by a mail program’s button',
      description: 'The same for programs that send a form (RFC 8058). A body is not read.',
      failures: ['NOT_FOUND'],
      example: { query: { token } },
    },
    enterGiveaway: {
      summary: 'Enter a giveaway',
      description: 'Once per e-mail address; a second entry gets the same response.',
      failures: ['NOT_FOUND', 'EXPIRED', 'NOT_YET_VALID', 'TOO_MANY_ATTEMPTS'],
      example: { body: { email: 'johanna.brandt@example.org', giveaway: 'winterlos' } },
    },
    sendMessage: {
      summary: 'Write to the shop',
      description: 'With a receipt to the author.',
      failures: ['TOO_MANY_ATTEMPTS'],
    },
    trackUtm: {
      summary: 'Tell where a new user came from',
      description: 'Only one’s own, and only the first call counts. Send it with consent to marketing only.',
      failures: ['FORBIDDEN'],
      example: { body: { utm_source: 'newsletter', user_id: '01937f2e-5a30-7c61-9b5e-3f2a1d4c8e70' } },
    },
  },
};
