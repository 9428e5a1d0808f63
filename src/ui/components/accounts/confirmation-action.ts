import * as z from 'zod/mini';
import { type ActionContext, handleForm } from '#ui/forms/form-action.ts';
import { showResult } from '#ui/forms/form-result.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { linkSent } from './unconfirmed-email.tsx';

/**
 * Answers the form of `UnconfirmedEmail` without JavaScript: the same page, with this query and from this anchor on,
 * says that the link is on its way.
 */
export function resendConfirmation(
  args: ActionContext,
  { query = {}, anchor = '' }: { readonly query?: Record<string, string>; readonly anchor?: string } = {},
) {
  const search = new URLSearchParams({ ...query, [linkSent.name]: linkSent.value });
  return handleForm({
    schema: z.object({}),
    empty: {},
    send: args.context.get(shopContext).actions.requestEmailConfirmation,
    onSent: () =>
      showResult(args, { form: 'email_confirmation', search: `?${search}${anchor}`, results: [] }),
  });
}
