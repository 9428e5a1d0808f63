import type { WebhookEventName } from '#api/webhook-events.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { isInternalHost } from './send-webhook.ts';
import { webhookSecret } from './signature.ts';

/** Each event is stored once per endpoint, so their number is limited. */
export const mostEndpoints = 20;

/** Why an address cannot be registered. */
export type EndpointRefusal = 'NO_ADDRESS' | 'HTTPS_NEEDED' | 'INTERNAL_ADDRESS' | 'TOO_MANY';

/**
 * Registers an address for events; returns its id and the secret for its signatures. Live mode takes only https
 * addresses outside of the own network.
 */
export async function addEndpoint(
  context: ServerContext,
  { url, events }: { readonly url: string; readonly events: readonly WebhookEventName[] },
): Promise<Result<{ readonly id: string; readonly secret: string }, EndpointRefusal>> {
  const refusal = refuseAddress(context, url);
  if (refusal !== null) return err(refusal);
  const id = context.ids.uuid();
  const isAdded = await inTransaction(context.db, async (trx) => {
    const rows = await trx.selectFrom('webhook_endpoints').select('id').limit(mostEndpoints).execute();
    if (rows.length === mostEndpoints) return false;
    await trx
      .insertInto('webhook_endpoints')
      .values({ id, url, events: [...events], created_at: new Date(context.clock.now()) })
      .execute();
    await recordChange(trx, context, {
      action: 'webhook.added',
      record: { type: 'webhooks', id },
      after: { url, events },
    });
    return true;
  });
  return isAdded ? ok({ id, secret: webhookSecret(context, id) }) : err('TOO_MANY');
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
 * Lets an endpoint take events again that its receiver has disabled, or that waits after failures; false when there is
 * none with this id. What was given up stays given up, until it is sent again.
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
      before: removed,
    });
    return true;
  });
}

/**
 * Makes an event due again for every endpoint that it was queued for and that still takes events, also where it was
 * delivered or given up. Returns for how many.
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
