import { sql } from 'kysely';
import type { Locale } from '#core/model/values.ts';
import { shopTime } from '#core/rules/basics/calendar.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import { allPages, type ListPage } from '#server/platform/database/list-page.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type CsvColumns, csvFile, csvLines, type StreamedFile } from '#server/platform/http/csv-file.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/** Rows loaded at once. */
const page = 1_000;

interface NewsletterRow {
  readonly email: string;
  readonly locale: string;
  readonly requested_at: Date;
  readonly source: string;
  readonly confirmed_at: Date;
  /** Consent text at the confirmation; null if texts were not stored yet. */
  readonly wording: string | null;
  /** When the address was last changed after the consent; null if it was not. */
  readonly moved_at: Date | null;
}

const columns: CsvColumns<NewsletterRow> = {
  email: (row) => row.email,
  language: (row) => row.locale,
  requested_at: (row) => shopTime(row.requested_at),
  source: (row) => row.source,
  confirmed_at: (row) => shopTime(row.confirmed_at),
  consent_text: (row) => row.wording,
  address_changed_at: (row) => (row.moved_at === null ? null : shopTime(row.moved_at)),
};

/**
 * Exports all confirmed subscriptions, sorted by address, as CSV with the proof of each consent
 * (docs/behaviour/tracking.md). The audit log records the export without the addresses.
 */
export async function exportNewsletter(context: ServerContext, locale: Locale): Promise<StreamedFile> {
  const { db } = context;
  const { addresses } = await db
    .selectFrom('newsletter_subscriptions')
    .select(sql<number>`count(*)::int`.as('addresses'))
    .where('state', '=', 'confirmed')
    .executeTakeFirstOrThrow();
  await inTransaction(db, (trx) =>
    recordChange(trx, context, {
      action: 'newsletter.exported',
      record: { type: 'newsletter_subscriptions', id: 'export' },
      after: { addresses },
    }),
  );
  const pages = allPages((after) => readConfirmed(db, after));
  return csvFile('newsletter.csv', csvLines(columns, pages, locale), addresses);
}

async function readConfirmed(db: ServerContext['db'], after = ''): Promise<ListPage<NewsletterRow>> {
  const { rows } = await sql<NewsletterRow>`
    select email, locale, requested_at, source, confirmed_at,
      (select wording from newsletter_events where subscription_id = subscription.id and event = 'confirmed'
        order by happened_at desc limit 1) as wording,
      (select max(happened_at) from newsletter_events where subscription_id = subscription.id and event = 'moved'
        and happened_at >= confirmed_at) as moved_at
    from newsletter_subscriptions subscription
    where state = 'confirmed' and email > ${after} order by email limit ${page}`.execute(db);
  return { rows, next: rows.length < page ? null : (rows.at(-1)?.email ?? null) };
}
