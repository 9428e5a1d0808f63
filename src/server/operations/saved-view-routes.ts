import { operatorEndpoints } from '#api/operator-endpoints.ts';
import type { SavedView } from '#core/model/saved-view.ts';
import { ok } from '#core/rules/basics/result.ts';
import { actingAs } from '#server/platform/audit-log.ts';
import { type Route, route, success } from '#server/platform/http/route.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { createSavedView, listSavedViews, removeSavedView } from './saved-views.ts';

/** Routes for list filters that operators save. */
export function savedViewRoutes(context: ServerContext): readonly Route[] {
  return [
    route(operatorEndpoints.listSavedViews, async ({ query, caller }) => {
      const views = await listSavedViews(context, caller.operator, query['filter[place]']);
      return views.ok ? ok({ data: views.value.map(toResource) }) : views;
    }),
    route(operatorEndpoints.createSavedView, async ({ body, caller }) => {
      const saved = await createSavedView(actingAs(context, caller), caller.operator, body);
      return saved.ok ? ok({ data: toResource(saved.value) }) : saved;
    }),
    route(operatorEndpoints.removeSavedView, async ({ params, caller }) => {
      const removed = await removeSavedView(actingAs(context, caller), caller.operator, params.id);
      return removed.ok ? ok(success) : removed;
    }),
  ];
}

function toResource({ id, ...attributes }: SavedView) {
  return { type: 'saved_views' as const, id, attributes };
}
