import type { Transaction } from 'kysely';
import type { RecordFault } from '#core/model/catalogue-record.ts';
import type { Localized } from '#core/model/values.ts';
import { calendarDay, startOfDay } from '#core/rules/basics/calendar.ts';
import { placeholdersIn } from '#core/rules/catalogue/price-claims.ts';
import { isSameValue } from '#core/rules/catalogue/record-values.ts';
import type { RecordValue, StoredRecord } from '#server/content/records/merge-records.ts';
import type { RecordKey } from '#server/content/records/record-types.ts';
import type { RecordSources } from '#server/content/sources/catalogue-sources.ts';
import { renderLegal, settingAt } from '#server/content/sources/compose-texts.ts';
import type { Database } from '#server/platform/database/schema.ts';

/** A change of a record, as `RecordChange`. */
interface Changing {
  readonly trx: Transaction<Database>;
  readonly key: RecordKey;
  readonly row: StoredRecord | undefined;
  readonly records: readonly StoredRecord[];
  readonly now: number;
}

/** A published legal page. */
interface LegalPage extends StoredRecord {
  readonly published: RecordValue;
}

/** A version of a legal page that shop data make. */
interface NewVersion {
  readonly key: RecordKey;
  readonly row: LegalPage;
  readonly value: RecordValue;
}

const isPage = (record: StoredRecord): record is LegalPage =>
  record.type === 'legal' && record.published !== null;

const textsOf = ({ published }: LegalPage) => Object.values(published.text as Localized<string>);

/** Returns the legal pages whose text changes when `after` is published as shop data; none for other records. */
function findChangedPages({ key, row, records }: Changing, after: RecordValue): readonly LegalPage[] {
  const before = row?.published ?? null;
  if (key.type !== 'shop' || before === null) return [];
  const isChanged = (text: string) => !isSameValue(renderLegal(text, before), renderLegal(text, after));
  return records.filter(isPage).filter((page) => textsOf(page).some(isChanged));
}

/**
 * Returns the versions of today of the legal pages whose text changes when `after` is published: the same text, filled
 * from other shop data.
 */
export function newVersionsOf(change: Changing, after: RecordValue): readonly NewVersion[] {
  const version = calendarDay(change.now);
  return findChangedPages(change, after).map((row) => ({
    key: { type: row.type, slug: row.slug },
    row,
    value: { ...row.published, version },
  }));
}

/**
 * Refuses shop data that at `at` (milliseconds since the epoch) change the text of legal pages that have a version or a
 * plan of that day already: only one text can be published under a version. Each fault names the pages.
 */
export async function checkNewVersions(
  change: Changing,
  after: RecordValue,
  at: number = change.now,
): Promise<readonly RecordFault[]> {
  const pages = findChangedPages(change, after);
  if (pages.length === 0) return [];
  const day = calendarDay(at);
  const isLater = at > change.now;
  const plans = await change.trx
    .selectFrom('catalogue_versions')
    .select('slug')
    .where('type', '=', 'legal')
    .where('state', '=', 'planned')
    .where('publish_at', '<=', new Date(at))
    // Plans of earlier days are carried out before a later publication.
    .where('publish_at', '>=', new Date(isLater ? startOfDay(day) : 0))
    .execute();
  // A load can show an earlier version again; that of today stays stored.
  const versions = await change.trx
    .selectFrom('page_versions')
    .select('slug')
    .where('version', '=', day)
    .execute();
  const hasDay = new Set([...plans, ...versions].map(({ slug }) => slug));
  const isTaken = ({ slug, published }: LegalPage) => String(published.version) >= day || hasDay.has(slug);
  const before = change.row?.published ?? {};
  const filled = pages
    .filter(isTaken)
    .flatMap((page) =>
      [...new Set(textsOf(page).flatMap(placeholdersIn))]
        .filter((path) => settingAt(before, path) !== settingAt(after, path))
        .map((path) => ({ path, slug: page.slug })),
    );
  return [...Map.groupBy(filled, ({ path }) => path)].map(([path, named]): RecordFault => {
    const words = named.map(({ slug }) => slug).join(', ');
    return { path, code: 'version_taken', limit: null, words };
  });
}

/**
 * Finds a legal text that cannot be shown with these shop data, such as a placeholder that nothing fills any more. The
 * fault names the page.
 */
export function checkFilledPages({
  legal,
  shop,
}: Pick<RecordSources, 'legal' | 'shop'>): readonly RecordFault[] {
  const faults = legal.flatMap(({ slug, value }) =>
    Object.values(value.text).flatMap((text) => {
      const rendered = renderLegal(text, shop.value);
      return rendered.ok ? [] : rendered.error.map((fault) => ({ slug, ...fault }));
    }),
  );
  return faults
    .slice(0, 1)
    .map(({ slug, code, words }) => ({ path: '', code, limit: null, words: `${words} (${slug})` }));
}
