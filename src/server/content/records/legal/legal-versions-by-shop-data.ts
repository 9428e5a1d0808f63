import type { Transaction } from 'kysely';
import type { RecordFault } from '#core/model/catalogue-record.ts';
import type { Localized } from '#core/model/values.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { isSameValue } from '#core/rules/catalogue/record-values.ts';
import type { RecordValue, StoredRecord } from '#server/content/records/merge-records.ts';
import type { RecordKey } from '#server/content/records/record-types.ts';
import type { RecordSources } from '#server/content/sources/catalogue-sources.ts';
import { renderLegal } from '#server/content/sources/compose-texts.ts';
import type { Database } from '#server/platform/database/schema.ts';

/** A change of a record, as `RecordChange`. */
export interface Changing {
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

/** Returns the texts of a legal page, in both languages and not filled. */
export function textsOf({ text }: RecordValue): readonly string[] {
  return Object.values(text as Localized<string>);
}

/** Returns whether other shop data change the text of a legal page. */
export function isPageChanged(page: RecordValue, before: RecordValue, after: RecordValue): boolean {
  return textsOf(page).some((text) => !isSameValue(renderLegal(text, before), renderLegal(text, after)));
}

/**
 * Returns the versions of today of the legal pages whose text changes when `after` is published: the same text, filled
 * from other shop data. None for other records.
 */
export function newVersionsOf(
  { key, row, records, now }: Changing,
  after: RecordValue,
): readonly NewVersion[] {
  const before = row?.published ?? null;
  if (key.type !== 'shop' || before === null) return [];
  const version = calendarDay(now);
  return records
    .filter(isPage)
    .filter(({ published }) => isPageChanged(published, before, after))
    .map((page) => ({
      key: { type: page.type, slug: page.slug },
      row: page,
      value: { ...page.published, version },
    }));
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
