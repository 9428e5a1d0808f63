import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { RecordVersion, VersionState } from '#core/model/catalogue-record.ts';
import { chunks } from '#server/platform/database/chunks.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { RecordValue } from './merge-records.ts';
import type { RecordKey } from './record-types.ts';

/** A save of a record (table `catalogue_versions`). */
interface NewVersion extends RecordKey {
  readonly state: VersionState;
  readonly value: RecordValue;
  readonly fields: readonly string[];
  readonly savedAt: Date;
  /** Id of the audit log entry; null for content files. */
  readonly changeId: string | null;
  /** When the plan is due; null if it is not a plan. */
  readonly publishAt: Date | null;
}

/**
 * Adds a version for each save. Returns the numbers in the same order; they are the records' versions. Numbers of
 * deleted records are not used again.
 */
export async function addVersions(
  trx: Transaction<Database>,
  versions: readonly NewVersion[],
): Promise<readonly number[]> {
  const rows = versions.map(({ type, slug, state, value, fields, savedAt, changeId, publishAt }) => ({
    type,
    slug,
    number: sql<number>`(select coalesce(max(number), 0) + 1 from catalogue_versions
      where type = ${type} and slug = ${slug})`,
    state,
    value: JSON.stringify(value),
    fields: [...fields],
    saved_at: savedAt,
    change_id: changeId,
    publish_at: publishAt,
  }));
  const numbers = new Map<string, number>();
  for (const portion of chunks(rows)) {
    const added = await trx
      .insertInto('catalogue_versions')
      .values(portion)
      .returning(['type', 'slug', 'number'])
      .execute();
    for (const { type, slug, number } of added) numbers.set(`${type}.${slug}`, number);
  }
  return versions.map(({ type, slug }) => numbers.get(`${type}.${slug}`) as number);
}

/** Selects plans in order of execution. */
export function plansIn(trx: Transaction<Database>) {
  return trx
    .selectFrom('catalogue_versions')
    .selectAll()
    .where('state', '=', 'planned')
    .orderBy('publish_at')
    .orderBy('saved_at')
    .orderBy('number');
}

interface VersionRow extends Omit<RecordVersion, 'saved_at' | 'publish_at'> {
  readonly saved_at: Date;
  readonly publish_at: Date | null;
}

async function findVersions(
  db: Kysely<Database>,
  { type, slug }: RecordKey,
  rest: RawBuilder<unknown>,
): Promise<RecordVersion[]> {
  const { rows } = await sql<VersionRow>`
    select number, state, saved_at, actor_name as saved_by, publish_at, fields
    from catalogue_versions left join audit_log on audit_log.id = change_id
    where type = ${type} and slug = ${slug} ${rest}`.execute(db);
  return rows.map(({ saved_at, publish_at, ...version }) => ({
    ...version,
    saved_at: saved_at.toISOString(),
    publish_at: publish_at?.toISOString() ?? null,
  }));
}

/** Lists the versions of a record, newest first, paginated. */
export async function listVersions(
  db: Kysely<Database>,
  key: RecordKey,
  { before, size }: { readonly before: number | undefined; readonly size: number },
): Promise<{ readonly rows: readonly RecordVersion[]; readonly next: number | null }> {
  const earlier = before === undefined ? sql`` : sql`and number < ${before}`;
  const found = await findVersions(db, key, sql`${earlier} order by number desc limit ${size + 1}`);
  const rows = found.slice(0, size);
  return { rows, next: found.length > size ? (rows.at(-1)?.number ?? null) : null };
}

/** Lists the plans of a record: pending ones by due time, then refused ones. */
export function listPlans(db: Kysely<Database>, key: RecordKey): Promise<RecordVersion[]> {
  return findVersions(
    db,
    key,
    sql`and state in ('planned', 'refused') order by state, publish_at, catalogue_versions.saved_at, number`,
  );
}

/** A version with its whole value. */
export interface VersionWithValue extends RecordVersion {
  readonly value: RecordValue;
}

/** Returns a version with its value; null if the number is unknown. */
export async function readVersion(
  db: Kysely<Database>,
  key: RecordKey,
  number: number,
): Promise<VersionWithValue | null> {
  const [version] = await findVersions(db, key, sql`and number = ${number}`);
  if (version === undefined) return null;
  const { value } = await db
    .selectFrom('catalogue_versions')
    .select('value')
    .where('type', '=', key.type)
    .where('slug', '=', key.slug)
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  return { ...version, value: value as RecordValue };
}
