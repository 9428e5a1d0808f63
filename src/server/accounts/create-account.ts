import type { Kysely } from 'kysely';
import type { Locale } from '#core/rules/locale.ts';
import type { Database } from '#server/database/schema.ts';
import { getsNewsletter } from '#server/marketing/follow-newsletter.ts';
import type { HostContext } from '#server/server-context.ts';

/**
 * The account a guest gets by buying (decisions §4): no password yet, `is_registered_with_funnel`. When another order
 * or a registration made an account for the e-mail meanwhile, that one is answered and `is_new` is false.
 */
export async function createPurchaseAccount(
  db: Kysely<Database>,
  { clock, ids }: Pick<HostContext, 'clock' | 'ids'>,
  { email, locale }: { readonly email: string; readonly locale: Locale },
): Promise<{ readonly user_id: string; readonly is_new: boolean }> {
  const inserted = await db
    .insertInto('users')
    .values({
      id: ids.uuid(),
      email,
      password_hash: null,
      preferred_language: locale,
      newsletter: getsNewsletter(email),
      is_registered_with_funnel: true,
      created_at: new Date(clock.now()),
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) return { user_id: inserted.id, is_new: true };
  const existing = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return { user_id: existing.id, is_new: false };
}
