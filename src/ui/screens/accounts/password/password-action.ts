import { type LoaderFunctionArgs, redirect } from 'react-router';
import * as z from 'zod/mini';
import { tokenOfPastedLink } from '#core/rules/basics/site-paths.ts';
import { destinationAfterLogin } from '#ui/components/accounts/login-form.tsx';
import {
  accountCompletionSchema,
  passwordRequestSchema,
  passwordResetSchema,
} from '#ui/forms/account-schemas.ts';
import { mailTokenField } from '#ui/forms/field-schemas.ts';
import { createFormHandler, type FormResponse, handlePostedForm } from '#ui/forms/form-action.ts';
import { readResult, showResult } from '#ui/forms/form-result.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { emptyCompletion, emptyReset } from './password-forms.tsx';

const token = z.object({ token: mailTokenField });

/** Handles the forms to request a password link, set a password or complete an account, without JavaScript. */
export function sendPasswordForm(args: LoaderFunctionArgs): Promise<FormResponse> {
  const { actions, stores } = args.context.get(shopContext);
  const { searchParams } = new URL(args.request.url);
  return handlePostedForm(args, {
    password_request: createFormHandler({
      schema: passwordRequestSchema,
      empty: { email: '' },
      send: ({ email }) => actions.requestPasswordReset(email),
      onSent: (_, { email }) =>
        showResult(args, { form: 'password_request', search: '?gesendet=1', results: [email] }),
    }),
    password_reset: createFormHandler({
      schema: z.intersection(passwordResetSchema, token),
      empty: { ...emptyReset, token: '' },
      send: ({ token: link, ...passwords }) =>
        actions.resetPassword({ token: tokenOfPastedLink(link), ...passwords }),
      onSent: () => showResult(args, { form: 'password_reset', search: '?schritt=fertig', results: [] }),
    }),
    account_completion: createFormHandler({
      schema: z.intersection(accountCompletionSchema, token),
      empty: { ...emptyCompletion, token: '' },
      send: ({ token: link, ...person }) =>
        actions.completeAccount({ token: tokenOfPastedLink(link), salutation: 'none', ...person }),
      onSent: () => redirect(destinationAfterLogin(stores.locale.snapshot.locale, searchParams), 303),
    }),
  });
}

/** Returns the e-mail address that a password link was sent to without JavaScript; null if none was requested. */
export async function readPasswordRequest({ request }: LoaderFunctionArgs): Promise<string | null> {
  const isAsked = new URL(request.url).searchParams.has('gesendet');
  return isAsked ? readResult(request, 'password_request', z.string()) : null;
}
