import type { LoaderFunctionArgs } from 'react-router';
import { redirect } from 'react-router';
import { localePath } from '#core/rules/navigation.ts';
import type { FormResponse } from '#ui/forms/form-action.ts';
import { answerForm } from '#ui/forms/form-action.ts';
import { shopContext } from '#ui/routes/contexts.ts';

/** Answers the forms of the profile, and the logout of every page, without JavaScript. */
export function sendProfileForm(args: LoaderFunctionArgs): Promise<FormResponse> {
  const { actions, stores } = args.context.get(shopContext);
  const { locale } = stores.locale.snapshot;
  return answerForm(args, {
    log_out: async () => {
      await actions.logOut();
      return redirect(localePath(locale, '/'), 303);
    },
  });
}
