import type { Webhook } from '#api/operations/operator-webhook-endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { err, ok } from '#core/rules/basics/result.ts';
import { actingAs } from '#server/platform/audit-log.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { toListDocument } from '#server/platform/http/list-document.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import {
  addEndpoint,
  disableEndpoint,
  type EndpointRefusal,
  enableEndpoint,
  listDeliveries,
  listEndpoints,
  removeEndpoint,
} from '#server/platform/webhooks/webhook-endpoints.ts';
import { stateOfDelivery } from './operator-events.ts';

/** Maximum number of deliveries shown for each endpoint. */
const shown = 10;

/**
 * Operator routes for webhook endpoints, which call the same services as the commands
 * (docs/behaviour/webhooks.md#operators-and-webhooks).
 */
export function operatorWebhookRoutes(context: ServerContext): readonly Route[] {
  const done = (isFound: boolean) =>
    isFound ? ok({ success: true as const }) : err(domainFailure('NOT_FOUND'));
  return [
    route(operatorEndpoints.listWebhooks, async () => {
      const rows = await readWebhooks(context);
      const { data } = toListDocument('webhooks', { rows, next: null });
      return ok({ data });
    }),
    route(operatorEndpoints.addWebhook, async ({ body, caller }) => {
      const added = await addEndpoint(actingAs(context, caller), body);
      return added.ok ? ok({ data: added.value }) : err(failures[added.error]);
    }),
    route(operatorEndpoints.changeWebhook, async ({ params, body, caller }) => {
      const change = body.is_enabled ? enableEndpoint : disableEndpoint;
      return done(await change(actingAs(context, caller), params.id));
    }),
    route(operatorEndpoints.removeWebhook, async ({ params, caller }) =>
      done(await removeEndpoint(actingAs(context, caller), params.id)),
    ),
  ];
}

const wrongAddress = (reason: 'wrong_format' | 'not_offered') =>
  domainFailure('INVALID_INPUT', { pointer: '/url', reason });

const failures: Readonly<Record<EndpointRefusal, DomainFailure>> = {
  NO_ADDRESS: wrongAddress('wrong_format'),
  HTTPS_NEEDED: wrongAddress('not_offered'),
  INTERNAL_ADDRESS: wrongAddress('not_offered'),
  TOO_MANY: domainFailure('NOT_POSSIBLE'),
  OTHER_ENDPOINT: domainFailure('RECORD_CHANGED', { pointer: '/id' }),
};

async function readWebhooks({ db }: ServerContext): Promise<readonly Webhook[]> {
  const endpoints = await listEndpoints(db);
  const ids = endpoints.map(({ id }) => id);
  const deliveries = ids.length === 0 ? [] : await listDeliveries(db, ids, shown);
  return endpoints.map(({ created_at, disabled_at, paused_until, ...endpoint }) => ({
    ...endpoint,
    created_at: created_at.toISOString(),
    disabled_at: disabled_at?.toISOString() ?? null,
    paused_until: paused_until?.toISOString() ?? null,
    deliveries: deliveries
      .filter(({ endpoint_id }) => endpoint_id === endpoint.id)
      .map((delivery) => ({
        event_id: delivery.event_id,
        event: delivery.event,
        created_at: delivery.created_at.toISOString(),
        ...stateOfDelivery(delivery),
      })),
  }));
}
