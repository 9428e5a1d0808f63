import type { Transaction, Updateable } from 'kysely';
import type { Locale } from '#core/rules/locale.ts';
import { defaultLocale, isLocale } from '#core/rules/locale.ts';
import type { Database } from '#server/database/schema.ts';
import { enqueueMail } from '#server/mail/enqueue-mail.ts';
import type { HostContext } from '#server/server-context.ts';
import { revokeSessions } from './start-session.ts';
import { voidOneTimeTokens } from './use-one-time-token.ts';

/** Sets a password, ends every session and makes all links of the account worthless. */
export async function setPassword(
  trx: Transaction<Database>,
  userId: string,
  changes: Updateable<Database['users']> & { readonly password_hash: string },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ ...changes, is_registered_with_funnel: false })
    .where('id', '=', userId)
    .execute();
  await voidOneTimeTokens(trx, userId, now);
  await revokeSessions(trx, userId, now);
}

/** Tells the owner by mail that the password is another one now, so that a theft does not go unnoticed. */
export async function tellPasswordChange(
  trx: Transaction<Database>,
  context: Pick<HostContext, 'clock' | 'ids'>,
  userId: string,
): Promise<void> {
  const { email, preferred_language } = await trx
    .selectFrom('users')
    .select(['email', 'preferred_language'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const locale: Locale = isLocale(preferred_language) ? preferred_language : defaultLocale;
  await enqueueMail(trx, context, {
    template: 'password_changed',
    recipient: email,
    locale,
    facts: {},
    dedupe_key: `password_changed:${context.ids.uuid()}`,
  });
}
