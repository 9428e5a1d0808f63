import type { LoaderFunctionArgs } from 'react-router';
import * as z from 'zod/mini';
import { createFormHandler, type FormResponse, handlePostedForm } from '#ui/forms/form-action.ts';
import { readResult, showResult } from '#ui/forms/form-result.ts';
import { newsletterEmail } from '#ui/forms/newsletter-email.ts';
import { createI18n } from '#ui/i18n/create-i18n.ts';
import { loadAllTexts } from '#ui/i18n/texts.ts';
import { shopContext } from '#ui/routes/contexts.ts';

/** Handles the newsletter form without JavaScript: a confirmation link is mailed. */
export async function sendNewsletterForm(args: LoaderFunctionArgs): Promise<FormResponse> {
  const { stores, actions } = args.context.get(shopContext);
  const { locale } = stores.locale.snapshot;
  const { t } = createI18n(locale, await loadAllTexts(locale));
  const schema = z.object({
    email: newsletterEmail(t),
    checkbox: z.boolean().check(z.refine((isTicked) => isTicked, t('component:newsletter.consent_missing'))),
    source: z.string(),
  });
  return handlePostedForm(args, {
    newsletter: createFormHandler({
      schema,
      empty: { email: '', checkbox: false, source: 'newsletter' },
      send: ({ email, source }) => actions.subscribeToNewsletter({ email, source }),
      onSent: (_, { email }) =>
        showResult(args, { form: 'newsletter', search: '?gesendet=1', results: [email] }),
    }),
  });
}

/** Returns the e-mail address that a link was sent to without JavaScript; null if none was. */
export async function readSubscribed({ request }: LoaderFunctionArgs): Promise<string | null> {
  const isAsked = new URL(request.url).searchParams.has('gesendet');
  return isAsked ? readResult(request, 'newsletter', z.string()) : null;
}
