import type { Transaction } from 'kysely';
import type { z } from 'zod';
import { groupOf, type RecordFault, type VersionState } from '#core/model/catalogue-record.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { changedFilms, differingPaths, filmsOf } from '#core/rules/catalogue/record-films.ts';
import { differingFields, isSameValue } from '#core/rules/catalogue/record-values.ts';
import { storeHiddenLessons } from '#server/content/loading/load-catalogue.ts';
import { checkFirstDay } from '#server/content/records/legal/legal-days.ts';
import { newVersionsOf } from '#server/content/records/legal/legal-versions-by-shop-data.ts';
import type { RecordSources } from '#server/content/sources/catalogue-sources.ts';
import { foreignClaims } from '#server/content/sources/check-claims.ts';
import { checkCatalogue, checkOffers, checkTextRecords } from '#server/content/sources/check-references.ts';
import { composeProducts } from '#server/content/sources/compose-products.ts';
import type { ContentFault } from '#server/content/sources/read-files.ts';
import { type AuditSubject, recordChanges } from '#server/platform/audit-log.ts';
import { chunks } from '#server/platform/database/chunks.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { checkAustrianMinimum, checkShopData } from './check-shop-data.ts';
import { checkDrawnDays } from './giveaway-days.ts';
import { type FileRecord, type RecordValue, rebasedDraft, type StoredRecord } from './merge-records.ts';
import { showChanges } from './publish-records.ts';
import { isAllowedRecordKey, type RecordKey, recordPathOf, recordSchemas } from './record-types.ts';
import { addVersions, readVersion, type VersionWithValue } from './record-versions.ts';
import { existingFilms, showFilms } from './show-films.ts';
import { isRecordHidden, lockCatalogue, readRecords, readSurroundings, sourcesOf } from './stored-records.ts';

/** A change of one record inside a transaction that holds the catalogue lock. */
export interface RecordChange {
  readonly trx: Transaction<Database>;
  readonly context: Pick<ServerContext, 'clock' | 'ids' | 'actor'>;
  readonly key: RecordKey;
  /** The stored record. Undefined before the first save. */
  readonly row: StoredRecord | undefined;
  /** All records, this one unchanged. */
  readonly records: readonly StoredRecord[];
  /** When it began, in milliseconds since the epoch: its day stays the same if midnight passes meanwhile. */
  readonly now: number;
}

/** Locks the catalogue and begins a change of a record. */
export async function beginChange(
  trx: Transaction<Database>,
  context: RecordChange['context'],
  key: RecordKey,
): Promise<RecordChange> {
  await lockCatalogue(trx);
  const records = await readRecords(trx);
  const row = records.find(({ type, slug }) => type === key.type && slug === key.slug);
  const now = context.clock.now();
  return { trx, context, key: { type: key.type, slug: key.slug }, row, records, now };
}

/**
 * Changes a record if its version is still `version` (0: a new record); otherwise fails with `RECORD_CHANGED`, unless
 * the last save was this same change (for example after a lost response), by whomever and whatever `version` is. Then
 * `repeated` returns its result; null if the last save was a different one.
 */
export function changeRecord<Value>(
  context: ServerContext,
  { version, ...key }: RecordKey & { readonly version: number },
  work: (change: RecordChange) => Promise<Result<Value, DomainFailure>>,
  repeated?: (change: RecordChange, last: VersionWithValue) => Promise<Result<Value, DomainFailure> | null>,
): Promise<Result<Value, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const change = await beginChange(trx, context, key);
    if (change.row === undefined && (version > 0 || !isAllowedRecordKey(key)))
      return err(domainFailure('NOT_FOUND'));
    const current = change.row?.version ?? 0;
    if (current === version) return work(change);
    const last = repeated && (await readVersion(trx, change.key, current));
    return (last && (await repeated?.(change, last))) ?? err(domainFailure('RECORD_CHANGED'));
  });
}

