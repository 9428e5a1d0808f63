import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import * as z from 'zod/mini';
import { createFormHandler, type FormResponse, handlePostedForm } from '#ui/forms/form-action.ts';
import { readResult, showResult } from '#ui/forms/form-result.ts';
import { newsletterEmail } from '#ui/forms/newsletter-email.ts';
import { createI18n } from '#ui/i18n/create-i18n.ts';
import { loadAllTexts } from '#ui/i18n/texts.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { valueOrThrow } from '#ui/routes/loaders.ts';

const entry = z.object({ email: z.string(), isTicked: z.boolean() });

/** Handles the giveaway form without JavaScript; campaigns without a giveaway have no form. */
export async function sendCampaignForm(args: ActionFunctionArgs): Promise<FormResponse> {
  const { api, actions, stores } = args.context.get(shopContext);
  const { locale } = stores.locale.snapshot;
  const { t } = createI18n(locale, await loadAllTexts(locale));
  const { giveaway } = valueOrThrow(await api.getCampaign({ params: { slug: args.params.slug ?? '' } }));
  if (giveaway === null) return handlePostedForm(args, {});
  return handlePostedForm(args, {
    giveaway: createFormHandler({
      schema: z.object({ email: newsletterEmail(t), checkbox: z.boolean() }),
      empty: { email: '', checkbox: false },
      send: ({ email, checkbox }) =>
        actions.enterGiveaway({ email, giveaway: giveaway.key, newsletter: checkbox }),
      onSent: (_, { email, checkbox }) =>
        showResult(args, {
          form: 'giveaway',
          search: '?gesendet=1',
          results: [{ email, isTicked: checkbox }],
        }),
    }),
  });
}

/** Returns the giveaway entry sent without JavaScript; null if there is none. */
export async function readEntry({ request }: LoaderFunctionArgs): Promise<z.infer<typeof entry> | null> {
  const isAsked = new URL(request.url).searchParams.has('gesendet');
  return isAsked ? readResult(request, 'giveaway', entry) : null;
}
