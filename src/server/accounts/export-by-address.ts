import type { Transaction } from 'kysely';
import type { AccountExport } from '#api/account-data.ts';
import type { Database } from '#server/database/schema.ts';
import { moment } from './exported-values.ts';

/**
 * What the shop knows by an e-mail address alone. Null for an address of which nobody has proved to read the mails:
 * anybody can register with a stranger's address, and must not learn what that stranger wrote.
 */
export async function exportByAddress(
  trx: Transaction<Database>,
  email: string | null,
): Promise<Pick<AccountExport, 'newsletter' | 'giveaways' | 'messages' | 'mails'>> {
  if (email === null) return { newsletter: null, giveaways: [], messages: [], mails: [] };
  const giveaways = await trx
    .selectFrom('giveaway_entries')
    .select(['giveaway', 'entered_at'])
    .where('email', '=', email)
    .orderBy('entered_at')
    .execute();
  const messages = await trx
    .selectFrom('contact_messages')
    .select(['topic', 'name', 'message', 'order_code', 'received_at'])
    .where('email', '=', email)
    .orderBy('received_at')
    .execute();
  const mails = await trx
    .selectFrom('outbox')
    .select(['template', 'created_at', 'sent_at'])
    .where('recipient', '=', email)
    .orderBy('created_at')
    .execute();
  return {
    newsletter: await exportNewsletter(trx, email),
    giveaways: giveaways.map((one) => ({ ...one, entered_at: one.entered_at.toISOString() })),
    messages: messages.map((one) => ({ ...one, received_at: one.received_at.toISOString() })),
    mails: mails.map((one) => ({
      template: one.template,
      created_at: one.created_at.toISOString(),
      sent_at: moment(one.sent_at),
    })),
  };
}

async function exportNewsletter(
  trx: Transaction<Database>,
  email: string,
): Promise<AccountExport['newsletter']> {
  const subscription = await trx
    .selectFrom('newsletter_subscriptions')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirst();
  if (subscription === undefined) return null;
  const events = await trx
    .selectFrom('newsletter_events')
    .select(['event', 'source', 'wording', 'happened_at'])
    .where('subscription_id', '=', subscription.id)
    .orderBy('happened_at')
    .orderBy('id')
    .execute();
  return {
    state: subscription.state,
    source: subscription.source,
    requested_at: subscription.requested_at.toISOString(),
    confirmed_at: moment(subscription.confirmed_at),
    unsubscribed_at: moment(subscription.unsubscribed_at),
    events: events.map((one) => ({ ...one, happened_at: one.happened_at.toISOString() })),
  };
}
