import * as z from 'zod/mini';
import type { AreaDocs } from '#api/endpoint.ts';
import { byId, resource } from '#api/json-api.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { done } from '#api/success-and-failure.ts';
import { type WebhookEventName, webhookEventNames } from '#api/webhook-events.ts';
import { type Infer, instant, uuid } from '#core/model/primitives.ts';
import { deliveryState } from './correspondence-endpoints.ts';

/** A URL that receives events. */
const webhook = z.object({
  id: uuid,
  url: z.string(),
  events: z.array(z.string()),
  created_at: instant,
  /** Since when it receives nothing: disabled by an operator, or by its receiver (410). */
  disabled_at: z.nullable(instant),
  /** End of the pause after failures. */
  paused_until: z.nullable(instant),
  /** Consecutive failures. */
  failures: z.int(),
  /** Pending deliveries. */
  waiting: z.int(),
  /** The newest ten deliveries. */
  deliveries: z.array(z.extend(deliveryState, { event_id: uuid, event: z.string(), created_at: instant })),
});

export type Webhook = Infer<typeof webhook>;

const listWebhooks = defineOperatorEndpoint({
  name: 'listWebhooks',
  method: 'GET',
  path: '/operator/webhooks',
  permission: 'webhooks.change',
  response: z.object({ data: z.array(resource('webhooks', webhook)) }),
});

const addWebhook = defineOperatorEndpoint({
  name: 'addWebhook',
  method: 'POST',
  path: '/operator/webhooks',
  permission: 'webhooks.change',
  needsFreshProof: true,
  status: 201,
  body: z.object({
    /** Chosen by the client: a repeated call registers nothing more. */
    id: uuid,
    url: z.url({ protocol: /^https?$/ }).check(z.maxLength(2_000)),
    events: z
      .array(z.enum(webhookEventNames as [WebhookEventName]))
      .check(z.minLength(1), z.maxLength(webhookEventNames.length)),
  }),
  response: z.object({ data: z.object({ id: uuid, secret: z.string() }) }),
});

const changeWebhook = defineOperatorEndpoint({
  name: 'changeWebhook',
  method: 'PATCH',
  path: '/operator/webhooks/:id',
  permission: 'webhooks.change',
  params: byId,
  body: z.object({ is_enabled: z.boolean() }),
  response: done,
});

/** Also removes its pending deliveries. */
const removeWebhook = defineOperatorEndpoint({
  name: 'removeWebhook',
  method: 'DELETE',
  path: '/operator/webhooks/:id',
  permission: 'webhooks.change',
  params: byId,
  response: done,
});

export const operatorWebhookEndpoints = { listWebhooks, addWebhook, changeWebhook, removeWebhook };

export const operatorWebhookDocs: AreaDocs<keyof typeof operatorWebhookEndpoints> = {
  title: 'Webhooks, for operators',
  description: 'URLs of other systems that receive events, and the results of their deliveries.',
  operations: {
    listWebhooks: {
      summary: 'List webhooks',
      description: 'Oldest first, each with its newest ten deliveries.',
    },
    addWebhook: {
      summary: 'Add a webhook',
      description:
        '`secret` is returned only here. A repeated call with the same `id` within ten minutes registers ' +
        'nothing; `RECORD_CHANGED`: that call was longer ago, for another URL or other events, or its ' +
        'webhook was removed. A live shop accepts only https URLs outside its own network. `NOT_POSSIBLE`: ' +
        'there are already twenty.',
      failures: ['RECORD_CHANGED', 'NOT_POSSIBLE'],
    },
    changeWebhook: {
      summary: 'Disable or enable a webhook',
      description: 'Pending deliveries are kept; failed ones stay failed until they are sent again.',
    },
    removeWebhook: { summary: 'Remove a webhook' },
  },
};
