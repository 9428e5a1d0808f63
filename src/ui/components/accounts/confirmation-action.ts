import * as z from 'zod/mini';
import { type ActionContext, createFormHandler } from '#ui/forms/form-action.ts';
import { showResult } from '#ui/forms/form-result.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { linkSent } from './unconfirmed-email.tsx';

/**
 * Handles the form of `UnconfirmedEmail` without JavaScript: resends the link and redirects to the same page with
 * `query` and `anchor`, which then confirms it.
 */
export function resendConfirmation(
  args: ActionContext,
  { query = {}, anchor = '' }: { readonly query?: Record<string, string>; readonly anchor?: string } = {},
) {
  const search = new URLSearchParams({ ...query, [linkSent.name]: linkSent.value });
  return createFormHandler({
    schema: z.object({}),
    empty: {},
    send: args.context.get(shopContext).actions.requestEmailConfirmation,
    onSent: () =>
      showResult(args, { form: 'email_confirmation', search: `?${search}${anchor}`, results: [] }),
  });
}
