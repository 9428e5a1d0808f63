import * as z from 'zod/mini';
import { type AreaDocs, defineEndpoint } from '#api/endpoint.ts';
import { done } from '#api/success-and-failure.ts';
import { code, email, identifier, line, locale, secretToken, text } from '#core/model/primitives.ts';
import { lengths } from '#core/model/text-lengths.ts';

const subscribeToNewsletter = defineEndpoint({
  name: 'subscribeToNewsletter',
  method: 'POST',
  path: '/newsletter/subscribe',
  status: 202,
  body: z.object({ email, locale, source: identifier }),
  response: done,
});

/** Not a GET request, because mail scanners open links. */
const confirmNewsletter = defineEndpoint({
  name: 'confirmNewsletter',
  method: 'POST',
  path: '/newsletter/confirm',
  body: z.object({ token: secretToken }),
  response: done,
});

/** The id of a newsletter subscription, with a signature of the shop. */
const unsubscribeToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/));

const leaveNewsletter = defineEndpoint({
  name: 'leaveNewsletter',
  method: 'GET',
  path: '/newsletter/unsubscribe',
  acceptsHead: false,
  query: z.object({ token: unsubscribeToken }),
  response: done,
});

const leaveNewsletterByMail = defineEndpoint({
  name: 'leaveNewsletterByMail',
  method: 'POST',
  path: '/newsletter/unsubscribe',
  readsBody: false,
  query: z.object({ token: unsubscribeToken }),
  response: done,
});

export const sendMessage = defineEndpoint({
  name: 'sendMessage',
  method: 'POST',
  path: '/contact',
  status: 202,
  body: z.object({
    email,
    name: line(lengths.contactName, 1),
    topic: line(lengths.contactTopic, 1),
    message: text(lengths.message, 1),
    order_code: z.optional(z.nullable(code)),
  }),
  response: done,
});

export const marketingEndpoints = {
  subscribeToNewsletter,
  confirmNewsletter,
  leaveNewsletter,
  leaveNewsletterByMail,
  sendMessage,
};

const token = 'AZN_LlowfGGbXj8qHUyOcA.pZ3vX0cT5m2uQ8sLr1YdKwpZ3vX0cT5m2uQ8sLr1YdK';

export const marketingDocs: AreaDocs<keyof typeof marketingEndpoints> = {
  title: 'Newsletter and contact',
  description: 'The newsletter is sent only to people who confirmed it by a link in a mail.',
  operations: {
    subscribeToNewsletter: {
      summary: 'Subscribe to the newsletter',
      description: 'Mails a confirmation link. Known and unknown addresses get the same response.',
      example: { body: { email: 'johanna.brandt@example.org', locale: 'en', source: 'footer' } },
    },
    confirmNewsletter: {
      summary: 'Confirm the newsletter',
      description: 'With the token from the mail.',
      failures: ['LINK_EXPIRED'],
    },
    leaveNewsletter: {
      summary: 'Unsubscribe from the newsletter',
      description: 'By the signed link in every newsletter; can be repeated. HEAD is refused.',
      failures: ['NOT_FOUND'],
      example: { query: { token } },
    },
    leaveNewsletterByMail: {
      summary: 'Unsubscribe by a mail program’s button',
      description: 'For mail programs that send a form (RFC 8058). The body is ignored.',
      failures: ['NOT_FOUND'],
      example: { query: { token } },
    },
    sendMessage: { summary: 'Write to the shop', description: 'The author gets a receipt by mail.' },
  },
};
