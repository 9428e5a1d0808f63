import type { Locale } from '#core/rules/locale.ts';
import type { Result } from '#core/rules/result.ts';
import { ok } from '#core/rules/result.ts';
import { answerAlike } from '#host/answer-alike.ts';
import type { ApiFailure } from '#host/api-failure.ts';
import { inTransaction } from '#host/database/transaction.ts';
import type { HostContext } from '#host/host-context.ts';
import { takeAttempt } from '#host/services/rate-limits/attempts.ts';
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
