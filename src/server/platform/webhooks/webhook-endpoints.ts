import { type Kysely, sql } from 'kysely';
import type { WebhookEventName } from '#api/webhook-events.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { isInternalHost } from './send-webhook.ts';
import { webhookSecret } from './signature.ts';

/** Maximum number of endpoints; limited because each event is stored once per endpoint. */
export const maxEndpoints = 20;

/** Milliseconds for which a repeated call gets the secret, in case the first response was lost. */
const secretShownFor = 10 * 60_000;

/** Why an address cannot be registered. */
export type EndpointRefusal =
  | 'NO_ADDRESS'
  | 'HTTPS_NEEDED'
  | 'INTERNAL_ADDRESS'
  | 'TOO_MANY'
  | 'OTHER_ENDPOINT';

interface NewEndpoint {
  /** Chosen by the caller, so that a repeated call registers nothing more. */
  readonly id?: string;
  readonly url: string;
  readonly events: readonly WebhookEventName[];
}

/**
 * Registers an endpoint for events; returns its id and the secret for its signatures. Live mode accepts only https
 * addresses outside of the own network. A repeated call with the same id returns the same secret for ten minutes.
 * `OTHER_ENDPOINT`: the id was used earlier, for another address or other events, or for an endpoint that was removed,
 * whose receivers know the secret.
 */
export async function addEndpoint(
  context: ServerContext,
  { id = context.ids.uuid(), url, events }: NewEndpoint,
): Promise<Result<{ readonly id: string; readonly secret: string }, EndpointRefusal>> {
  const refusal = refuseAddress(context, url);
  if (refusal !== null) return err(refusal);
  const secret = webhookSecret(context, id);
  return inTransaction(context.db, async (trx) => {
    // One call at a time, so that a repeated call sees the first one and the maximum number holds.
    await sql`select pg_advisory_xact_lock(hashtextextended('webhook_endpoints', 0))`.execute(trx);
    const rows = await trx
      .selectFrom('webhook_endpoints')
      .select(['id', 'url', 'events', 'created_at'])
      .execute();
    const known = rows.find((row) => row.id === id);
    if (known !== undefined) {
      const isSame = known.url === url && known.events.toSorted().join() === events.toSorted().join();
      const isNew = known.created_at.getTime() > context.clock.now() - secretShownFor;
      return isSame && isNew ? ok({ id, secret }) : err('OTHER_ENDPOINT');
    }
    if (rows.length >= maxEndpoints) return err('TOO_MANY');
    if (await wasRemoved(trx, id)) return err('OTHER_ENDPOINT');
    await trx
      .insertInto('webhook_endpoints')
      .values({ id, url, events: [...events], created_at: new Date(context.clock.now()) })
      .execute();
    await recordChange(trx, context, {
      action: 'webhook.added',
      record: { type: 'webhooks', id },
      after: { origin: originOf(url), events },
    });
    return ok({ id, secret });
  });
}

/** Whether an endpoint with this id was removed, as far as the audit log goes back (three years). */
async function wasRemoved(trx: Kysely<Database>, id: string): Promise<boolean> {
  const removed = await trx
    .selectFrom('audit_log')
    .select('id')
    .where('record_type', '=', 'webhooks')
    .where('record_id', '=', id)
    .where('action', '=', 'webhook.removed')
    .executeTakeFirst();
  return removed !== undefined;
}

/**
 * Returns the part of a URL that may be shown: path and query are often the receiver's secret
 * (docs/behaviour/webhooks.md#operators-and-webhooks).
 */
export function originOf(url: string): string {
  return new URL(url).origin;
}

function refuseAddress({ settings }: ServerContext, typed: string): EndpointRefusal | null {
  const url = URL.parse(typed);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    return 'NO_ADDRESS';
  }
  if (settings.mode === 'demo') return null;
  if (url.protocol !== 'https:') return 'HTTPS_NEEDED';
  return isInternalHost(url.hostname) ? 'INTERNAL_ADDRESS' : null;
}

/**
 * Enables an endpoint that is disabled or paused after failures; false if there is none with this id. Deliveries that
 * were given up stay so until they are sent again.
 */
