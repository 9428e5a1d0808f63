import type { Transaction } from 'kysely';
import type { Locale } from '#core/model/values.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { enqueueMail, type MailContext } from '#server/platform/outbox/enqueue-mail.ts';
import type { MailFacts } from '#server/platform/outbox/mail-templates.ts';

/** Mails an operator that their access was changed, so that an unauthorised change is noticed. */
export async function mailAccessChanged(
  trx: Transaction<Database>,
  context: MailContext,
  { email, locale }: { readonly email: string; readonly locale: Locale },
  change: MailFacts['operator_access']['change'],
): Promise<void> {
  await enqueueMail(trx, context, {
    template: 'operator_access',
    recipient: email,
    locale,
    facts: { change },
    dedupe_key: `operator_access:${context.ids.uuid()}`,
  });
}
