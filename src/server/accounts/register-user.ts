import type * as z from 'zod/mini';
import type { registerUser as registerUserEndpoint } from '#api/accounts.ts';
import type { Locale } from '#core/rules/locale.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { getsNewsletter } from '#server/marketing/follow-newsletter.ts';
import { requestNewsletter } from '#server/marketing/request-newsletter.ts';
import type { HostContext } from '#server/server-context.ts';
import { takeAttempt } from './attempts.ts';
import { judgeNewPassword } from './judge-new-password.ts';
import type { StartedSession } from './start-session.ts';
import { startSession } from './start-session.ts';

type Registration = z.output<typeof registerUserEndpoint.body>['data']['attributes'];

/**
 * Makes an account and logs the new user in (decisions §5). 409 `EMAIL_TAKEN` may be said here, so the call is
 * limited by address. A ticked newsletter box starts the double opt-in: the newsletter waits for its own confirmation.
 */
export async function registerUser(
  context: HostContext,
  registration: Registration,
  { address, locale, device }: { readonly address: string; readonly locale: Locale; readonly device: string },
): Promise<Result<StartedSession, ApiFailure>> {
  const judged = judgeNewPassword(registration, '/data/attributes');
  if (!judged.ok) return judged;
  const allowed = await takeAttempt(context.db, context, [
    { key: ['register', address], attempts: 100, minutes: 60 },
  ]);
  if (!allowed.ok) return allowed;
  const password_hash = await context.passwords.hash(registration.password);
  const now = new Date(context.clock.now());
  return inTransaction(context.db, async (trx) => {
    const user = await trx
      .insertInto('users')
      .values({
        id: context.ids.uuid(),
        email: registration.email,
        password_hash,
        firstname: registration.firstname,
        lastname: registration.lastname,
        salutation: registration.salutation,
        preferred_language: registration.preferred_language ?? locale,
        newsletter: getsNewsletter(registration.email),
        newsletter_wished_at: registration.newsletter ? now : null,
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning(['id', 'email'])
      .executeTakeFirst();
    if (user === undefined) return err(apiFailure('EMAIL_TAKEN', { pointer: '/data/attributes/email' }));
    if (registration.newsletter) {
      await requestNewsletter(trx, context, {
        email: user.email,
        locale: registration.preferred_language ?? locale,
        source: 'registration',
      });
    }
    return ok(await startSession(trx, context, user.id, device));
  });
}
