import {
  type CatalogueRecord,
  canBeHidden,
  type RecordFault,
  type RecordType,
  singleTypes,
} from '#core/model/catalogue-record.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { changedFilms, filmsOf, withFilm, withFilms } from '#core/rules/catalogue/record-films.ts';
import { isSameValue } from '#core/rules/catalogue/record-values.ts';
import { recordPrices } from '#server/catalogue/price-ledger.ts';
import { checkNewVersions } from '#server/content/records/legal/check-new-versions.ts';
import { checkDayAhead, checkPlannedDay, effectiveTimeOf } from '#server/content/records/legal/legal-days.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import {
  changeRecord,
  checkValue,
  prepareLessons,
  publish,
  type RecordChange,
  saveDraft,
  saveUncheckedDraft,
  store,
  updateVisibility,
} from './change-record.ts';
import type { RecordValue } from './merge-records.ts';
import { planPublication } from './plan-records.ts';
import { deactivateOffSale, putOnSale } from './publish-records.ts';
import { readRecord } from './read-record.ts';
import { type RecordKey, recordSchemas } from './record-types.ts';
import { readVersion, type VersionWithValue } from './record-versions.ts';
import { existingFilms } from './show-films.ts';

/** An edited record with the version that was read; 0: a new record. */
interface Edited extends RecordKey {
  readonly version: number;
}

interface Edit extends Edited {
  readonly value: RecordValue;
  readonly publishes: boolean;
  /** When to publish; null or a past time: at once. */
  readonly publishAt: Date | null;
}

interface Saved {
  readonly record: CatalogueRecord;
  /** Faults that prevented publication. */
  readonly faults: readonly RecordFault[];
}

/**
 * Saves an edit as a draft, or publishes or plans it if requested and the record has no faults
 * (docs/behaviour/content.md#drafts). If two people edit the same version differently, the second save
 * fails.
 */
export async function saveRecord(context: ServerContext, edit: Edit): Promise<Result<Saved, DomainFailure>> {
  const { type, slug, version } = edit;
  const saved = await changeRecord(
    context,
    { type, slug, version },
    (change) => saveEdit(change, edit),
    (change, last) => repeatedSave(change, last, edit),
  );
  return saved.ok ? withFaults(context, edit, saved.value) : saved;
}

/** Faults that prevented publication; empty if it was published, or not requested. */
type Saving = Result<readonly RecordFault[], DomainFailure>;

async function saveEdit(change: RecordChange, { type, value, publishes, publishAt }: Edit): Promise<Saving> {
  if (!publishes) {
    await saveUncheckedDraft(change, value);
    return ok([]);
  }
  const checked = await checkEdit(change, value, publishAt);
  if (!checked.ok) {
    await saveDraft(change, value);
    return ok(checked.error);
  }
  const at = type === 'legal' ? new Date(effectiveTimeOf(checked.value)) : publishAt;
  if (publishAt !== null && publishAt.getTime() !== at?.getTime()) return err(domainFailure('NOT_POSSIBLE'));
  if (at !== null && at.getTime() > change.now) {
    await prepareLessons(change, checked.value);
    const planned = await planPublication(change, checked.value, at);
    return planned.ok ? ok([]) : planned;
  }
  await publish(change, checked.value, null);
  return ok([]);
}

/** Validates as `checkValue` does, and checks the first day of a legal text and of those that shop data change. */
async function checkEdit(
  change: RecordChange,
  value: RecordValue,
  publishAt: Date | null,
): Promise<Result<RecordValue, readonly RecordFault[]>> {
  const checked = await checkValue(change, value);
  if (!checked.ok) return checked;
  const { trx, key, row, now } = change;
  const isLegal = key.type === 'legal';
  const days = isLegal
    ? [
        ...checkDayAhead(row?.published ?? null, checked.value, now),
        ...(await checkPlannedDay(trx, { slug: key.slug, value: checked.value })),
      ]
    : [];
  if (days.length > 0) return err(days);
  const at = isLegal ? effectiveTimeOf(checked.value) : (publishAt?.getTime() ?? now);
  const versions = await checkNewVersions(change, checked.value, Math.max(now, at));
  return versions.length > 0 ? err(versions) : checked;
}

