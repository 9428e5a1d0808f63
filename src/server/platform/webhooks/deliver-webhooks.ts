import { sql } from 'kysely';
import type { ServerContext } from '#server/platform/server-context.ts';
import { sendWebhook, type WebhookResult } from './send-webhook.ts';
import { signWebhook, webhookSecret } from './signature.ts';

/** Deliveries per endpoint and run. */
const batch = 50;

/** Milliseconds in which a run begins deliveries to an endpoint; the rest waits for the next run. */
const longestService = 10_000;

/** Lease of a delivery by one server, in milliseconds; longer than an attempt may take. */
const lease = 60_000;

/** Seconds from each failed attempt of a delivery to the next; after the last one it is given up. */
const pauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** Pause of an endpoint in seconds after its first failure; doubled with every failure in a row. */
const firstPause = 10;
const longestPause = 600;

interface Endpoint {
  readonly id: string;
  readonly url: string;
}

interface DeliveryNeeds {
  /** Aborts when the server stops: running deliveries are recorded, and no others are begun. */
  readonly signal?: AbortSignal;
}

interface Delivery {
  readonly event_id: string;
  readonly body: string;
  /** Includes this attempt. */
  readonly attempts: number;
}

/**
 * Sends due webhooks (docs/behaviour/webhooks.md#delivery); returns how many. Endpoints are served in parallel, each
 * one delivery at a time for ten seconds, or until the first failure: then the endpoint pauses, so that a receiver that
 * hangs costs only one timeout. Several servers may run this at once.
 */
export async function deliverWebhooks(context: ServerContext, needs: DeliveryNeeds = {}): Promise<number> {
  const endpoints = await findDueEndpoints(context);
  const sent = await Promise.all(endpoints.map((endpoint) => serve(context, endpoint, needs)));
  return sent.reduce((sum, count) => sum + count, 0);
}

async function findDueEndpoints({ db, clock }: ServerContext): Promise<readonly Endpoint[]> {
  const now = new Date(clock.now());
  const { rows } = await sql<Endpoint>`
    select id, url from webhook_endpoints
    where disabled_at is null and coalesce(paused_until <= ${now}, true)
      and exists (select from webhook_deliveries
        where endpoint_id = webhook_endpoints.id and delivered_at is null and failed_at is null
          and due_at <= ${now})
  `.execute(db);
  return rows;
}

async function serve(context: ServerContext, endpoint: Endpoint, { signal }: DeliveryNeeds): Promise<number> {
  const end = context.clock.now() + longestService;
  for (let sent = 0; sent < batch; sent += 1) {
    if (signal?.aborted || context.clock.now() >= end) return sent;
    const delivery = await leaseDelivery(context, endpoint.id);
    if (delivery === undefined) return sent;
    const result = await attempt(context, endpoint, delivery);
    if (isTaken(result)) {
      await noteSuccess(context, endpoint, delivery, result);
    } else {
      await noteFailure(context, endpoint, delivery, result);
      return sent + 1;
    }
  }
  return batch;
}

async function leaseDelivery(
  { db, clock }: ServerContext,
  endpointId: string,
): Promise<Delivery | undefined> {
  const now = clock.now();
  const { rows } = await sql<Delivery>`
    update webhook_deliveries set due_at = ${new Date(now + lease)}, attempts = attempts + 1
    where endpoint_id = ${endpointId} and event_id = (
      select event_id from webhook_deliveries
      where endpoint_id = ${endpointId} and delivered_at is null and failed_at is null
        and due_at <= ${new Date(now)}
      order by due_at limit 1 for update skip locked
    )
    returning event_id, body, attempts
  `.execute(db);
  return rows[0];
}

function attempt(
  context: ServerContext,
  { id, url }: Endpoint,
  { event_id, body }: Delivery,
): Promise<WebhookResult> {
  const timestamp = Math.floor(context.clock.now() / 1_000);
  return sendWebhook({
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Meisterhand-Webhooks/1',
      'webhook-id': event_id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWebhook(webhookSecret(context, id), { id: event_id, timestamp, body }),
    },
    body,
    allowsInternal: context.settings.mode === 'demo',
  });
}

async function noteSuccess(
  { db, clock }: ServerContext,
  { id }: Endpoint,
  { event_id }: Delivery,
  result: WebhookResult,
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ delivered_at: new Date(clock.now()), last_result: describeResult(result) })
    .where('event_id', '=', event_id)
    .where('endpoint_id', '=', id)
    .execute();
  await db
    .updateTable('webhook_endpoints')
    .set({ failures: 0, paused_until: null })
    .where('id', '=', id)
    .where('failures', '>', 0)
    .execute();
}

async function noteFailure(
  context: ServerContext,
  { id }: Endpoint,
  { event_id, attempts }: Delivery,
  result: WebhookResult,
): Promise<void> {
  const { db, clock, log } = context;
  const now = clock.now();
  const last_result = describeResult(result);
  if (result.status === 410) {
    log.warn('webhook_endpoint_disabled', { endpoint: id });
    await giveUpEndpoint(context, id, last_result);
    return;
  }
  const pause = pauses[attempts - 1];
  if (pause === undefined)
    log.warn('webhook_given_up', { endpoint: id, event: event_id, result: last_result });
  await db
    .updateTable('webhook_deliveries')
    .set({
      last_result,
      ...(pause === undefined ? { failed_at: new Date(now) } : { due_at: new Date(now + pause * 1_000) }),
    })
    .where('event_id', '=', event_id)
    .where('endpoint_id', '=', id)
    .execute();
  await sql`
    update webhook_endpoints set failures = failures + 1,
      paused_until = ${new Date(now)}::timestamptz
        + least(${firstPause} * 2 ^ least(failures, 10), ${longestPause}) * interval '1 second'
    where id = ${id}
  `.execute(db);
}

/** Disables an endpoint whose receiver returned 410, and gives up its waiting deliveries. */
async function giveUpEndpoint({ db, clock }: ServerContext, id: string, last_result: string): Promise<void> {
  const now = new Date(clock.now());
  await db.updateTable('webhook_endpoints').set({ disabled_at: now }).where('id', '=', id).execute();
  await db
    .updateTable('webhook_deliveries')
    .set({ failed_at: now, last_result })
    .where('endpoint_id', '=', id)
    .where('delivered_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute();
}

/** Whether the receiver has accepted the event: any status from 200 to 299. */
function isTaken({ status }: WebhookResult): boolean {
  return status !== null && Math.floor(status / 100) === 2;
}

function describeResult(result: WebhookResult): string {
  return result.status === null ? result.reason : String(result.status);
}
