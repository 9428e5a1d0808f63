import * as z from 'zod/mini';
import type { AreaDocs } from '#api/endpoint.ts';
import { byId, resource } from '#api/json-api.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { done } from '#api/success-and-failure.ts';
import { type WebhookEventName, webhookEventNames } from '#api/webhook-events.ts';
import { type Infer, instant, uuid } from '#core/model/primitives.ts';
import { deliveryState } from './correspondence-endpoints.ts';

/** An address that is told of events. */
const webhook = z.object({
  id: uuid,
  url: z.string(),
  events: z.array(z.string()),
  created_at: instant,
  /** Since when it gets nothing: an operator has stopped it, or its receiver (410). */
  disabled_at: z.nullable(instant),
  /** After failures nothing is sent until then. */
  paused_until: z.nullable(instant),
  /** Failures in a row. */
  failures: z.int(),
  /** Deliveries that wait. */
  waiting: z.int(),
  /** The newest ten. */
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

/** With what waits for it. */
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
  description: 'Addresses of other systems that are told of events, and how their deliveries ended.',
  operations: {
    listWebhooks: {
      summary: 'List webhooks',
      description: 'The oldest first, each with its newest ten deliveries.',
    },
    addWebhook: {
      summary: 'Add a webhook',
      description:
        '`secret` is shown here and never again. With the `id` of a call of the last ten minutes nothing more is ' +
        'registered; `RECORD_CHANGED`: that call was earlier, about another address or other events, or its webhook ' +
        'was removed. A live shop takes only https addresses outside of its own network. `NOT_POSSIBLE`: there are ' +
        'twenty already.',
      failures: ['RECORD_CHANGED', 'NOT_POSSIBLE'],
    },
    changeWebhook: {
      summary: 'Stop a webhook, or let it go on',
      description: 'What waits for it is kept; what was given up stays given up until it is sent again.',
    },
    removeWebhook: { summary: 'Remove a webhook' },
  },
};
