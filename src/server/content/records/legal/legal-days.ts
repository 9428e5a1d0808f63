import type { Transaction } from 'kysely';
import type { RecordFault } from '#core/model/catalogue-record.ts';
import { type CalendarDay, locales } from '#core/model/values.ts';
import { calendarDay, startOfDay } from '#core/rules/basics/calendar.ts';
import type { RecordValue } from '#server/content/records/merge-records.ts';
import type { RecordSources } from '#server/content/sources/catalogue-sources.ts';
import { composeLegal } from '#server/content/sources/compose-texts.ts';
import type { LegalName } from '#server/content/sources/content-shapes.ts';
import type { Database } from '#server/platform/database/schema.ts';

const firstDay = ({ version }: RecordValue) => String(version);

/** Returns when a checked legal text takes effect, in milliseconds since the epoch. */
export function effectiveTimeOf(value: RecordValue): number {
  return startOfDay(firstDay(value) as CalendarDay);
}

/**
 * Requires a new first day if the text differs from a version shown with the same first day, or takes effect before the
 * version shown now: orders name the version that they accepted
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

/** Rejects a first day that another plan already uses: only one text can be published under that version. */
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
    .where('publish_at', '=', new Date(effectiveTimeOf(value)))
    .executeTakeFirst();
  return planned === undefined ? [] : [{ path: 'version', code: 'planned', limit: null }];
}

/** Rejects a new first day in the past. */
export function checkDayAhead(
  published: RecordValue | null,
  value: RecordValue,
  now: number,
): readonly RecordFault[] {
  const isNew = published === null || firstDay(published) !== firstDay(value);
  return isNew && firstDay(value) < calendarDay(now) ? [{ path: 'version', code: 'past', limit: null }] : [];
}
