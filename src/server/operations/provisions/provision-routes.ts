import type * as z from 'zod/mini';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { ok } from '#core/rules/basics/result.ts';
import { actingAs } from '#server/platform/audit-log.ts';
import { toListDocument } from '#server/platform/http/list-document.ts';
import { done, type Route, route } from '#server/platform/http/route.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { exportProvisions } from './export-provisions.ts';
import { listProvisionRates, removeProvisionRate, setProvisionRate } from './provision-rates.ts';
import { type ProvisionFilters, provisionDays, readProvisions } from './read-provisions.ts';

/** Routes for provisions of partners and their rates. */
export function provisionRoutes(context: ServerContext): readonly Route[] {
  const { db, clock } = context;
  return [
    route(operatorEndpoints.listProvisions, async ({ query }) => {
      const page = { after: query['page[after]'], size: query['page[size]'] };
      const filters = filtersOf(query, clock.now());
      const { totals, ...found } = await readProvisions(db, filters, page);
      const { data, meta } = toListDocument('provisions', found);
      return ok({ data, meta: { ...meta, from: filters.from, to: filters.to, totals } });
    }),
    route(operatorEndpoints.exportProvisions, async ({ query, caller }) =>
      ok(await exportProvisions(db, filtersOf(query, clock.now()), caller.locale)),
    ),
    route(operatorEndpoints.listProvisionRates, async () => {
      const rows = await listProvisionRates(db);
      return ok({ data: toListDocument('provision_rates', { rows, next: null }).data });
    }),
    route(operatorEndpoints.setProvisionRate, async ({ body, caller }) => {
      const { seen, ...rate } = body;
      const set = await setProvisionRate(actingAs(context, caller), rate, seen);
      if (!set.ok) return set;
      const { id, ...attributes } = set.value;
      return ok({ data: { type: 'provision_rates' as const, id, attributes } });
    }),
    route(operatorEndpoints.removeProvisionRate, async ({ params, caller }) =>
      done(await removeProvisionRate(actingAs(context, caller), params.id)),
    ),
  ];
}

type Query = z.output<typeof operatorEndpoints.exportProvisions.query>;

function filtersOf(query: Query, now: number): ProvisionFilters {
  const { 'filter[q]': q, 'filter[kind]': kind, 'filter[from]': from, 'filter[to]': to } = query;
  return { q, kind, ...provisionDays({ from, to }, now) };
}
