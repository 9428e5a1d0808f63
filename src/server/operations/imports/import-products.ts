import type { Transaction } from 'kysely';
import { productKinds } from '#core/model/product.ts';
import type { ImportPlan, PlannedImport } from '#core/model/shop-import.ts';
import type { Locale } from '#core/model/values.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { differingFields } from '#core/rules/catalogue/record-values.ts';
import {
  type ImportedProduct,
  productColumns,
  type ReadItem,
  readProducts,
} from '#core/rules/operations/imports/read-products.ts';
import { paragraphsOf } from '#server/content/paragraphs-of.ts';
import { saveDrafts } from '#server/content/records/change-record.ts';
import type { RecordValue, StoredRecord } from '#server/content/records/merge-records.ts';
import { lockCatalogue, readRecords } from '#server/content/records/stored-records.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { runImport } from './import-runs.ts';
import { countStates, type ImportFile, readImport, refusedItem, toPlan } from './plan-import.ts';

/** Record types that imported products can have. */
const kinds: readonly string[] = ['course', 'book', 'gift_box'] satisfies readonly ImportedProduct['kind'][];

interface PlannedProduct {
  readonly row: PlannedImport;
  /** Null if nothing is saved. */
  readonly draft: Draft | null;
}

interface Draft {
  readonly type: ImportedProduct['kind'];
  readonly slug: string;
  /** Undefined if it does not exist yet. */
  readonly record: StoredRecord | undefined;
  readonly value: RecordValue;
}

/**
 * Imports all products of another shop as drafts, or none (docs/behaviour/operations.md#import-from-other-shops).
 * Without `seen` only the plan is returned. `NOT_POSSIBLE`: a row is refused; `RECORD_CHANGED`: the plan is no longer
 * the one that was seen.
 */
export async function importProducts(
  context: ServerContext,
  file: ImportFile,
): Promise<Result<ImportPlan, DomainFailure>> {
  const read = readImport(file, productColumns, readProducts);
  const makePlan = async (trx: Transaction<Database>) => {
    const records = await readRecords(trx);
    const products = records.filter(({ type }) => (productKinds as readonly string[]).includes(type));
    const planned = planProducts(read.items, products, file.language);
    const versions = planned.map(({ draft }) => [
      draft?.type,
      draft?.slug,
      draft?.record?.version,
      draft?.value,
    ]);
    const drafts = planned.flatMap(({ draft }) => draft ?? []);
    const rows = planned.map(({ row }) => row);
    return { plan: toPlan(read, rows, [file.language, versions]), drafts };
  };
  if (file.seen === null) return ok((await inTransaction(context.db, makePlan)).plan);
  return runImport(context, 'products', async (trx, writeRows) => {
    await lockCatalogue(trx);
    const { plan, drafts } = await makePlan(trx);
    if (plan.rows.some(({ state }) => state === 'refused')) return err(domainFailure('NOT_POSSIBLE'));
    if (plan.seen !== file.seen) return err(domainFailure('RECORD_CHANGED'));
    await writeRows(drafts, (portion) =>
      saveDrafts(
        { trx, context },
        portion.map(({ type, slug, record, value }) => ({ key: { type, slug }, row: record, value })),
      ),
    );
    await recordChange(trx, context, {
      action: 'catalogue.imported',
      record: { type: 'catalogue_records', id: 'import' },
      after: { source: plan.source, ...countStates(plan) },
    });
    return ok({ ...plan, is_applied: true });
  });
}

function planProducts(
  items: readonly ReadItem<ImportedProduct>[],
  records: readonly StoredRecord[],
  language: Locale,
): readonly PlannedProduct[] {
  const known = Map.groupBy(records, ({ slug }) => slug);
  const places = new Map<string, number>();
  /** Returns the position after all products of the kind, drafts included. */
  const nextPosition = (kind: string) => {
    const next = (places.get(kind) ?? lastPosition(records, kind)) + 1;
    places.set(kind, next);
    return next;
  };
  return items.map((item): PlannedProduct => {
    const product = item.value;
    if (product === null) return { row: refusedItem(item), draft: null };
    const same = known.get(product.slug) ?? [];
    // A draft of another kind may have the slug of a published product.
    const record = same.find(({ published }) => published !== null) ?? same[0];
    if (record !== undefined && !kinds.includes(record.type)) {
      const fault = { line: item.lines[0] ?? 1, column: null, code: 'taken' as const };
      return { row: refusedItem({ ...item, faults: [fault] }), draft: null };
    }
    // An existing record keeps its kind, even if the file suggests another one.
    const type = (record?.type ?? product.kind) as ImportedProduct['kind'];
    const before = record?.draft ?? record?.published ?? null;
    const fields = fieldsOf({ ...product, kind: type }, language);
    // The shop itself counts the stock of published products.
    const { stock, ...others } = fields;
    const value = overlaid(
      before ?? { position: nextPosition(type) },
      record?.published ? others : withoutNothing(fields),
    );
    const changed = differingFields(before, value);
    const state = before === null ? 'new' : changed.length === 0 ? 'same' : 'changed';
    return {
      row: {
        ...{ lines: [...item.lines], name: item.name, state, fields: [...changed], faults: [] },
        left_out: [...product.left_out],
      },
      draft: state === 'same' ? null : { type, slug: product.slug, record, value },
    };
  });
}

function lastPosition(records: readonly StoredRecord[], kind: string): number {
  const own = records.filter(({ type }) => type === kind);
  return Math.max(
    0,
    ...own.flatMap(({ published, draft }) => [published, draft].map((value) => Number(value?.position ?? 0))),
  );
}

/** Converts an imported product to the fields of a record of its kind. */
function fieldsOf(product: ImportedProduct, language: Locale): RecordValue {
  const { kind, title, price_cents, stock, weight_grams, isbn, picture_alt } = product;
  const inLanguage = (text: string | readonly string[]) => (text.length === 0 ? null : { [language]: text });
  const seo = withoutNothing({
    title: inLanguage(product.seo_title),
    description: inLanguage(product.seo_description),
  });
  return withoutNothing({
    title: inLanguage(title),
    picture_alt: inLanguage(picture_alt),
    lead: inLanguage(paragraphsOf(product.summary).join(' ')),
    description: inLanguage(paragraphsOf(product.description)),
    seo: Object.keys(seo).length === 0 ? null : seo,
    price_cents,
    ...(kind === 'course' ? {} : { stock, weight_grams }),
    ...(kind === 'book' ? { isbn } : {}),
  });
}

function withoutNothing(fields: RecordValue): RecordValue {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** Merges imported fields into a record; texts in the other language and all other fields stay. */
function overlaid(record: RecordValue, fields: RecordValue): RecordValue {
  const entries = Object.entries(fields).map(([name, value]) => {
    const own = record[name];
    return [name, isFields(value) ? overlaid(isFields(own) ? own : {}, value) : value] as const;
  });
  return { ...record, ...Object.fromEntries(entries) };
}

function isFields(value: unknown): value is RecordValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
