import { sql, type Transaction } from 'kysely';
import type { WebhookEventData, WebhookEventName } from '#api/webhook-events.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/**
 * Queues an event for every webhook endpoint that subscribes to it, in the transaction that causes it
 * (docs/behaviour/webhooks.md). `data` is called only if there is one.
 */
export async function recordEvent<Name extends WebhookEventName>(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  event: Name,
  data: () => WebhookEventData[Name] | Promise<WebhookEventData[Name]>,
): Promise<void> {
  // Locked, so that an endpoint cannot be removed before this transaction has stored its delivery.
  const endpoints = await trx
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('disabled_at', 'is', null)
    .where(sql<boolean>`${event} = any(events)`)
    .forKeyShare()
    .execute();
  if (endpoints.length === 0) return;
  const now = new Date(context.clock.now());
  const event_id = context.ids.uuid();
  const body = JSON.stringify({ type: event, timestamp: now.toISOString(), data: await data() });
  await trx
    .insertInto('webhook_deliveries')
    .values(
      endpoints.map(({ id }) => ({
        event_id,
        endpoint_id: id,
        event,
        body,
        created_at: now,
        due_at: now,
      })),
    )
    .execute();
}
