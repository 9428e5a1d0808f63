import { sql } from 'kysely';
import type { Locale } from '#core/model/values.ts';
import { csvFormats, csvLine } from '#core/rules/basics/csv.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { csvFile, type WrittenFile } from '#server/platform/http/csv-file.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

const columns = ['email', 'language', 'requested_at', 'source', 'confirmed_at', 'consent_text'] as const;

/** Addresses in memory at once. */
const page = 1_000;

interface NewsletterRow {
  readonly email: string;
  readonly locale: string;
  readonly requested_at: Date;
  readonly source: string;
  readonly confirmed_at: Date;
  /** What the box and the mail said when it was confirmed; null before texts were kept. */
  readonly wording: string | null;
}

/**
 * Everybody who gets the newsletter, by address, as CSV with the proof of each consent (docs/behaviour/tracking.md):
 * those who have confirmed and not left. Is written into the audit log, without the addresses.
 */
export async function exportNewsletter(context: ServerContext, locale: Locale): Promise<WrittenFile> {
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
  return csvFile('newsletter.csv', writeNewsletter(db, locale));
}

async function* writeNewsletter(db: ServerContext['db'], locale: Locale): AsyncGenerator<string> {
  const format = csvFormats[locale];
  yield csvLine(columns, format);
  let after = '';
  for (;;) {
    const { rows } = await sql<NewsletterRow>`
      select email, locale, requested_at, source, confirmed_at,
        (select wording from newsletter_events where subscription_id = subscription.id and event = 'confirmed'
          order by happened_at desc limit 1) as wording
      from newsletter_subscriptions subscription
      where state = 'confirmed' and email > ${after} order by email limit ${page}`.execute(db);
    for (const { requested_at, confirmed_at, ...row } of rows) {
      const [asked, confirmed] = [requested_at.toISOString(), confirmed_at.toISOString()];
      yield csvLine([row.email, row.locale, asked, row.source, confirmed, row.wording], format);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < page) return;
    after = last.email;
  }
}
