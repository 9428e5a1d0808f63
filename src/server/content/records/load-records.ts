import type { Transaction } from 'kysely';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { differingFields } from '#core/rules/catalogue/record-values.ts';
import { storeContentValue } from '#server/content/loading/load-texts.ts';
import type { RecordSurroundings } from '#server/content/sources/catalogue-sources.ts';
import { checkCatalogue, checkTextRecords } from '#server/content/sources/check-references.ts';
import { composeBundles, composeMasters, composeProducts } from '#server/content/sources/compose-products.ts';
import {
  composeLegal,
  composeMarketing,
  composePosts,
  openingLines,
} from '#server/content/sources/compose-texts.ts';
import type { Content } from '#server/content/sources/content-shapes.ts';
import type { ContentFault } from '#server/content/sources/read-files.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import { chunks } from '#server/platform/database/chunks.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { findMovedDays } from './giveaway-days.ts';
import {
  type FileRecord,
  type MergedRecords,
  mergeRecords,
  rebasedDraft,
  type StoredRecord,
} from './merge-records.ts';
import { fileOfRecord } from './record-types.ts';
import { addVersions } from './record-versions.ts';
import { withShownFilms } from './show-films.ts';
import { isRecordHidden, readRecords, readSurroundings, recordsOf, sourcesOf } from './stored-records.ts';

interface Merging {
  readonly now: Date;
  /** Whether a file overwrites manual changes. */
  readonly overwrites: (file: string) => boolean;
  readonly loading: Pick<ServerContext, 'clock' | 'ids' | 'actor'>;
}

/**
 * Updates the records from the files, except those that were changed manually. Returns the content that the shop shows
 * then, or faults if files contradict manual changes or change the days of a drawn giveaway.
 */
export async function loadRecords(
  trx: Transaction<Database>,
  content: Content,
  { now, overwrites, loading }: Merging,
): Promise<Result<Content, readonly ContentFault[]>> {
  const { pictures, outlines, trailers, other_amounts, coupons } = content.sources;
  const surroundings: RecordSurroundings = { pictures, outlines, trailers, other_amounts, coupons };
  const files = recordsOf(content.sources);
  const stored = await readRecords(trx);
  const { overwritten, removed, published } = mergeRecords(files, stored, overwrites);
  const moved = await findMovedDays(trx, overwritten, stored);
  if (moved.length > 0) return err(moved);
  await storeContentValue(trx, 'catalogue_files', surroundings);
  await storeOverwritten(trx, await withShownFilms(trx, overwritten), {
    stored,
    now,
    changeId: await noteLoad(trx, loading, { overwritten, removed }),
  });
  for (const row of removed) await removeRecord(trx, row);
  const takenOut = new Set(stored.filter(isRecordHidden).map(fileOfRecord));
  const shown = published.filter((record) => !takenOut.has(fileOfRecord(record)));
  const values = new Set(files.map(({ value }) => value));
  if (shown.length === files.length && shown.every(({ value }) => values.has(value))) return ok(content);
  const sources = sourcesOf(shown, await readSurroundings(trx));
  // Price claims were checked with the files and at publication. They depend on what else is shown by now, and must not
  // prevent the shop from starting.
  const ofTexts = checkTextRecords(sources).filter(({ cause }) => cause?.code !== 'claim');
  const faults = [...checkCatalogue(sources), ...ofTexts];
  if (faults.length > 0) return err(faults.map(asContradiction));
  return ok({
    ...content,
    shop: sources.shop.value,
    opening_lines: openingLines(sources),
    greenbar: sources.announcement.value,
    marketing: composeMarketing(sources),
    posts: composePosts(sources),
    legal: composeLegal(sources),
    categories: sources.categories.value,
    bundles: composeBundles(sources),
    masters: composeMasters(sources),
    products: composeProducts(sources),
  });
}

function asContradiction(fault: ContentFault): ContentFault {
  return {
    ...fault,
    problem: `${fault.problem} (this record, or one that it names, was changed in the shop)`,
  };
}

/**
 * Writes the load to the audit log and returns the entry's id; null if nothing changes, or at a start of the shop,
 * which nobody asked for.
 */
async function noteLoad(
  trx: Transaction<Database>,
  loading: Merging['loading'],
  { overwritten, removed }: Pick<MergedRecords, 'overwritten' | 'removed'>,
): Promise<string | null> {
  if (loading.actor === undefined || overwritten.length + removed.length === 0) return null;
  return recordChange(trx, loading, {
    action: 'catalogue.loaded',
    record: { type: 'catalogue_records', id: 'files' },
    before: removed.length === 0 ? null : { files: removed.map(fileOfRecord) },
    after: { files: overwritten.map(fileOfRecord) },
  });
}

interface Storing {
  readonly stored: readonly StoredRecord[];
  readonly now: Date;
  readonly changeId: string | null;
}

/** Stores the files as published records and rebases existing drafts onto them. */
async function storeOverwritten(
  trx: Transaction<Database>,
  overwritten: readonly FileRecord[],
  { stored, now, changeId }: Storing,
): Promise<void> {
  const before = new Map(stored.map((row) => [fileOfRecord(row), row]));
  const versions = await addVersions(
    trx,
    overwritten.map((record) => ({
      ...{ type: record.type, slug: record.slug, value: record.value, state: 'loaded' as const },
      fields: differingFields(before.get(fileOfRecord(record))?.published ?? null, record.value),
      ...{ savedAt: now, changeId, publishAt: null },
    })),
  );
  const rows = overwritten.map((record, index) => {
    const { type, slug, value } = record;
    const json = JSON.stringify(value);
    const draft = rebasedDraft(before.get(fileOfRecord(record)), value);
    return {
      type,
      slug,
      draft: draft === null ? null : JSON.stringify(draft),
      loaded: json,
      published: json,
      changed_at: now,
      version: versions[index],
    };
  });
  for (const portion of chunks(rows))
    await trx
      .insertInto('catalogue_records')
      .values(portion)
      .onConflict((conflict) =>
        conflict.columns(['type', 'slug']).doUpdateSet((row) => ({
          loaded: row.ref('excluded.loaded'),
          published: row.ref('excluded.published'),
          draft: row.ref('excluded.draft'),
          changed_at: row.ref('excluded.changed_at'),
          version: row.ref('excluded.version'),
        })),
      )
      .execute();
}

/** Removes a record, but keeps its draft. Without a draft its plans end too, because no screen would show them. */
async function removeRecord(trx: Transaction<Database>, { type, slug, draft }: StoredRecord): Promise<void> {
  if (draft === null) {
    await trx
      .updateTable('catalogue_versions')
      .set({ state: 'called_off' })
      .where('type', '=', type)
      .where('slug', '=', slug)
      .where('state', 'in', ['planned', 'refused'])
      .execute();
    await trx.deleteFrom('catalogue_records').where('type', '=', type).where('slug', '=', slug).execute();
    return;
  }
  await trx
    .updateTable('catalogue_records')
    .set({ loaded: null, published: null })
    .where('type', '=', type)
    .where('slug', '=', slug)
    .execute();
}
