import type { RecordFault } from '#core/model/catalogue-record.ts';
import type { CalendarDay } from '#core/model/values.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { placeholdersIn } from '#core/rules/catalogue/price-claims.ts';
import { withPaths } from '#core/rules/catalogue/record-films.ts';
import type { RecordValue, StoredRecord } from '#server/content/records/merge-records.ts';
import { plansIn } from '#server/content/records/record-versions.ts';
import { settingAt } from '#server/content/sources/compose-texts.ts';
import { type Changing, isPageChanged, textsOf } from './legal-versions-by-shop-data.ts';

/** A publication of shop data or of a legal page. */
interface Publication {
  readonly type: string;
  readonly slug: string;
  readonly value: RecordValue;
  /** The fields that it changes; null for all. */
  readonly fields: readonly string[] | null;
  /** When it is carried out, in milliseconds since the epoch. */
  readonly at: number;
}

/** A publication that is refused because a legal page has its version already. */
interface Conflict {
  readonly publication: Publication;
  readonly slug: string;
  /** The page before it. */
  readonly page: RecordValue;
}

/** What the shop shows after publications. */
interface Shown {
  /** Null before the first publication. */
  readonly shop: RecordValue | null;
  /** Legal pages by slug. */
  readonly pages: ReadonlyMap<string, RecordValue>;
  /** The last version that these publications of shop data gave each page, by slug. */
  readonly given: ReadonlyMap<string, CalendarDay>;
  readonly conflicts: readonly Conflict[];
}

/**
 * Refuses shop data, or a legal page, that at `at` (milliseconds since the epoch) would give a page a second version of
 * one day: only one text can be published under a version. Plans count as carried out, so that of two that do not fit
 * together the second is refused when it is made, not on its day. Faults of shop data name the pages.
 */
export async function checkNewVersions(
  change: Changing,
  value: RecordValue,
  at: number,
): Promise<readonly RecordFault[]> {
  const { type } = change.key;
  if (type !== 'shop' && type !== 'legal') return [];
  return findFaults(change, value, { at, plans: await readPlans(change) });
}

/**
 * Refuses shop data whose plan is due, as `checkNewVersions` does. Of other plans only those of legal pages that are
 * due as well count, which can be after a downtime.
 */
export async function checkDueVersions(
  change: Changing,
  value: RecordValue,
): Promise<readonly RecordFault[]> {
  if (change.key.type !== 'shop') return [];
  const plans = (await readPlans(change)).filter(({ type, at }) => type === 'legal' && at <= change.now);
  return findFaults(change, value, { at: change.now, plans });
}

/** Returns the plans of shop data and legal pages in order of execution; those that are due are carried out now. */
async function readPlans({ trx, now }: Changing): Promise<readonly Publication[]> {
  const plans = await plansIn(trx).where('type', 'in', ['shop', 'legal']).execute();
  return plans.map(({ type, slug, value, fields, publish_at }) => ({
    type,
    slug,
    fields,
    value: value as RecordValue,
    at: Math.max(publish_at?.getTime() ?? now, now),
  }));
}

async function findFaults(
  { trx, key, records, now }: Changing,
  value: RecordValue,
  { at, plans }: { readonly at: number; readonly plans: readonly Publication[] },
): Promise<readonly RecordFault[]> {
  // A load can show an earlier version again; later ones stay stored.
  const versions = await trx
    .selectFrom('page_versions')
    .select(['slug', 'version'])
    .where('version', '>=', calendarDay(now))
    .execute();
  const stored = new Set(versions.map(({ slug, version }) => nameOf(slug, version)));
  const follow = (start: Shown, publications: readonly Publication[]) =>
    publications.reduce(
      (shown, one) => (one.type === 'shop' ? showShop(shown, one, stored) : showPage(shown, one)),
      start,
    );
  const own: Publication = { ...key, value, fields: null, at };
  // What is published at once comes before plans that are due.
  const isEarlier = (plan: Publication) => at > now && plan.at <= at;
  const later = plans.filter((plan) => !isEarlier(plan));
  const before = follow(shownBy(records), plans.filter(isEarlier));
  const known = follow(before, later).conflicts;
  const isKnown = ({ publication, slug }: Conflict) =>
    known.some((one) => one.publication === publication && one.slug === slug);
  const found = follow(before, [own, ...later]).conflicts.filter(
    (conflict) => calendarDay(conflict.publication.at) === calendarDay(at) && !isKnown(conflict),
  );
  if (key.type === 'shop') return faultsOf(found, before.shop ?? {}, value);
  return found.length === 0 ? [] : [{ path: 'version', code: 'new_version', limit: null }];
}

function nameOf(slug: string, version: string): string {
  return `${slug} ${version}`;
}

function shownBy(records: readonly StoredRecord[]): Shown {
  const pages = new Map<string, RecordValue>();
  for (const { type, slug, published } of records)
    if (type === 'legal' && published !== null) pages.set(slug, published);
  const shop = records.find(({ type }) => type === 'shop')?.published ?? null;
  return { shop, pages, given: new Map(), conflicts: [] };
}

/** Returns a record after a publication. */
function applied(before: RecordValue | null, { value, fields }: Publication): RecordValue {
  return before === null || fields === null ? value : withPaths(before, value, fields);
}

/** Publishes a legal page, unless shop data gave it this version or a later one. */
function showPage(shown: Shown, publication: Publication): Shown {
  const { slug } = publication;
  const before = shown.pages.get(slug) ?? null;
  const page = applied(before, publication);
  if (before !== null && String(page.version) <= (shown.given.get(slug) ?? ''))
    return { ...shown, conflicts: [...shown.conflicts, { publication, slug, page: before }] };
  return { ...shown, pages: new Map(shown.pages).set(slug, page) };
}

/** Publishes shop data with the versions of pages that they change, unless a page has one of that day. */
function showShop(shown: Shown, publication: Publication, stored: ReadonlySet<string>): Shown {
  const { shop } = shown;
  const after = applied(shop, publication);
  const day = calendarDay(publication.at);
  const changed =
    shop === null ? [] : [...shown.pages].filter(([, page]) => isPageChanged(page, shop, after));
  const taken = changed.filter(
    ([slug, { version }]) => String(version) >= day || stored.has(nameOf(slug, day)),
  );
  if (taken.length > 0) {
    const found = taken.map(([slug, page]) => ({ publication, slug, page }));
    return { ...shown, conflicts: [...shown.conflicts, ...found] };
  }
  const pages = new Map(shown.pages);
  const given = new Map(shown.given);
  for (const [slug, page] of changed) {
    pages.set(slug, { ...page, version: day });
    given.set(slug, day);
  }
  return { ...shown, shop: after, pages, given };
}

/** Returns a fault for each of the shop data that change pages in conflict. */
function faultsOf(
  conflicts: readonly Conflict[],
  before: RecordValue,
  after: RecordValue,
): readonly RecordFault[] {
  const filled = conflicts.flatMap(({ slug, page }) =>
    [...new Set(textsOf(page).flatMap(placeholdersIn))]
      .filter((path) => settingAt(before, path) !== settingAt(after, path))
      .map((path) => ({ path, slug })),
  );
  return [...Map.groupBy(filled, ({ path }) => path)].map(([path, named]): RecordFault => {
    const words = [...new Set(named.map(({ slug }) => slug))].join(', ');
    return { path, code: 'version_taken', limit: null, words };
  });
}
