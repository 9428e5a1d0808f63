import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Locale } from '#core/rules/locale.ts';
import { hashToken } from '#server/accounts/token-hash.ts';
import type { Database } from '#server/database/schema.ts';
import { enqueueMail } from '#server/mail/enqueue-mail.ts';
import type { HostContext } from '#server/server-context.ts';

interface NewsletterWish {
  /** Normalised: trimmed, lower case. */
  readonly email: string;
  readonly locale: Locale;
  /** Where the box was ticked, for example `registration`. */
  readonly source: string;
}

/** Life of the link of a confirmation mail in milliseconds: a week. */
const linkLife = 7 * 24 * 60 * 60_000;

/**
 * Begins the double opt-in (decisions §5): mails a link whose confirmation makes the newsletter count. Who gets the
 * newsletter already is left in peace: nothing changes and no mail is sent. The link of the newest mail alone works.
 */
export async function requestNewsletter(
  trx: Transaction<Database>,
  context: Pick<HostContext, 'clock' | 'ids'>,
  { email, locale, source }: NewsletterWish,
): Promise<void> {
  const { clock, ids } = context;
  const token = ids.token(32);
  const requested_at = new Date(clock.now());
  const wish = {
    locale,
    source,
    state: 'pending',
    token_hash: hashToken(token),
    token_expires_at: new Date(clock.now() + linkLife),
    requested_at,
  };
  const pending = await trx
    .insertInto('newsletter_subscriptions')
    .values({ id: ids.uuid(), email, ...wish })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet(wish)
        .where('newsletter_subscriptions.state', '<>', sql.lit('confirmed')),
    )
    .returning('id')
    .executeTakeFirst();
  if (pending === undefined) return;
  await trx
    .insertInto('newsletter_events')
    .values({
      id: ids.uuid(),
      subscription_id: pending.id,
      event: 'requested',
      source,
      happened_at: requested_at,
    })
    .execute();
  await enqueueMail(trx, context, {
    template: 'newsletter_confirm',
    recipient: email,
    locale,
    facts: { token },
    dedupe_key: `newsletter_confirm:${hashToken(token).toString('base64url')}`,
  });
}