/** Returns the published records, with the edited ones in place of their published versions. */
function withEdits(records: readonly StoredRecord[], edits: readonly FileRecord[]): FileRecord[] {
  const others = records.flatMap(({ type, slug, published }) =>
    published === null || edits.some((edited) => edited.type === type && edited.slug === slug)
      ? []
      : [{ type, slug, value: published }],
  );
  return [...others, ...edits];
}

/** Returns the sources of the shop as if the edited record were published. */
async function sourcesWith(
  { trx, records }: Pick<RecordChange, 'trx' | 'records'>,
  edited: FileRecord,
): Promise<RecordSources> {
  return sourcesOf(withEdits(records, [edited]), await readSurroundings(trx));
}

/** Validates a value. Returns it as it would be stored, or its faults. */
export async function checkValue(
  { trx, context, key, row, records }: RecordChange,
  value: RecordValue,
): Promise<Result<RecordValue, readonly RecordFault[]>> {
  const parsed = recordSchemas[key.type].safeParse(value);
  if (!parsed.success) return err(parsed.error.issues.map((issue) => toFault(issue, value)));
  const edited = { ...key, value: parsed.data };
  const sources = await sourcesWith({ trx, records }, edited);
  const isText = groupOf(key.type) === 'texts';
  const isOwn = ({ file }: ContentFault) => recordPathOf(edited, file, '') !== null;
  // Faults of other texts and offers do not count.
  const own = isText
    ? checkTextRecords(sources).filter(isOwn)
    : [...checkCatalogue(sources), ...checkOffers(sources).filter(isOwn)];
  const days =
    own.length === 0
      ? await checkDependents(trx, { key, published: row?.published ?? null, sources, value })
      : [];
  const prices = isText ? [] : findForeignPrices(parsed.data, row?.published ?? null);
  const films = await findUnknownFilms(trx, parsed.data, new Date(context.clock.now()));
  if (own.length + days.length + prices.length + films.length === 0) return ok(parsed.data);
  return err([
    ...own.map(({ file, field, cause }) => ({
      path: recordPathOf(edited, file, field) ?? '',
      code: 'unknown' as const,
      limit: null,
      ...cause,
    })),
    ...days,
    ...prices,
    ...films,
  ]);
}

/**
 * Checks what other data depend on: the first day of a legal text, the days of a drawn giveaway, and shop data that
 * legal texts and books need.
 */
async function checkDependents(
  trx: Transaction<Database>,
  {
    key: { type, slug },
    published,
    sources,
    value,
  }: {
    readonly key: RecordKey;
    readonly published: RecordValue | null;
    readonly sources: RecordSources;
    readonly value: RecordValue;
  },
): Promise<readonly RecordFault[]> {
  if (type === 'legal') return checkFirstDay(trx, sources, slug);
  if (type === 'shop') return checkShopData(sources, published);
  if (type === 'book') return checkAustrianMinimum(sources, slug);
  return type === 'giveaway' && published !== null ? checkDrawnDays(trx, { slug, published, value }) : [];
}

/** Returns one fault per text, however many foreign prices it mentions. */
function findForeignPrices(value: RecordValue, published: RecordValue | null): readonly RecordFault[] {
  const claims = new Set(foreignClaims(value, published).map(({ path }) => path.map(String).join('.')));
  return [...claims].map((path) => ({ path, code: 'price', limit: null }));
}

async function findUnknownFilms(
  trx: Transaction<Database>,
  value: RecordValue,
  now: Date,
): Promise<readonly RecordFault[]> {
  const unknown = changedFilms(filmsOf(value), await existingFilms(trx, value, now));
  return unknown.map((name) => ({ path: `films.${name}`, code: 'unknown', limit: null }));
}

