import { operatorEndpoints } from '#api/operator-endpoints.ts';
import {
  type CatalogueRecord,
  type ListedRecord,
  type RecordType,
  recordTypes,
} from '#core/model/catalogue-record.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { mayUseRecords } from '#core/rules/operations/permissions.ts';
import { setStock } from '#server/catalogue/set-stock.ts';
import { listLegalVersions, readLegalVersion } from '#server/content/records/legal/legal-versions.ts';
import { actingAs } from '#server/platform/audit-log.ts';
import type { OperatorCaller } from '#server/platform/caller.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { type Route, route, success } from '#server/platform/http/route.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { cancelPlan } from './plan-records.ts';
import { previewRecord } from './preview-record.ts';
import { listRecords, readRecord } from './read-record.ts';
import { readRecordForm } from './record-form.ts';
import { listVersions, readVersion } from './record-versions.ts';
import { removeDraft } from './remove-draft.ts';
import { restoreVersion, saveRecord, setOnSale } from './save-record.ts';

/** Back office routes to find and change records of the catalogue. */
export function catalogueRecordRoutes(context: ServerContext): readonly Route[] {
  return [
    route(operatorEndpoints.listCatalogueRecords, async ({ query, caller }) => {
      const { rows, next } = await listRecords(context.db, {
        q: query['filter[q]'],
        type: query['filter[type]'],
        group: query['filter[group]'],
        state: query['filter[state]'],
        hidden: recordTypes.filter((type) => !mayUseRecords(type, caller.operator.permissions)),
        field: query['filter[field]'],
        slugs: query['filter[slug]']?.split(','),
        after: query['page[after]'],
        size: query['page[size]'],
      });
      return ok({ data: rows.map(toResource), meta: { next } });
    }),
    route(operatorEndpoints.getCatalogueRecord, async ({ params, caller }) => {
      if (!mayUse(params, caller)) return forbidden;
      const record = await readRecord(context, params);
      return record === null ? err(domainFailure('NOT_FOUND')) : ok({ data: toResource(record) });
    }),
    route(operatorEndpoints.getCatalogueForm, async ({ params, caller }) => {
      if (!mayUse(params, caller)) return forbidden;
      const attributes = await readRecordForm(context, params.type, caller);
      return ok({ data: { type: 'catalogue_forms' as const, id: params.type, attributes } });
    }),
    route(operatorEndpoints.saveCatalogueRecord, async ({ params, body, caller }) => {
      if (!mayUse(params, caller)) return forbidden;
      const { publish_at = null, ...edit } = body;
      const publishAt = publish_at === null ? null : new Date(publish_at);
      const saved = await saveRecord(actingAs(context, caller), { ...params, ...edit, publishAt });
      if (!saved.ok) return saved;
      const { record, faults } = saved.value;
      return ok({ data: toResource(record), meta: { faults: [...faults] } });
    }),
    route(operatorEndpoints.removeCatalogueRecord, async ({ params, query, caller }) => {
      if (!mayUse(params, caller)) return forbidden;
      const removed = await removeDraft(actingAs(context, caller), { ...params, ...query });
      return removed.ok ? ok(success) : removed;
    }),
    route(operatorEndpoints.listCatalogueVersions, async ({ params, query, caller }) => {
      if (!mayUse(params, caller)) return forbidden;
      const page = { before: query['page[before]'], size: query['page[size]'] };
      const { rows, next } = await listVersions(context.db, params, page);
      return ok({ data: rows, meta: { next } });
    }),
    route(operatorEndpoints.getCatalogueVersion, async ({ params: { number, ...key }, caller }) => {
      if (!mayUse(key, caller)) return forbidden;
      const version = await readVersion(context.db, key, number);
      return version === null ? err(domainFailure('NOT_FOUND')) : ok({ data: version });
    }),
    route(operatorEndpoints.restoreCatalogueVersion, async ({ params, body, caller }) => {
      if (!mayUse(params, caller)) return forbidden;
      return asData(await restoreVersion(actingAs(context, caller), { ...params, ...body }));
    }),
    route(operatorEndpoints.callOffCataloguePlan, async ({ params, caller }) => {
      if (!mayUse(params, caller)) return forbidden;
      return asData(await cancelPlan(actingAs(context, caller), params));
    }),
    route(operatorEndpoints.setOnSale, async ({ params, body: { version, is_on_sale }, caller }) => {
      if (!mayUse(params, caller)) return forbidden;
      return asData(await setOnSale(actingAs(context, caller), { ...params, version, isOnSale: is_on_sale }));
    }),
    route(operatorEndpoints.previewCatalogueRecord, async ({ params, query: { locale }, caller }) => {
      if (!mayUse(params, caller)) return forbidden;
      const page = await previewRecord(context, params, locale);
      if (!page.ok) return page;
      const { html, policy } = page.value;
      return {
        ...ok({ filename: `${params.slug}.html`, content: new TextEncoder().encode(html) }),
        headers: { 'Content-Security-Policy': policy, 'X-Robots-Tag': 'noindex, nofollow' },
      };
    }),
    route(operatorEndpoints.listLegalVersions, async ({ params, query }) => {
      const page = { before: query['page[before]'], size: query['page[size]'] };
      const { rows, next } = await listLegalVersions(context.db, params.slug, page);
      return ok({ data: rows, meta: { next } });
    }),
    route(operatorEndpoints.getLegalVersion, async ({ params }) => {
      const version = await readLegalVersion(context.db, params);
      return version === null ? err(domainFailure('NOT_FOUND')) : ok({ data: version });
    }),
    route(operatorEndpoints.setProductStock, async ({ params, body, caller }) => {
      const set = await setStock(actingAs(context, caller), params.id, body.stock, body.seen);
      return set.ok ? ok({ data: { stock: body.stock } }) : set;
    }),
  ];
}

const forbidden = err(domainFailure('FORBIDDEN'));

function mayUse({ type }: { readonly type: RecordType }, { operator }: OperatorCaller): boolean {
  return mayUseRecords(type, operator.permissions);
}

function asData(changed: Result<CatalogueRecord, DomainFailure>) {
  return changed.ok ? ok({ data: toResource(changed.value) }) : changed;
}

function toResource<Item extends CatalogueRecord | ListedRecord>({ id, ...attributes }: Item) {
  return { type: 'catalogue_records' as const, id, attributes };
}
