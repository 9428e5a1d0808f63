import { type LoaderFunctionArgs, redirect } from 'react-router';
import * as z from 'zod/mini';
import { localePath, tokenOfPastedLink } from '#core/rules/basics/site-paths.ts';
import { mailTokenField } from '#ui/forms/field-schemas.ts';
import { createFormHandler, type FormResponse, handlePostedForm } from '#ui/forms/form-action.ts';
import { showResult } from '#ui/forms/form-result.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { mailLinkRoute, mailLinks } from './mail-links.ts';

/** Performs the action of a mailed link without JavaScript. Redirects guests to the login if it needs a session. */
export function sendMailLink(args: LoaderFunctionArgs): Promise<FormResponse> {
  const { actions, stores } = args.context.get(shopContext);
  const { locale } = stores.locale.snapshot;
  const route = mailLinkRoute(new URL(args.request.url).pathname);
  const { key, action } = mailLinks[route];
  const send = createFormHandler({
    schema: z.object({ token: mailTokenField }),
    empty: { token: '' },
    send: ({ token }) => actions[action](tokenOfPastedLink(token)),
    onSent: () => showResult(args, { form: 'mail_link', search: '?schritt=fertig', results: [] }),
  });
  return handlePostedForm(args, {
    mail_link: async (form) => {
      const isGuest = stores.session.snapshot.status === 'guest';
      if (key !== 'confirmation' || !isGuest) return send(form);
      const back = encodeURIComponent(localePath(locale, route));
      return redirect(`${localePath(locale, '/auth/login')}?returnTo=${back}`, 303);
    },
  });
}