export function enableEndpoint(context: ServerContext, id: string): Promise<boolean> {
  return inTransaction(context.db, async (trx) => {
    const enabled = await trx
      .updateTable('webhook_endpoints')
      .set({ disabled_at: null, paused_until: null, failures: 0 })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (enabled === undefined) return false;
    await recordChange(trx, context, { action: 'webhook.enabled', record: { type: 'webhooks', id } });
    return true;
  });
}

/** Disables an endpoint until it is enabled again; waiting deliveries are kept. False if there is none with this id. */
export function disableEndpoint(context: ServerContext, id: string): Promise<boolean> {
  return inTransaction(context.db, async (trx) => {
    const found = await trx
      .selectFrom('webhook_endpoints')
      .select('disabled_at')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (found === undefined) return false;
    if (found.disabled_at !== null) return true;
    await trx
      .updateTable('webhook_endpoints')
      .set({ disabled_at: new Date(context.clock.now()) })
      .where('id', '=', id)
      .execute();
    await recordChange(trx, context, { action: 'webhook.disabled', record: { type: 'webhooks', id } });
    return true;
  });
}

/** Returns all endpoints, oldest first, each with the number of its waiting deliveries. */
export async function listEndpoints(db: Kysely<Database>) {
  const rows = await db
    .selectFrom('webhook_endpoints')
    .selectAll('webhook_endpoints')
    .select((select) =>
      select
        .selectFrom('webhook_deliveries')
        .select(({ fn }) => fn.countAll<string>().as('waiting'))
        .whereRef('endpoint_id', '=', 'webhook_endpoints.id')
        .where('delivered_at', 'is', null)
        .where('failed_at', 'is', null)
        .as('waiting'),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ waiting, ...endpoint }) => ({ ...endpoint, waiting: Number(waiting) }));
}

/** Returns the newest deliveries of each of these endpoints. */
export async function listDeliveries(db: Kysely<Database>, endpointIds: readonly string[], most: number) {
  return db
    .selectFrom('webhook_endpoints')
    .innerJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('webhook_deliveries')
          .select(['endpoint_id', 'event_id', 'event', 'created_at', 'attempts', 'due_at'])
          .select(['delivered_at', 'failed_at', 'last_result'])
          .whereRef('endpoint_id', '=', 'webhook_endpoints.id')
          .orderBy('created_at', 'desc')
          .orderBy('event_id')
          .limit(most)
          .as('delivery'),
      (join) => join.onTrue(),
    )
    .selectAll('delivery')
    .where('webhook_endpoints.id', 'in', endpointIds)
    .orderBy('delivery.created_at', 'desc')
    .orderBy('delivery.event_id')
    .execute();
}

/** Removes an endpoint with all its deliveries; false when there is none with this id. */
export function removeEndpoint(context: ServerContext, id: string): Promise<boolean> {
  return inTransaction(context.db, async (trx) => {
    const removed = await trx
      .deleteFrom('webhook_endpoints')
      .where('id', '=', id)
      .returning(['url', 'events'])
      .executeTakeFirst();
    if (removed === undefined) return false;
    await recordChange(trx, context, {
      action: 'webhook.removed',
      record: { type: 'webhooks', id },
      before: { origin: originOf(removed.url), events: removed.events },
    });
    return true;
  });
}

/**
 * Makes an event due again for all endpoints for which it was queued and that are not disabled, even if it was
 * delivered or given up. Returns the number of endpoints.
 */
export function resendEvent(context: ServerContext, eventId: string): Promise<number> {
  return inTransaction(context.db, async (trx) => {
    const again = await trx
      .updateTable('webhook_deliveries')
      .from('webhook_endpoints')
      .set({ due_at: new Date(context.clock.now()), attempts: 0, delivered_at: null, failed_at: null })
      .whereRef('webhook_endpoints.id', '=', 'webhook_deliveries.endpoint_id')
      .where('webhook_endpoints.disabled_at', 'is', null)
      .where('event_id', '=', eventId)
      .returning('endpoint_id')
      .execute();
    if (again.length === 0) return 0;
    await trx
      .updateTable('webhook_endpoints')
      .set({ paused_until: null })
      .where(
        'id',
        'in',
        again.map(({ endpoint_id }) => endpoint_id),
      )
      .execute();
    await recordChange(trx, context, {
      action: 'webhook.resent',
      record: { type: 'webhook_events', id: eventId },
      after: { endpoints: again.length },
    });
    return again.length;
  });
}
