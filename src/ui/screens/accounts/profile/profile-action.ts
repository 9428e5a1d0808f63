import { type LoaderFunctionArgs, redirect } from 'react-router';
import * as z from 'zod/mini';
import type { Salutation } from '#core/model/address.ts';
import { normaliseEmail } from '#core/model/email-address.ts';
import { localePath, switchLocalePath } from '#core/rules/basics/site-paths.ts';
import type { ApiResult } from '#core/storefront/kernel/context.ts';
import { resendConfirmation } from '#ui/components/accounts/confirmation-action.ts';
import {
  emailByCodeSchema,
  emailByPasswordSchema,
  ownPasswordSchema,
  passwordChangeSchema,
  passwordResetSchema,
  personSchema,
} from '#ui/forms/account-schemas.ts';
import { createFormHandler, type FormResponse, handlePostedForm } from '#ui/forms/form-action.ts';
import { readResult, showResult } from '#ui/forms/form-result.ts';
import { createI18n } from '#ui/i18n/create-i18n.ts';
import { loadAllTexts } from '#ui/i18n/texts.ts';
import { shopContext } from '#ui/routes/contexts.ts';

const route = '/profil';

const emptyPerson = { salutation: 'none', firstname: '', lastname: '' } as const;
const emptyPasswords = { password: '', password_confirmation: '' };

/** Result that the profile shows after one of its forms was sent without JavaScript. */
const savedForm = z.object({ form: z.string(), email: z.string() });

export type SavedForm = z.infer<typeof savedForm>;

/** Handles the forms of the profile, and the logout of all pages, without JavaScript. */
export async function sendProfileForm(args: LoaderFunctionArgs): Promise<FormResponse> {
  const { actions, stores } = args.context.get(shopContext);
  const { locale } = stores.locale.snapshot;
  const { t } = createI18n(locale, await loadAllTexts(locale));
  const { session } = stores;
  const learner = session.snapshot.status === 'logged_in' ? session.snapshot.learner : null;

  const showSaved = (form: string, email = '') =>
    showResult(args, { form: 'profile', search: '?gespeichert=1', results: [{ form, email }] });

  /** Handles a form that consists of one button. */
  const press = (form: string, send: () => ApiResult<unknown>) =>
    createFormHandler({ schema: z.object({}), empty: {}, send, onSent: () => showSaved(form) });

  return handlePostedForm(args, {
    person: createFormHandler({
      schema: personSchema,
      empty: { ...emptyPerson, salutation: 'none' as Salutation, language: locale },
      send: ({ language: _, ...person }) => actions.updateProfile(person),
      onSent: async (_, { language }) => {
        if (language === locale) return showSaved('person');
        await actions.switchLocale(language, route);
        return redirect(switchLocalePath(route, '', language), 303);
      },
    }),
    email: (form) => {
      const isByCode = form.fields.has('code');
      const isOther = ({ email }: { readonly email: string }) => normaliseEmail(email) !== learner?.email;
      const send = createFormHandler({
        schema: (isByCode ? emailByCodeSchema : emailByPasswordSchema).check(
          z.refine(isOther, { path: ['email'], error: t('myProfile:data.email.same'), when: () => true }),
        ),
        empty: { email: '', password: '', code: '' },
        send: ({ email, password, code }) =>
          actions.updateProfile({
            email,
            ...(isByCode ? { code } : { password }),
          }),
        onSent: (_, { email }) => showSaved('email', email),
      });
      return send(form);
    },
    email_code: press('email_code', actions.requestEmailCode),
    email_confirmation: resendConfirmation(args),
    password: createFormHandler({
      schema: passwordChangeSchema,
      empty: { current_password: '', ...emptyPasswords },
      send: actions.changePassword,
      onSent: () => showSaved('password'),
    }),
    first_password: createFormHandler({
      schema: passwordResetSchema,
      empty: emptyPasswords,
      send: (passwords) => {
        const { salutation, firstname, lastname } = learner ?? emptyPerson;
        return actions.completeAccount({ salutation, firstname, lastname, newsletter: false, ...passwords });
      },
      onSent: () => showSaved('first_password'),
    }),
    subscribe: press('subscribe', () => actions.updateProfile({ newsletter: true })),
    unsubscribe: press('unsubscribe', () => actions.updateProfile({ newsletter: false })),
    end_session: createFormHandler({
      schema: z.object({ session: z.string() }),
      empty: { session: '' },
      send: ({ session: id }) => actions.endOwnSession(id),
      onSent: () => showSaved('end_session'),
    }),
    remove_passkey: createFormHandler({
      schema: z.object({ passkey: z.string() }),
      empty: { passkey: '' },
      send: ({ passkey: id }) => actions.removePasskey(id),
      onSent: () => showSaved('remove_passkey'),
    }),
    end_others: press('end_others', actions.endOtherSessions),
    delete_account: createFormHandler({
      schema: z.intersection(ownPasswordSchema, z.object({ forfeit: z.boolean() })),
      empty: { password: '', forfeit: false },
      send: ({ password, forfeit }) => actions.deleteAccount(password, forfeit),
      onSent: () => redirect(localePath(locale, '/'), 303),
    }),
    log_out: async () => {
      await actions.logOut();
      return redirect(localePath(locale, '/'), 303);
    },
  });
}

/** Returns the profile form that was last sent without JavaScript; null if none was. */
export async function readSavedForm({ request }: LoaderFunctionArgs): Promise<SavedForm | null> {
  const isAsked = new URL(request.url).searchParams.has('gespeichert');
  return isAsked ? readResult(request, 'profile', savedForm) : null;
}
