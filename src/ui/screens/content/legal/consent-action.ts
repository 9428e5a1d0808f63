import { type ActionFunctionArgs, redirect } from 'react-router';
import * as z from 'zod/mini';
import { ok } from '#core/rules/basics/result.ts';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { noPurpose } from '#core/rules/tracking/consent.ts';
import { createFormHandler, type FormResponse, handlePostedForm } from '#ui/forms/form-action.ts';
import { shopContext } from '#ui/routes/contexts.ts';

const purposes = z.object({ preferences: z.boolean(), statistics: z.boolean(), marketing: z.boolean() });

/** Stores a visitor's consent without JavaScript (docs/behaviour/tracking.md#consent-without-javascript). */
export function sendConsent(args: ActionFunctionArgs): Promise<FormResponse> {
  const { stores, actions } = args.context.get(shopContext);
  const showChoice = () =>
    redirect(`${localePath(stores.locale.snapshot.locale, '/datenschutz')}#cookies`, 303);
  return handlePostedForm(args, {
    consent: createFormHandler({
      schema: purposes,
      empty: noPurpose,
      send: async (choice) => ok(actions.decideConsent(choice)),
      onSent: showChoice,
    }),
    refuse_consent: async () => {
      actions.decideConsent(noPurpose);
      return showChoice();
    },
  });
}
