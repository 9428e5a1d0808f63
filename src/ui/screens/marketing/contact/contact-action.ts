import type { LoaderFunctionArgs } from 'react-router';
import * as z from 'zod/mini';
import { contactSchema, emptyContact } from '#ui/components/marketing/contact-schema.ts';
import { createFormHandler, type FormResponse, handlePostedForm } from '#ui/forms/form-action.ts';
import { readResult, showResult } from '#ui/forms/form-result.ts';
import { createI18n } from '#ui/i18n/create-i18n.ts';
import { loadAllTexts } from '#ui/i18n/texts.ts';
import { shopContext } from '#ui/routes/contexts.ts';

/** Handles the contact form without JavaScript. */
export async function sendContactForm(args: LoaderFunctionArgs): Promise<FormResponse> {
  const { stores, actions } = args.context.get(shopContext);
  const { locale } = stores.locale.snapshot;
  const { t } = createI18n(locale, await loadAllTexts(locale));
  return handlePostedForm(args, {
    contact: createFormHandler({
      schema: contactSchema,
      empty: emptyContact,
      send: ({ topic, order_code, ...words }) =>
        actions.sendMessage({
          ...words,
          topic: t(`contact.topic.${topic}`),
          order_code: order_code === '' ? null : order_code,
        }),
      onSent: (_, { email }) =>
        showResult(args, { form: 'contact', search: '?gesendet=1', results: [email] }),
    }),
  });
}

/** Returns the e-mail address of a visitor whose message was sent without JavaScript; null if none was sent. */
export function readSentContact({ request }: LoaderFunctionArgs): Promise<string | null> {
  const isAsked = new URL(request.url).searchParams.has('gesendet');
  return isAsked ? readResult(request, 'contact', z.string()) : Promise.resolve(null);
}
