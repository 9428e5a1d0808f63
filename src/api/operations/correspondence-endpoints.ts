import * as z from 'zod/mini';
import type { AreaDocs } from '#api/endpoint.ts';
import { byId, resource } from '#api/json-api.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { outboxMail } from '#api/orders/operator-order-models.ts';
import { cursorQuery, listOf, listQuery } from '#api/record-list.ts';
import { recordedChange } from '#core/model/operator.ts';
import { type Infer, instant, text, uuid } from '#core/model/primitives.ts';
import { lengths } from '#core/model/text-lengths.ts';

const message = z.object({
  id: uuid,
  topic: z.string(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  /** As typed. */
  order_code: z.nullable(z.string()),
  /** The order that has this code. */
  order_id: z.nullable(uuid),
  locale: z.string(),
  received_at: instant,
  /** When an operator marked it as done. */
  handled_at: z.nullable(instant),
  history: z.array(recordedChange),
});

export type ContactMessage = Infer<typeof message>;

const listMessages = defineOperatorEndpoint({
  name: 'listMessages',
  method: 'GET',
  path: '/operator/messages',
  permission: 'messages.read',
  query: z.object({ ...listQuery, 'filter[state]': z._default(z.enum(['open', 'all']), 'open') }),
  response: listOf(resource('messages', message)),
});

const getMessage = defineOperatorEndpoint({
  name: 'getMessage',
  method: 'GET',
  path: '/operator/messages/:id',
  permission: 'messages.read',
  params: byId,
  response: z.object({ data: resource('messages', message) }),
});

const noteMessage = defineOperatorEndpoint({
  name: 'noteMessage',
  method: 'PATCH',
  path: '/operator/messages/:id',
  permission: 'messages.change',
  params: byId,
  body: z.object({ is_handled: z.boolean() }),
  response: z.object({ data: resource('messages', message) }),
});

const review = z.object({
  id: uuid,
  product: z.string(),
  slug: z.string(),
  stars: z.int(),
  author: z.string(),
  text: z.string(),
  language: z.string(),
  answer: z.nullable(z.string()),
  created_at: instant,
  changed_at: instant,
  hidden_at: z.nullable(instant),
  history: z.array(recordedChange),
});

export type OperatorReview = Infer<typeof review>;

const oneReview = z.object({ data: resource('operator_reviews', review) });

const listOperatorReviews = defineOperatorEndpoint({
  name: 'listOperatorReviews',
  method: 'GET',
  path: '/operator/reviews',
  permission: 'reviews.change',
  query: z.object({
    ...listQuery,
    'filter[state]': z.optional(z.enum(['unanswered', 'hidden'])),
    'filter[stars]': z.optional(z.enum(['1', '2', '3', '4', '5'])),
  }),
  response: listOf(resource('operator_reviews', review)),
});

const getOperatorReview = defineOperatorEndpoint({
  name: 'getOperatorReview',
  method: 'GET',
  path: '/operator/reviews/:id',
  permission: 'reviews.change',
  params: byId,
  response: oneReview,
});

const answerReview = defineOperatorEndpoint({
  name: 'answerReview',
  method: 'PUT',
  path: '/operator/reviews/:id/answer',
  permission: 'reviews.change',
  params: byId,
  body: z.object({
    text: z.nullable(text(lengths.reviewText.maximum, lengths.reviewText.minimum)),
    seen: z.optional(z.nullable(text(lengths.reviewText.maximum))),
  }),
  response: oneReview,
});

const setReviewVisibility = defineOperatorEndpoint({
  name: 'setReviewVisibility',
  method: 'PUT',
  path: '/operator/reviews/:id/visibility',
  permission: 'reviews.change',
  params: byId,
  body: z.object({ is_hidden: z.boolean(), reason: text(500, 3) }),
  response: oneReview,
});

const mail = z.object({
  ...outboxMail.shape,
  /** Empty after the address was deleted because of age. */
  recipient: z.string(),
  history: z.array(recordedChange),
});

export type OutboxMail = Infer<typeof mail>;

const listMails = defineOperatorEndpoint({
  name: 'listMails',
  method: 'GET',
  path: '/operator/mails',
  permission: 'mails.read',
  query: z.object({ ...listQuery, 'filter[state]': z.optional(z.enum(['failed', 'waiting', 'sent'])) }),
  response: listOf(resource('mails', mail)),
});

const getMail = defineOperatorEndpoint({
  name: 'getMail',
  method: 'GET',
  path: '/operator/mails/:id',
  permission: 'mails.read',
  params: byId,
  response: z.object({ data: resource('mails', mail) }),
});

const mailText = z.object({
  subject: z.string(),
  recipient: z.string(),
  text: z.string(),
  /** Names of its attachments. */
  files: z.array(z.string()),
});

export type MailText = Infer<typeof mailText>;

const readMailText = defineOperatorEndpoint({
  name: 'readMailText',
  method: 'GET',
  path: '/operator/mails/:id/text',
  permission: 'mails.read',
  params: byId,
  response: z.object({ data: mailText }),
});

/** Makes an unsent mail due again; copies a sent one. */
const sendMailAgain = defineOperatorEndpoint({
  name: 'sendMailAgain',
  method: 'POST',
  path: '/operator/mails/:id/copy',
  permission: 'mails.send',
  params: byId,
  body: z.object({ copy_id: uuid }),
  response: z.object({
    data: resource('mails', mail),
    meta: z.object({ outcome: z.enum(['due_again', 'copied']) }),
  }),
});

/** State of an event's delivery to a webhook. */
export const deliveryState = z.object({
  attempts: z.int(),
  due_at: instant,
  delivered_at: z.nullable(instant),
  failed_at: z.nullable(instant),
  last_result: z.nullable(z.string()),
});

export type DeliveryState = Infer<typeof deliveryState>;

const event = z.object({
  /** The id that receivers get. */
  id: uuid,
  name: z.string(),
  created_at: instant,
  deliveries: z.array(
    z.extend(deliveryState, {
      endpoint_id: uuid,
      /** Origin of the webhook's URL; the whole URL may be a secret. */
      origin: z.string(),
    }),
  ),
});

export type WebhookEvent = Infer<typeof event>;

const listEvents = defineOperatorEndpoint({
  name: 'listEvents',
  method: 'GET',
  path: '/operator/events',
  permission: 'mails.read',
  query: z.object({
    ...cursorQuery,
    'filter[state]': z.optional(z.enum(['failed', 'waiting', 'delivered'])),
  }),
  response: listOf(resource('events', event)),
});

/** The event keeps its id. */
const sendEventAgain = defineOperatorEndpoint({
  name: 'sendEventAgain',
  method: 'POST',
  path: '/operator/events/:id/copy',
  permission: 'mails.send',
  params: byId,
  response: z.object({ success: z.literal(true), endpoints: z.int() }),
});

export const correspondenceEndpoints = {
  listMessages,
  getMessage,
  noteMessage,
  listOperatorReviews,
  getOperatorReview,
  answerReview,
  setReviewVisibility,
  listMails,
  getMail,
  readMailText,
  sendMailAgain,
  listEvents,
  sendEventAgain,
};

export const correspondenceDocs: AreaDocs<keyof typeof correspondenceEndpoints> = {
  title: 'Messages, reviews, mails and events, for operators',
  description: 'Communication from customers, to customers and to other systems.',
  operations: {
    listMessages: {
      summary: 'Find messages of the contact form',
      description: 'Open ones, oldest first; `filter[state]=all`: all, newest first.',
    },
    getMessage: { summary: 'Show a message' },
    noteMessage: { summary: 'Mark a message as done' },
    listOperatorReviews: { summary: 'Find reviews', description: 'Newest first, including hidden ones.' },
    getOperatorReview: { summary: 'Show a review' },
    answerReview: {
      summary: 'Answer a review',
      description:
        'A later answer replaces an earlier one; `text` null removes it. `RECORD_CHANGED`: the answer is ' +
        'not `seen`.',
      failures: ['RECORD_CHANGED'],
    },
    setReviewVisibility: {
      summary: 'Hide a review, or show it again',
      description:
        'A hidden review does not count in ratings; its author still sees it. The reason is recorded in ' +
        'the audit log.',
    },
    listMails: {
      summary: 'Find mails',
      description: 'Newest first. `filter[q]` matches part of the recipient.',
    },
    getMail: { summary: 'Show a mail' },
    readMailText: {
      summary: 'Read a mail',
      description:
        'As it was sent, without the token that opens the order for its buyer. `GONE`: it was not sent ' +
        'yet, or its text is not stored, because it is not about an order or declaration, or was deleted.',
      failures: ['GONE'],
    },
    sendMailAgain: {
      summary: 'Send a mail again',
      description:
        'With the `copy_id` of an earlier call, no second copy is sent. `GONE`: its recipient, link or ' +
        'code, or its declaration, was deleted.',
      failures: ['GONE'],
    },
    listEvents: {
      summary: 'List events for other systems',
      description:
        'Newest first. `filter[state]`: events with a delivery in this state, each with only these ' +
        'deliveries.',
    },
    sendEventAgain: { summary: 'Send an event again' },
  },
};
