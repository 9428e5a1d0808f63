import type { Locale } from '#core/rules/locale.ts';
import { defaultLocale, isLocale } from '#core/rules/locale.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import { hashToken } from '#server/accounts/token-hash.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { enqueueMail } from '#server/mail/enqueue-mail.ts';
import { fill } from '#server/mail/mail-texts.ts';
import { readBrand } from '#server/mail/read-brand.ts';
import type { HostContext } from '#server/server-context.ts';
import { followNewsletter } from './follow-newsletter.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

/** The sentence that stands in the confirmation mail and is agreed to by its link. */
export type ConsentWording = Readonly<Record<Locale, string>>;

/**
 * Confirms a newsletter by the link of its mail: from now on it counts, the words that were agreed to are kept as proof
 * (decisions §8), and a welcome says how to stop. Confirming twice is no fault, for people click twice; a link that was
 * replaced, is over, or led to somebody who has left since, is 410 `LINK_EXPIRED`.
 */
export function confirmNewsletter(
  context: Pick<HostContext, 'db' | 'clock' | 'ids' | 'settings'>,
  token: string,
  wording: ConsentWording,
): Promise<Result<null, ApiFailure>> {
  const { db, clock, ids } = context;
  const now = new Date(clock.now());
  return inTransaction(db, async (trx) => {
    const subscription = await trx
      .selectFrom('newsletter_subscriptions')
      .select(['id', 'email', 'locale', 'source', 'state'])
      .where('token_hash', '=', hashToken(token))
      .where('token_expires_at', '>', now)
      .forUpdate()
      .executeTakeFirst();
    if (subscription === undefined) return err(apiFailure('LINK_EXPIRED', { pointer: '/token' }));
    if (subscription.state === 'confirmed') return ok(null);
    const locale = isLocale(subscription.locale) ? subscription.locale : defaultLocale;
    const { id, email, source } = subscription;
    const brand = await readBrand(trx);
    await trx
      .updateTable('newsletter_subscriptions')
      .set({ state: 'confirmed', confirmed_at: now, unsubscribed_at: null })
      .where('id', '=', id)
      .execute();
    const event = ids.uuid();
    await trx
      .insertInto('newsletter_events')
      .values({
        id: event,
        subscription_id: id,
        event: 'confirmed',
        source,
        wording: fill(wording[locale], { shop: brand.name }),
        happened_at: now,
      })
      .execute();
    await followNewsletter(trx, email);
    await enqueueMail(trx, context, {
      template: 'newsletter_welcome',
      recipient: email,
      locale,
      facts: { token: unsubscribeToken(context.settings, id) },
      dedupe_key: `newsletter_welcome:${event}`,
    });
    return ok(null);
  });
}
