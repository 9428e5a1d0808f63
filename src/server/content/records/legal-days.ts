import type { Transaction } from 'kysely';
import type { RecordFault } from '#core/model/catalogue-record.ts';
import { type CalendarDay, locales } from '#core/model/values.ts';
import { calendarDay, startOfDay } from '#core/rules/basics/calendar.ts';
import type { RecordSources } from '#server/content/sources/catalogue-sources.ts';
import { composeLegal } from '#server/content/sources/compose-texts.ts';
import type { LegalName } from '#server/content/sources/content-shapes.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { RecordValue } from './merge-records.ts';

/** The first day of a legal text, as its record says it. */
const firstDay = ({ version }: RecordValue) => String(version);

/** When a checked legal text begins, in milliseconds since the epoch. */
export function beginningOf(value: RecordValue): number {
  return startOfDay(firstDay(value) as CalendarDay);
}

/**
 * A legal text that differs from one that was shown under the same first day, or begins before the one that is shown,
 * wants a new day: orders name the version that they accepted
 * (docs/behaviour/consumer-rights.md#versions-of-legal-pages).
 */
export async function checkFirstDay(
  trx: Transaction<Database>,
  sources: RecordSources,
  slug: string,
): Promise<readonly RecordFault[]> {
  const texts = composeLegal(sources)[slug as LegalName];
  const known = await trx
    .selectFrom('page_versions')
    .select(['locale', 'version', 'title', 'plain'])
    .where('slug', '=', slug)
    .where('version', '=', texts.de.version)
    .execute();
  const shown = await trx.selectFrom('pages').select('version').where('slug', '=', slug).executeTakeFirst();
  const isEarlier = shown !== undefined && texts.de.version < shown.version;
  const isOther = locales.some((locale) =>
    known.some(
      (one) =>
        one.locale === locale && (one.title !== texts[locale].title || one.plain !== texts[locale].plain),
    ),
  );
  return isEarlier || isOther ? [{ path: 'version', code: 'new_version', limit: null }] : [];
}

/** Of two texts that begin on one day the second would be refused on that day, as one under a version that is taken. */
export async function checkPlannedDay(
  trx: Transaction<Database>,
  { slug, value }: { readonly slug: string; readonly value: RecordValue },
): Promise<readonly RecordFault[]> {
  const planned = await trx
    .selectFrom('catalogue_versions')
    .select('number')
    .where('type', '=', 'legal')
    .where('slug', '=', slug)
    .where('state', '=', 'planned')
    .where('publish_at', '=', new Date(beginningOf(value)))
    .executeTakeFirst();
  return planned === undefined ? [] : [{ path: 'version', code: 'planned', limit: null }];
}

/** A new legal text cannot begin on a day that has passed. */
export function checkDayAhead(
  published: RecordValue | null,
  value: RecordValue,
  now: number,
): readonly RecordFault[] {
  const isNew = published === null || firstDay(published) !== firstDay(value);
  return isNew && firstDay(value) < calendarDay(now) ? [{ path: 'version', code: 'past', limit: null }] : [];
}
