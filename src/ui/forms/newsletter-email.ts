import * as z from 'zod/mini';
import { isEmailAddress } from '#core/model/email-address.ts';
import type { createI18n } from '#ui/i18n/create-i18n.ts';

/** Schema of an e-mail address for small forms like the newsletter's, with messages in the page's language. */
export function newsletterEmail(t: ReturnType<typeof createI18n>['t']) {
  const wrong = t('component:newsletter.email_wrong');
  return z.string().check(
    z.trim(),
    z.refine(isEmailAddress, {
      error: ({ input }) => (input === '' ? t('component:newsletter.email_missing') : wrong),
    }),
  );
}