function toFault(issue: z.core.$ZodIssue, value: unknown): RecordFault {
  const path = issue.path.join('.');
  const named: unknown = issue.code === 'custom' ? issue.params?.code : null;
  if (named === 'either' || named === 'backwards') return { path, code: named, limit: null };
  const isMissing = issue.path.reduce<unknown>(
    (found, name) => (found as Record<PropertyKey, unknown> | undefined)?.[name],
    value,
  );
  if (isMissing === undefined || isMissing === '') return { path, code: 'missing', limit: null };
  if (issue.code === 'too_big') {
    const code = issue.origin === 'string' ? 'too_long' : 'too_large';
    return { path, code, limit: Number(issue.maximum) };
  }
  if (issue.code === 'too_small') {
    const code = { string: 'too_short', array: 'too_few' }[issue.origin as string] ?? 'too_small';
    // For integers, an exclusive minimum of 0 means at least 1.
    const limit = Number(issue.minimum) + (issue.inclusive === false ? 1 : 0);
    return { path, code: code as RecordFault['code'], limit };
  }
  return { path, code: issue.code === 'custom' ? 'uneven' : 'invalid', limit: null };
}

/** Updates the shop to show this record with a checked value, and others that change with it. */
export async function showValue(
  { trx, context, key, row, records }: RecordChange,
  value: RecordValue,
  others: readonly FileRecord[] = [],
): Promise<void> {
  const now = new Date(context.clock.now());
  await showFilms(trx, { before: row?.published ?? null, after: value, now });
  const surroundings = await readSurroundings(trx);
  const shown = records.filter((record) => !isRecordHidden(record));
  const own = records.find((record) => record.type === key.type && record.slug === key.slug);
  const edited = own !== undefined && isRecordHidden(own) ? [] : [{ ...key, value }];
  await showChanges(trx, {
    before: sourcesOf(withEdits(shown, []), surroundings),
    after: sourcesOf(withEdits(shown, [...edited, ...others]), surroundings),
    now,
  });
}

/**
 * Inserts rows for the lessons of a course draft or plan, so that their films can be made before publication
 * (docs/behaviour/learning.md#films-in-the-back-office). `value` has no faults.
 */
export async function prepareLessons(change: RecordChange, value: RecordValue): Promise<void> {
  const { trx, key } = change;
  if (key.type !== 'course') return;
  const sources = await sourcesWith(change, { ...key, value });
  const course = composeProducts(sources).find(({ kind, slug }) => kind === 'course' && slug === key.slug);
  if (course === undefined) return;
  const masters = sources.masters.map(({ slug, value: { firstname, lastname } }) => ({
    slug,
    firstname,
    lastname,
  }));
  await storeHiddenLessons(trx, course, masters);
}

/** Shows a published text or offer in the shop, or hides it. */
export async function updateVisibility(
  { trx, context, key, records }: RecordChange,
  isOnSale: boolean,
): Promise<void> {
  const surroundings = await readSurroundings(trx);
  const isOwn = (record: StoredRecord) => record.type === key.type && record.slug === key.slug;
  const others = records.filter((record) => !isOwn(record) && !isRecordHidden(record));
  const without = sourcesOf(withEdits(others, []), surroundings);
  const shown = sourcesOf(withEdits([...others, ...records.filter(isOwn)], []), surroundings);
  const [before, after] = isOnSale ? [without, shown] : [shown, without];
  await showChanges(trx, { before, after, now: new Date(context.clock.now()) });
}

/**
 * Publishes a checked value. `draft` is kept as the draft beside it; null for none. Shop data also publish a version of
 * today of the legal pages whose text they change (docs/behaviour/consumer-rights.md#versions-of-legal-pages).
 */
export async function publish(
  change: RecordChange,
  value: RecordValue,
  draft: RecordValue | null,
): Promise<void> {
  const before = change.row?.published ?? null;
  const pages = newVersionsOf(change, value);
  const { key, row } = change;
  await storeAll(change, [
    { key, row, values: { published: value, draft }, state: 'published', before, after: value },
    ...pages.map((page): Save => {
      const values = { published: page.value, draft: rebasedDraft(page.row, page.value) };
      return { ...page, values, state: 'published', before: page.row.published, after: page.value };
    }),
  ]);
  const others = pages.map((page) => ({ ...page.key, value: page.value }));
  await showValue(change, value, others);
}

/** Saves a draft; the shop does not change. */
export function saveDraft(change: RecordChange, value: RecordValue): Promise<void> {
  return saveDrafts(change, [{ key: change.key, row: change.row, value }]);
}

