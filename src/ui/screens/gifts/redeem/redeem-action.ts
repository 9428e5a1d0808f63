import { type LoaderFunctionArgs, redirect } from 'react-router';
import * as z from 'zod/mini';
import { redemption } from '#core/model/code.ts';
import { lengths } from '#core/model/text-lengths.ts';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { resendConfirmation } from '#ui/components/accounts/confirmation-action.ts';
import { requiredLine } from '#ui/forms/field-schemas.ts';
import { createFormHandler, type FormResponse, handlePostedForm } from '#ui/forms/form-action.ts';
import { readResult, showResult } from '#ui/forms/form-result.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { type LoadedCode, noLoadedCode, redeemed, redeemedSearch } from './loaded-code.ts';

const schema = z.object({
  code: requiredLine('Bitte geben Sie einen Code ein.', lengths.code, 'Das ist zu lang.'),
});
const empty = { code: '' };

/** Failure codes that are shown at the field of the code. */
const fieldOf = { UNKNOWN: 'code', EXPIRED: 'code', NOT_YET_VALID: 'code', USED_UP: 'code' } as const;

/** Looks up or redeems a code without JavaScript. Redirects guests to the login before redeeming. */
export async function sendCode(args: LoaderFunctionArgs): Promise<FormResponse> {
  const { actions, stores } = args.context.get(shopContext);
  const { locale } = stores.locale.snapshot;
  const shown = new URL(args.request.url).searchParams.get('code') ?? '';
  const addressOf = (code: string) => `${localePath(locale, '/redeem')}?code=${encodeURIComponent(code)}`;
  const redeem = createFormHandler({
    schema,
    empty,
    send: ({ code }) => actions.redeemCode(code),
    onSent: (result) => showResult(args, { form: 'redeem', search: redeemedSearch, results: [result] }),
  });
  return handlePostedForm(args, {
    look_up: createFormHandler({
      schema,
      empty,
      fieldOf,
      send: ({ code }) => actions.lookUpCode(code),
      onSent: ({ code }) => redirect(addressOf(code), 303),
    }),
    redeem: async (form) => {
      if (stores.session.snapshot.status === 'logged_in') return redeem(form);
      const back = encodeURIComponent(addressOf(String(form.fields.get('code') ?? '')));
      return redirect(`${localePath(locale, '/auth/login')}?returnTo=${back}`, 303);
    },
    email_confirmation: resendConfirmation(args, { query: { code: shown } }),
  });
}

/** Loads the code in the address, or the redemption that was just made. */
export async function readCode({ request, context }: LoaderFunctionArgs): Promise<LoadedCode> {
  const { searchParams } = new URL(request.url);
  const code = searchParams.get('code')?.trim() ?? '';
  if (searchParams.get(redeemed.name) === redeemed.value) {
    return { ...noLoadedCode, redemption: await readResult(request, 'redeem', redemption) };
  }
  if (code === '') return noLoadedCode;
  const response = await context.get(shopContext).actions.lookUpCode(code);
  if (response.ok) return { ...noLoadedCode, info: response.value };
  const { code: reason, detail } = response.error;
  return { ...noLoadedCode, failure: { code: reason, detail } };
}