/** Returns the result of the last save if it was this same edit; null if it was another. */
async function repeatedSave(
  change: RecordChange,
  last: VersionWithValue,
  { type, value, publishes, publishAt }: Edit,
): Promise<Saving | null> {
  if (last.state === 'draft') {
    if (!isSameValue(last.value, value)) return null;
    if (!publishes) return ok([]);
    const checked = await checkEdit(change, value, publishAt);
    return checked.ok ? null : ok(checked.error);
  }
  if (!publishes || (last.state !== 'published' && last.state !== 'planned')) return null;
  const isDue = publishAt === null || publishAt.getTime() <= change.context.clock.now();
  // A due plan stays a plan until a job publishes it.
  const isSameTime = last.publish_at === null ? isDue : last.publish_at === publishAt?.toISOString();
  // The publication time of a legal text is part of its value.
  const isTimely = type === 'legal' || isSameTime;
  return isTimely && isSameValue(last.value, recordSchemas[type].safeParse(value).data) ? ok([]) : null;
}

/**
 * Restores an earlier version as a draft. Later versions stay. Stock is kept, because it is set separately; films that
 * no longer exist are replaced by the published ones.
 */
export async function restoreVersion(
  context: ServerContext,
  { number, ...edited }: Edited & { readonly number: number },
): Promise<Result<CatalogueRecord, DomainFailure>> {
  const restored = await changeRecord(
    context,
    edited,
    async (change) => {
      const value = await earlierValue(change, number);
      if (value === null) return err(domainFailure('NOT_FOUND'));
      await saveUncheckedDraft(change, value);
      return ok(null);
    },
    async (change, last) => {
      const isSaved = last.state === 'draft' && isSameValue(last.value, await earlierValue(change, number));
      return isSaved ? ok(null) : null;
    },
  );
  return restored.ok ? asRead(context, edited) : restored;
}

async function earlierValue(change: RecordChange, number: number): Promise<RecordValue | null> {
  const found = await readVersion(change.trx, change.key, number);
  if (found === null) return null;
  const { stock } = change.row?.published ?? {};
  const value = await withKeptFilms(change, found.value);
  return stock === undefined ? value : { ...value, stock };
}

/** Replaces films that no longer exist by the published ones. */
async function withKeptFilms({ trx, context, row }: RecordChange, value: RecordValue): Promise<RecordValue> {
  const named = filmsOf(value);
  const kept = await existingFilms(trx, value, new Date(context.clock.now()));
  const gone = changedFilms(named, kept);
  if (gone.length === 0) return value;
  const published = filmsOf(row?.published ?? null);
  return withFilms(
    value,
    gone.reduce((films, name) => withFilm(films, name, published[name]), named),
  );
}

/**
 * Takes a product off sale, hides an offer or text, or reverses either (docs/behaviour/content.md#off-sale).
 * `NOT_POSSIBLE` if the shop needs the record, it was never published, or it already has this state.
 */
export async function setOnSale(
  context: ServerContext,
  { isOnSale, ...edited }: Edited & { readonly isOnSale: boolean },
): Promise<Result<CatalogueRecord, DomainFailure>> {
  const state = isOnSale ? 'on_sale' : 'off_sale';
  const set = await changeRecord(
    context,
    edited,
    async (change) => {
      const { row, trx, key } = change;
      const published = row?.published ?? null;
      if (row === undefined || published === null || isNeeded(key.type) || row.is_on_sale === isOnSale)
        return err(domainFailure('NOT_POSSIBLE'));
      const values = { published, draft: row.draft, is_on_sale: isOnSale };
      await store(change, values, { state, before: published, after: published });
      if (canBeHidden(key.type)) {
        await updateVisibility(change, isOnSale);
        return ok(null);
      }
      await (isOnSale ? putOnSale(trx, key) : deactivateOffSale(trx));
      await recordPrices(trx, new Date(context.clock.now()));
      return ok(null);
    },
    async (_, last) => (last.state === state ? ok(null) : null),
  );
  return set.ok ? asRead(context, edited) : set;
}

const neededTypes: readonly RecordType[] = ['master', 'giveaway', 'legal', ...singleTypes];

function isNeeded(type: RecordType): boolean {
  return neededTypes.includes(type);
}

async function asRead(
  context: ServerContext,
  key: RecordKey,
): Promise<Result<CatalogueRecord, DomainFailure>> {
  const record = await readRecord(context, key);
  return record === null ? err(domainFailure('NOT_FOUND')) : ok(record);
}

async function withFaults(
  context: ServerContext,
  key: RecordKey,
  faults: readonly RecordFault[],
): Promise<Result<Saved, DomainFailure>> {
  const read = await asRead(context, key);
  return read.ok ? ok({ record: read.value, faults }) : read;
}
