import { type WebhookEventName, webhookBodies, webhookDocs, webhookEventNames } from '#api/webhook-events.ts';
import type { SchemaDescriber } from './describe-schemas.ts';
import { exampleValue } from './example-value.ts';
import type { OpenApiDocument, OpenApiField, OpenApiWebhook } from './open-api-document.ts';

/** The tag of all webhooks. */
export const webhookTag = {
  name: 'Webhooks',
  description:
    'Requests that the shop sends to addresses registered with `npm run shop -- webhook add`, signed after the Standard Webhooks specification. Answer with a status from 200 to 299 within ten seconds; anything else is tried again with increasing pauses. An event may arrive twice and in any order.',
};

/** Describes the events that the shop sends to other systems (docs/behaviour/webhooks.md#events). */
export function describeWebhooks(schemas: SchemaDescriber): OpenApiDocument['webhooks'] {
  return Object.fromEntries(
    webhookEventNames.map((name) => [name, { post: describeWebhook(name, schemas) }] as const),
  );
}

function describeWebhook(name: WebhookEventName, schemas: SchemaDescriber): OpenApiWebhook {
  const schema = schemas.output(webhookBodies[name]);
  return {
    operationId: name,
    tags: [webhookTag.name],
    summary: webhookDocs[name],
    parameters: headers,
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: exampleValue(schema, schemas.named(), true) } },
    },
    responses: { '2XX': { description: 'Taken.' }, '410': { description: 'Send nothing more.' } },
  };
}

const headers: readonly OpenApiField[] = [
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'Id of the event, the same at every attempt: ignore ids that you have seen.',
    schema: { type: 'string', format: 'uuid' },
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'Seconds since the epoch when this attempt was sent.',
    schema: { type: 'integer' },
  },
  {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      '`v1,` and the HMAC-SHA256 of `id.timestamp.body` with the secret of the endpoint, as base64.',
    schema: { type: 'string' },
  },
];
