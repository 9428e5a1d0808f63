import { z } from 'zod';
import { type WebhookEventName, webhookEventNames } from '#api/webhook-events.ts';
import {
  addEndpoint,
  disableEndpoint,
  type EndpointRefusal,
  enableEndpoint,
  listEndpoints,
  maxEndpoints,
  removeEndpoint,
  resendEvent,
} from '#server/platform/webhooks/webhook-endpoints.ts';
import { count, defineCommand, done, failed, moment } from './command.ts';

const refusals: Readonly<Record<EndpointRefusal, string>> = {
  NO_ADDRESS: 'write an address like https://erp.example/hook, without a user name',
  HTTPS_NEEDED: 'a live shop sends only to https addresses',
  INTERNAL_ADDRESS: 'a live shop does not send into its own network',
  OTHER_ENDPOINT: 'this id belongs to another endpoint',
  TOO_MANY: `there are ${maxEndpoints} endpoints already: remove one first`,
};

const eventNames = z
  .string()
  .transform((text) => text.split(','))
  .pipe(
    z.array(z.enum(webhookEventNames as [WebhookEventName]), `write some of ${webhookEventNames.join(',')}`),
  )
  .default(webhookEventNames);

const id = z.uuid('write an id as the lists show it');

/** `webhook add`: registers an endpoint for events. */
export const addWebhookCommand = defineCommand({
  name: 'webhook add',
  usage: 'URL [--events NAME,NAME]',
  summary: 'sends events to an address; prints the secret for its signatures',
  notes: [`--events: ${webhookEventNames.join(', ')}; default: all`],
  operands: ['url'],
  options: { events: { type: 'string' } },
  input: z.object({ url: z.string(), events: eventNames }),
  async run(context, endpoint) {
    const added = await addEndpoint(context, endpoint);
    if (!added.ok) return failed(`URL: ${refusals[added.error]}.`);
    return done(`Endpoint ${added.value.id} is registered.`, `Secret: ${added.value.secret}`);
  },
});

/** `webhook list`: the endpoints with their waiting deliveries. */
export const listWebhooksCommand = defineCommand({
  name: 'webhook list',
  usage: '',
  summary: 'lists the addresses that are told of events',
  input: z.object({}),
  async run({ db }) {
    const endpoints = await listEndpoints(db);
    if (endpoints.length === 0) return done('There are no webhook endpoints.');
    return done(
      ...endpoints.map((endpoint) => {
        const state =
          endpoint.disabled_at === null
            ? `${endpoint.waiting} waiting, failures in a row: ${endpoint.failures}`
            : `disabled by its receiver or an operator ${moment(endpoint.disabled_at)}`;
        return `${endpoint.id}  ${endpoint.url}  ${endpoint.events.join(',')}  ${state}`;
      }),
    );
  },
});

/** `webhook enable`: resumes the deliveries to an endpoint. */
export const enableWebhookCommand = defineCommand({
  name: 'webhook enable',
  usage: 'ENDPOINT',
  summary: 'sends events again to an address that has disabled itself or failed',
  operands: ['endpoint'],
  input: z.object({ endpoint: id }),
  async run(context, { endpoint }) {
    if (!(await enableEndpoint(context, endpoint))) return failed(`There is no endpoint ${endpoint}.`);
    return done(`Endpoint ${endpoint} takes events again. webhook resend sends those that were given up.`);
  },
});

/** `webhook disable`: stops the deliveries to an endpoint. */
export const disableWebhookCommand = defineCommand({
  name: 'webhook disable',
  usage: 'ENDPOINT',
  summary: 'stops events to an address until it is enabled; what waits is kept',
  operands: ['endpoint'],
  input: z.object({ endpoint: id }),
  async run(context, { endpoint }) {
    if (await disableEndpoint(context, endpoint)) return done(`Endpoint ${endpoint} gets no events.`);
    return failed(`There is no endpoint ${endpoint}.`);
  },
});

/** `webhook remove`: removes an endpoint with its waiting deliveries. */
export const removeWebhookCommand = defineCommand({
  name: 'webhook remove',
  usage: 'ENDPOINT',
  summary: 'removes an address and what waits for it',
  operands: ['endpoint'],
  input: z.object({ endpoint: id }),
  async run(context, { endpoint }) {
    if (await removeEndpoint(context, endpoint)) return done(`Endpoint ${endpoint} is removed.`);
    return failed(`There is no endpoint ${endpoint}.`);
  },
});

/** `webhook deliveries`: the events that were queued; `--failed` shows those that were given up. */
export const listDeliveriesCommand = defineCommand({
  name: 'webhook deliveries',
  usage: '[--failed] [--limit N]',
  summary: 'lists events for other systems, newest first; --failed only those that were given up',
  options: { failed: { type: 'boolean' }, limit: { type: 'string' } },
  input: z.object({ failed: z.boolean().default(false), limit: count(1, 10_000).default(50) }),
  async run({ db }, { failed: onlyFailed, limit }) {
    const deliveries = await db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .$if(onlyFailed, (query) => query.where('failed_at', 'is not', null))
      .orderBy('created_at', 'desc')
      .orderBy('event_id')
      .orderBy('endpoint_id')
      .limit(limit)
      .execute();
    if (deliveries.length === 0) return done(onlyFailed ? 'No event was given up.' : 'There are no events.');
    return done(
      ...deliveries.map((delivery) => {
        const { event_id, event, endpoint_id, attempts, last_result } = delivery;
        return `${event_id}  ${event} to ${endpoint_id}: ${stateOf(delivery)}, attempts: ${attempts}, last: ${last_result ?? 'none'}`;
      }),
    );
  },
});

function stateOf(delivery: {
  readonly delivered_at: Date | null;
  readonly failed_at: Date | null;
  readonly due_at: Date;
}): string {
  if (delivery.delivered_at !== null) return `delivered ${moment(delivery.delivered_at)}`;
  if (delivery.failed_at !== null) return `given up ${moment(delivery.failed_at)}`;
  return `due ${moment(delivery.due_at)}`;
}

/** `webhook resend`: sends an event again, with the same id. */
export const resendWebhookCommand = defineCommand({
  name: 'webhook resend',
  usage: 'EVENT',
  summary: 'sends an event again; the ids stand in webhook deliveries',
  operands: ['event'],
  input: z.object({ event: id }),
  async run(context, { event }) {
    const endpoints = await resendEvent(context, event);
    if (endpoints === 0) return failed(`No endpoint takes an event ${event}.`);
    return done(`The event is due again; endpoints: ${endpoints}.`);
  },
});
