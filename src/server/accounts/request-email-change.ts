import type { Transaction } from 'kysely';
import type { Locale } from '#core/rules/locale.ts';
import type { Database } from '#server/database/schema.ts';
import { enqueueMail } from '#server/mail/enqueue-mail.ts';
import type { HostContext } from '#server/server-context.ts';
import { issueOneTimeToken, linkMinutes } from './issue-one-time-token.ts';
import { hashToken } from './token-hash.ts';

interface EmailWish {
  /** The new address. */
  readonly email: string;
  readonly locale: Locale;
}

/**
 * Begins the change of an e-mail address: a link to the new one, a notice to the one so far (decisions §5). When the new
 * address has an account, its owner gets no mail and nothing will change, and whoever asked cannot tell: the notice and
 * the answer are the same.
 */
export async function requestEmailChange(
  trx: Transaction<Database>,
  context: Pick<HostContext, 'clock' | 'ids'>,
  user: { readonly id: string; readonly email: string },
  { email, locale }: EmailWish,
): Promise<void> {
  const token = await issueOneTimeToken(trx, context, {
    user_id: user.id,
    kind: 'email_change',
    minutes: linkMinutes,
    facts: { email },
  });
  const cause = hashToken(token).toString('base64url');
  await enqueueMail(trx, context, {
    template: 'email_change_notice',
    recipient: user.email,
    locale,
    facts: { email },
    dedupe_key: `email_change_notice:${cause}`,
  });
  const taken = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (taken !== undefined) return;
  await enqueueMail(trx, context, {
    template: 'email_change',
    recipient: email,
    locale,
    facts: { token },
    dedupe_key: `email_change:${cause}`,
  });
}
