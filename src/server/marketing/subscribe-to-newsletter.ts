import type { Locale } from '#core/rules/locale.ts';
import type { Result } from '#core/rules/result.ts';
import { ok } from '#core/rules/result.ts';
import { takeAttempt } from '#server/accounts/attempts.ts';
import { answerAlike } from '#server/accounts/constant-time-response.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { HostContext } from '#server/server-context.ts';
import { requestNewsletter } from './request-newsletter.ts';

interface NewsletterForm {
  readonly email: string;
  readonly locale: Locale;
  readonly source: string;
}

/**
 * Asks for the newsletter without login (decisions §5). Known and unknown addresses get the same answer after the same
 * time; limited, so that nobody's mailbox is filled.
 */
export function subscribeToNewsletter(
  context: HostContext,
  form: NewsletterForm,
  address: string,
): Promise<Result<null, ApiFailure>> {
  return answerAlike(async () => {
    const allowed = await takeAttempt(context.db, context, [
      { key: ['newsletter', form.email], attempts: 5, minutes: 24 * 60 },
      { key: ['newsletter-address', address], attempts: 30, minutes: 60 },
    ]);
    if (!allowed.ok) return allowed;
    await inTransaction(context.db, (trx) => requestNewsletter(trx, context, form));
    return ok(null);
  });
}
