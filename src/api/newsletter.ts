import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { done } from './failure.ts';
import { email, identifier, locale, secretToken } from './primitives.ts';

/** `POST newsletter/subscribe`: mails a link to confirm by; the same answer for known and unknown addresses. */
export const subscribeToNewsletter = defineEndpoint({
  name: 'subscribeToNewsletter',
  method: 'POST',
  path: '/newsletter/subscribe',
  status: 202,
  body: z.object({ email, locale, source: identifier }),
  answer: done,
});

/** `POST newsletter/confirm` with the token of the mail. There is no GET, so that no mail scanner confirms. */
export const confirmNewsletter = defineEndpoint({
  name: 'confirmNewsletter',
  method: 'POST',
  path: '/newsletter/confirm',
  body: z.object({ token: secretToken }),
  answer: done,
});

/** A subscription's id and the shop's signature under it. */
const unsubscribeToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/));

/** `GET newsletter/unsubscribe?token=`: ends the newsletter without login, as often as it is called. */
export const leaveNewsletter = defineEndpoint({
  name: 'leaveNewsletter',
  method: 'GET',
  path: '/newsletter/unsubscribe',
  answersHead: false,
  query: z.object({ token: unsubscribeToken }),
  answer: done,
});

/** `POST newsletter/unsubscribe?token=`: the same with the button of a mail program, which sends a form (RFC 8058). */
const leaveNewsletterByMail = defineEndpoint({
  name: 'leaveNewsletterByMail',
  method: 'POST',
  path: '/newsletter/unsubscribe',
  readsBody: false,
  query: z.object({ token: unsubscribeToken }),
  answer: done,
});

export const newsletterEndpoints = {
  subscribeToNewsletter,
  confirmNewsletter,
  leaveNewsletter,
  leaveNewsletterByMail,
};
