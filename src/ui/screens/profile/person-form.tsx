import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { locales } from '#core/rules/locale.ts';
import type { Learner } from '#core/rules/session.ts';
import { Button } from '#ui/components/button.tsx';
import { Select, TextField } from '#ui/components/form-fields.tsx';

import { personSchema } from '#ui/forms/account-schemas.ts';
import { assignFailure } from '#ui/forms/assign-failure.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useFormText } from '#ui/i18n/use-form-text.ts';
import { Outcome } from './outcome.tsx';
import styles from './profile.module.css';
import { ProfileSection } from './profile-section.tsx';

/** Languages by their own names. */
const languageNames = { de: 'Deutsch', en: 'English' } as const;

/** Salutation, name and language. Another language shows the page anew in it (specification §4 "Language switch"). */
export function PersonForm({ learner }: { readonly learner: Learner }) {
  const { t } = useTranslation('myProfile');
  const { actions } = useShop();
  const say = useFormText();
  const failureText = useFailureText();
  const locale = useLocale();
  const { pathname } = useLocation();
  const [isDone, setDone] = useState(false);
  const { salutation, firstname, lastname } = learner;
  const known = { salutation, firstname, lastname, language: locale };
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(personSchema),
    values: known,
  });
  const { errors, isSubmitting } = formState;
  const said = (message: string | undefined) => (message === undefined ? undefined : say(message));

  const submit = handleSubmit(async ({ language, ...person }) => {
    setDone(false);
    const answer = await actions.updateProfile(person);
    if (!answer.ok) {
      if (assignFailure(answer.error, ['firstname', 'lastname', 'salutation'], setError)) return;
      return setError('root', { type: 'host', message: failureText(answer.error) });
    }
    setDone(true);
    if (language !== locale) await actions.switchLocale(language, pathname);
  });

  return (
    <ProfileSection title={t('data.person.title')} note={t('data.person.note')}>
      <form className={styles.form} method="post" noValidate onSubmit={submit}>
        <div className={styles.pair}>
          <Select
            label={say('Anrede')}
            isOptional
            autoComplete="honorific-prefix"
            defaultValue={salutation}
            {...register('salutation')}
          >
            <option value="none">{say('Keine Angabe')}</option>
            <option value="ms">{say('Frau')}</option>
            <option value="mr">{say('Herr')}</option>
          </Select>
          <Select
            label={t('data.person.language')}
            defaultValue={locale}
            hint={t('data.person.language_note')}
            {...register('language')}
          >
            {locales.map((name) => (
              <option key={name} value={name} lang={name}>
                {languageNames[name]}
              </option>
            ))}
          </Select>
        </div>
        <div className={styles.pair}>
          <TextField
            label={say('Vorname')}
            isOptional
            autoComplete="given-name"
            defaultValue={firstname}
            error={said(errors.firstname?.message)}
            {...register('firstname')}
          />
          <TextField
            label={say('Nachname')}
            isOptional
            autoComplete="family-name"
            defaultValue={lastname}
            error={said(errors.lastname?.message)}
            {...register('lastname')}
          />
        </div>
        <Outcome error={errors.root?.message} done={isDone ? t('data.saved') : null} />
        <Button type="submit" isLoading={isSubmitting}>
          {t('data.save')}
        </Button>
      </form>
    </ProfileSection>
  );
}
