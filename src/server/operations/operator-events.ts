import { type Kysely, type Selectable, sql } from 'kysely';
import type { DeliveryState, WebhookEvent } from '#api/operations/correspondence-endpoints.ts';
import { type ListPage, type ListPageRequest, readPage } from '#server/platform/database/list-page.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { originOf } from '#server/platform/webhooks/webhook-endpoints.ts';

interface WantedEvents extends ListPageRequest {
  readonly state?: 'failed' | 'waiting' | 'delivered' | undefined;
}

const conditions = {
  failed: sql<boolean>`failed_at is not null`,
  delivered: sql<boolean>`delivered_at is not null`,
  waiting: sql<boolean>`delivered_at is null and failed_at is null`,
};

const newestFirst = { time: 'created_at', id: 'event_id', direction: 'desc' } as const;

/** Lists webhook events with their deliveries, newest first, optionally only those with deliveries in `state`. */
export async function listEvents(
  db: Kysely<Database>,
  { state, ...wanted }: WantedEvents,
): Promise<ListPage<WebhookEvent>> {
  const isShown = state === undefined ? sql<boolean>`true` : conditions[state];
  // All deliveries of an event are stored at the same time.
  const found = db
    .selectFrom('webhook_deliveries')
    .select(['event_id as id', 'event', 'created_at'])
    .distinct()
    .where(isShown);
  const { rows, next } = await readPage(found, newestFirst, wanted);
  const deliveries = await db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'endpoint_id')
    .select(['event_id', 'endpoint_id', 'url', 'attempts', 'due_at'])
    .select(['delivered_at', 'failed_at', 'last_result'])
    .where(sql<boolean>`event_id = any(${rows.map(({ id }) => id)})`)
    .where(isShown)
    .orderBy('endpoint_id')
    .execute();
  const byEvent = Map.groupBy(deliveries, ({ event_id }) => event_id);
  return {
    rows: rows.map(({ id, event, created_at }) => ({
      id,
      name: event,
      created_at: created_at.toISOString(),
      deliveries: (byEvent.get(id) ?? []).map((delivery) => ({
        endpoint_id: delivery.endpoint_id,
        origin: originOf(delivery.url),
        ...stateOfDelivery(delivery),
      })),
    })),
    next,
  };
}

type StoredState = Pick<
  Selectable<Database['webhook_deliveries']>,
  'attempts' | 'due_at' | 'delivered_at' | 'failed_at' | 'last_result'
>;

/** Converts a stored delivery to its state in the API. */
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
