import { type LoaderFunctionArgs, redirect } from 'react-router';
import * as z from 'zod/mini';
import { destinationAfterLogin, emptyLogin } from '#ui/components/accounts/login-form.tsx';
import {
  codeLoginSchema,
  loginSchema,
  passwordRequestSchema,
  registrationSchema,
} from '#ui/forms/account-schemas.ts';
import { createFormHandler, type FormResponse, handlePostedForm } from '#ui/forms/form-action.ts';
import { readResult, showResult } from '#ui/forms/form-result.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { emptyRegistration } from './registration-form.tsx';

/** The request for a mailed code. Its id restricts the login to this code. */
const codeRequest = z.object({ email: z.string(), request_id: z.string() });

/** Query parameter for the step in which the mailed code is entered. */
const stepName = 'schritt';

/** Handles the login forms without JavaScript: login by password or mailed code, and registration. */
export async function sendLoginForm(args: LoaderFunctionArgs): Promise<FormResponse> {
  const { stores, actions } = args.context.get(shopContext);
  const { pathname, searchParams } = new URL(args.request.url);
  const enter = () => redirect(destinationAfterLogin(stores.locale.snapshot.locale, searchParams), 303);

  return handlePostedForm(args, {
    login: createFormHandler({
      schema: loginSchema,
      empty: emptyLogin,
      fieldOf: { WRONG_CREDENTIALS: 'password' },
      send: ({ email, password }) => actions.logIn({ identifier: email, password }),
      onSent: enter,
    }),
    request_code: createFormHandler({
      schema: passwordRequestSchema,
      empty: { email: '' },
      send: ({ email }) => actions.requestLoginCode({ email, isCheckout: false }),
      onSent: ({ request_id }, { email }) =>
        showResult(args, {
          form: 'code',
          search: searchWith(searchParams, 'code'),
          results: [{ email, request_id }],
        }),
    }),
    code: createFormHandler({
      schema: codeLoginSchema,
      empty: emptyLogin,
      fieldOf: { WRONG_LOGIN_CODE: 'code' },
      send: async ({ email, code }) => {
        const asked = await readResult(args.request, 'code', codeRequest);
        const own = asked?.email === email ? { request_id: asked.request_id } : {};
        return actions.logInWithCode({ email, code, ...own });
      },
      onSent: enter,
    }),
    password: async () => redirect(`${pathname}${searchWith(searchParams, null)}`, 303),
    register: createFormHandler({
      schema: registrationSchema,
      empty: emptyRegistration,
      fieldOf: { EMAIL_TAKEN: 'email' },
      send: (person) => actions.register(person),
      onSent: enter,
    }),
  });
}

/** Returns the e-mail address that a code was sent to, in the step in which it is entered; else null. */
export async function readCodeRecipient({ request }: LoaderFunctionArgs): Promise<string | null> {
  if (new URL(request.url).searchParams.get(stepName) !== 'code') return null;
  const asked = await readResult(request, 'code', codeRequest);
  return asked?.email ?? null;
}

function searchWith(query: URLSearchParams, step: string | null): string {
  const next = new URLSearchParams(query);
  next.delete(stepName);
  if (step !== null) next.set(stepName, step);
  return next.size === 0 ? '' : `?${next}`;
}
