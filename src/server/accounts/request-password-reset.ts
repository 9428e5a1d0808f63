import type { Locale } from '#core/rules/locale.ts';
import type { Result } from '#core/rules/result.ts';
import { ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { enqueueMail } from '#server/mail/enqueue-mail.ts';
import type { HostContext } from '#server/server-context.ts';
import { takeAttempt } from './attempts.ts';
import { answerAlike } from './constant-time-response.ts';
import { issueOneTimeToken, linkMinutes } from './issue-one-time-token.ts';
import { hashToken } from './token-hash.ts';

/**
 * Mails a link to set a new password. Known and unknown addresses get the same answer after the same time
 * (decisions §5): the work for a known one hides in a fixed delay.
 */
export function requestPasswordReset(
  context: HostContext,
  email: string,
  { address, locale }: { readonly address: string; readonly locale: Locale },
): Promise<Result<null, ApiFailure>> {
  return answerAlike(async () => {
    const allowed = await takeAttempt(context.db, context, [
      { key: ['password-request', email], attempts: 5, minutes: 60 },
      { key: ['password-request-address', address], attempts: 60, minutes: 60 },
    ]);
    if (allowed.ok) await mailLink(context, email, locale);
    return allowed.ok ? ok(null) : allowed;
  });
}

function mailLink(context: HostContext, email: string, locale: Locale): Promise<void> {
  return inTransaction(context.db, async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .where('is_active', '=', true)
      .executeTakeFirst();
    if (user === undefined) return;
    const token = await issueOneTimeToken(trx, context, {
      user_id: user.id,
      kind: 'password',
      minutes: linkMinutes,
    });
    await enqueueMail(trx, context, {
      template: 'reset_password',
      recipient: email,
      locale,
      facts: { token },
      dedupe_key: `reset_password:${hashToken(token).toString('base64url')}`,
    });
  });
}
