import {
  type CatalogueRecord,
  isShownOrNot,
  type RecordFault,
  type RecordType,
} from '#core/model/catalogue-record.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { changedFilms, filmsOf, withFilm, withFilms } from '#core/rules/catalogue/record-films.ts';
import { notePrices } from '#server/catalogue/price-ledger.ts';
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
  showSale,
  store,
} from './change-record.ts';
import { beginningOf, checkDayAhead, checkPlannedDay } from './legal-days.ts';
import type { RecordValue } from './merge-records.ts';
import { plan } from './plan-records.ts';
import { keepOffSale, putOnSale } from './publish-records.ts';
import { readRecord } from './read-record.ts';
import type { RecordKey } from './record-types.ts';
import { readVersion } from './record-versions.ts';
import { keptFilms } from './show-films.ts';

/** What somebody changes, with the version that was read; 0: a new record. */
interface Edited extends RecordKey {
  readonly version: number;
}

interface Edit extends Edited {
  readonly value: RecordValue;
  readonly publishes: boolean;
  /** When it is published; null, or a time that has passed: at once. */
  readonly publishAt: Date | null;
}

interface Saved {
  readonly record: CatalogueRecord;
  /** Why it was not published. */
  readonly faults: readonly RecordFault[];
}

/**
 * Saves what somebody wrote: as a draft, or for the shop, now or later, when that is asked for and the record has no
 * faults (docs/behaviour/content.md#drafts). Of two who read the same version the second is refused.
 */
export async function saveRecord(context: ServerContext, edit: Edit): Promise<Result<Saved, DomainFailure>> {
  const { type, slug, version, value, publishes, publishAt } = edit;
  const saved = await changeRecord(context, { type, slug, version }, async (change) => {
    if (!publishes) {
      await saveUncheckedDraft(change, value);
      return ok([]);
    }
    const checked = await checkValue(change, value);
    if (!checked.ok) {
      await saveDraft(change, value);
      return ok(checked.error);
    }
    const now = context.clock.now();
    if (type === 'legal') {
      const past = checkDayAhead(change.row?.published ?? null, checked.value, now);
      const days = [...past, ...(await checkPlannedDay(change.trx, { slug, value: checked.value }))];
      if (days.length > 0) {
        await saveDraft(change, value);
        return ok(days);
      }
    }
    const at = type === 'legal' ? new Date(beginningOf(checked.value)) : publishAt;
    if (publishAt !== null && publishAt.getTime() !== at?.getTime())
      return err(domainFailure('NOT_POSSIBLE'));
    if (at !== null && at.getTime() > now) {
      await prepareLessons(change, checked.value);
      const planned = await plan(change, checked.value, at);
      return planned.ok ? ok([]) : planned;
    }
    await publish(change, checked.value, null);
    return ok([]);
  });
  return saved.ok ? withFaults(context, edit, saved.value) : saved;
}

/**
 * Takes an earlier version of a record back, as a draft: what was saved since stays a version. Stock is set apart from
 * the record, so it stays as it is, as do films in place of those that are gone by now.
 */
export async function restoreVersion(
  context: ServerContext,
  { number, ...edited }: Edited & { readonly number: number },
): Promise<Result<CatalogueRecord, DomainFailure>> {
  const restored = await changeRecord(context, edited, async (change) => {
    const found = await readVersion(change.trx, change.key, number);
    if (found === null) return err(domainFailure('NOT_FOUND'));
    const { stock } = change.row?.published ?? {};
    const value = await withKeptFilms(change, found.value);
    await saveUncheckedDraft(change, stock === undefined ? value : { ...value, stock });
    return ok(null);
  });
  return restored.ok ? asRead(context, edited) : restored;
}

/** The version with the films that are published now in place of those that are gone. */
async function withKeptFilms({ trx, context, row }: RecordChange, value: RecordValue): Promise<RecordValue> {
  const named = filmsOf(value);
  const kept = await keptFilms(trx, value, new Date(context.clock.now()));
  const gone = changedFilms(named, kept);
  if (gone.length === 0) return value;
  const published = filmsOf(row?.published ?? null);
  return withFilms(
    value,
    gone.reduce((films, name) => withFilm(films, name, published[name]), named),
  );
}

/**
 * Takes a product off sale, or an offer or text out of the shop, or puts it back (docs/behaviour/content.md#off-sale).
 * `NOT_POSSIBLE` for what the shop cannot be without, was never published, or is so already.
 */
export async function setOnSale(
  context: ServerContext,
  { isOnSale, ...edited }: Edited & { readonly isOnSale: boolean },
): Promise<Result<CatalogueRecord, DomainFailure>> {
  const set = await changeRecord(context, edited, async (change) => {
    const { row, trx, key } = change;
    const published = row?.published ?? null;
    if (row === undefined || published === null || isNeeded(key.type) || row.is_on_sale === isOnSale)
      return err(domainFailure('NOT_POSSIBLE'));
    const values = { published, draft: row.draft, is_on_sale: isOnSale };
    const state = isOnSale ? 'on_sale' : 'off_sale';
    await store(change, values, { state, before: published, after: published });
    if (isShownOrNot(key.type)) {
      await showSale(change, isOnSale);
      return ok(null);
    }
    await (isOnSale ? putOnSale(trx, key) : keepOffSale(trx));
    await notePrices(trx, new Date(context.clock.now()));
    return ok(null);
  });
  return set.ok ? asRead(context, edited) : set;
}

const neededTypes: readonly RecordType[] = ['master', 'categories', 'announcement', 'giveaway', 'legal'];

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
