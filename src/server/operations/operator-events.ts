import { type Kysely, type Selectable, sql } from 'kysely';
import type { DeliveryState, WebhookEvent } from '#api/operations/correspondence-endpoints.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { originOf } from '#server/platform/webhooks/webhook-endpoints.ts';

/** How many deliveries are looked through. */
const newest = 200;

/** The newest events for other systems with their deliveries, those of a state only if one is given. */
export async function listEvents(
  db: Kysely<Database>,
  state: 'failed' | 'waiting' | 'delivered' | undefined,
): Promise<readonly WebhookEvent[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'endpoint_id')
    .select(['event_id', 'event', 'webhook_deliveries.created_at', 'url', 'attempts', 'due_at'])
    .select(['endpoint_id', 'delivered_at', 'failed_at', 'last_result'])
    .$if(state === 'failed', (query) => query.where('failed_at', 'is not', null))
    .$if(state === 'delivered', (query) => query.where('delivered_at', 'is not', null))
    .$if(state === 'waiting', (query) =>
      query.where('delivered_at', 'is', null).where('failed_at', 'is', null),
    )
    .orderBy('webhook_deliveries.created_at', 'desc')
    .orderBy('event_id')
    .orderBy(sql`endpoint_id`)
    .limit(newest)
    .execute();
  const byEvent = Map.groupBy(rows, ({ event_id }) => event_id);
  return [...byEvent].map(([id, deliveries]) => ({
    id,
    name: deliveries[0]?.event ?? '',
    created_at: (deliveries[0]?.created_at ?? new Date(0)).toISOString(),
    deliveries: deliveries.map((delivery) => ({
      endpoint_id: delivery.endpoint_id,
      origin: originOf(delivery.url),
      ...stateOfDelivery(delivery),
    })),
  }));
}

type StoredState = Pick<
  Selectable<Database['webhook_deliveries']>,
  'attempts' | 'due_at' | 'delivered_at' | 'failed_at' | 'last_result'
>;

/** How far a delivery is, as operators see it. */
export function stateOfDelivery(delivery: StoredState): DeliveryState {
  const { attempts, due_at, delivered_at, failed_at, last_result } = delivery;
  return {
    attempts,
    due_at: due_at.toISOString(),
    delivered_at: delivered_at?.toISOString() ?? null,
    failed_at: failed_at?.toISOString() ?? null,
    last_result,
  };
}