/** A draft of one record. */
type Draft = Pick<RecordChange, 'key' | 'row'> & { readonly value: RecordValue };

/** Saves drafts of several records. */
export function saveDrafts(
  change: Pick<RecordChange, 'trx' | 'context'>,
  drafts: readonly Draft[],
): Promise<void> {
  const saves = drafts.map(({ key, row, value }): Save => {
    const { published = null, draft = null } = row ?? {};
    const kept = published !== null && isSameValue(value, published) ? null : value;
    const values = { published, draft: kept };
    return { key, row, values, state: 'draft', before: draft ?? published, after: value };
  });
  return storeAll(change, saves);
}

/** Saves an unchecked draft. If a course draft has no faults, prepares its lessons for films. */
export async function saveUncheckedDraft(change: RecordChange, value: RecordValue): Promise<void> {
  await saveDraft(change, value);
  const checked = change.key.type === 'course' ? await checkValue(change, value) : null;
  if (checked?.ok) await prepareLessons(change, checked.value);
}

const actions = {
  draft: 'catalogue.draft_saved',
  published: 'catalogue.published',
  planned: 'catalogue.planned',
  off_sale: 'catalogue.taken_off_sale',
  on_sale: 'catalogue.put_on_sale',
} as const satisfies Partial<Record<VersionState, string>>;

interface Save extends Pick<RecordChange, 'key' | 'row'> {
  readonly values: Pick<StoredRecord, 'published' | 'draft'> & { readonly is_on_sale?: boolean };
  readonly state: keyof typeof actions;
  /** Value to compare with, for the list of changed fields. */
  readonly before: RecordValue | null;
  readonly after: RecordValue;
  readonly publishAt?: Date;
}

/** Stores the record, adds a version, and writes the changed fields to the audit log. */
export function store(
  change: RecordChange,
  values: Save['values'],
  save: Omit<Save, 'key' | 'row' | 'values'>,
): Promise<void> {
  return storeAll(change, [{ key: change.key, row: change.row, values, ...save }]);
}

/** Stores several records, as `store` does one. */
async function storeAll(
  { trx, context }: Pick<RecordChange, 'trx' | 'context'>,
  all: readonly Save[],
): Promise<void> {
  const now = new Date(context.clock.now());
  const changeIds = await recordChanges(
    trx,
    context,
    all.map(({ key, state, before, after, publishAt }) => {
      const fields = differingFields(before, after);
      const pick = (value: RecordValue) => Object.fromEntries(fields.map((name) => [name, value[name]]));
      return {
        action: actions[state],
        record: recordOf(key),
        before: before === null ? null : pick(before),
        after: { ...pick(after), ...(publishAt && { publish_at: publishAt.toISOString() }) },
      };
    }),
  );
  const versions = await addVersions(
    trx,
    all.map(({ key, state, before, after, publishAt }, index) => ({
      ...{ ...key, state, value: after, fields: differingPaths(before, after), savedAt: now },
      ...{ changeId: changeIds[index] ?? null, publishAt: publishAt ?? null },
    })),
  );
  const rows = all.map(({ key, row, values }, index) => ({
    ...key,
    published: toJson(values.published),
    draft: toJson(values.draft),
    is_on_sale: values.is_on_sale ?? row?.is_on_sale ?? true,
    version: versions[index],
    changed_at: now,
  }));
  for (const portion of chunks(rows))
    await trx
      .insertInto('catalogue_records')
      .values(portion)
      .onConflict((conflict) =>
        conflict.columns(['type', 'slug']).doUpdateSet((row) => ({
          published: row.ref('excluded.published'),
          draft: row.ref('excluded.draft'),
          is_on_sale: row.ref('excluded.is_on_sale'),
          version: row.ref('excluded.version'),
          changed_at: row.ref('excluded.changed_at'),
        })),
      )
      .execute();
}

const toJson = (value: RecordValue | null) => (value === null ? null : JSON.stringify(value));

/** Returns the audit log subject of a record. */
export function recordOf({ type, slug }: RecordKey): AuditSubject {
  return { type: 'catalogue_records', id: `${type}.${slug}` };
}
