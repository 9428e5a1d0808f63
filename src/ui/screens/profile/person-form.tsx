import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { Learner } from '#core/model/user.ts';
import { locales } from '#core/model/values.ts';
import { Button } from '#ui/components/button.tsx';
import { Select, TextField } from '#ui/components/form-fields.tsx';
import { Outcome } from '#ui/components/outcome.tsx';
import { personSchema } from '#ui/forms/account-schemas.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useFormText } from '#ui/i18n/use-form-text.ts';
import styles from './profile.module.css';
import { ProfileSection } from './profile-section.tsx';

/** Languages by their own names. */
const languageNames = { de: 'Deutsch', en: 'English' } as const;

/** Salutation, name and language. Another language reloads the page in it. */
export function PersonForm({ learner }: { readonly learner: Learner }) {
  const { t } = useTranslation('myProfile');
  const { actions } = useShop();
  const formText = useFormText();
  const locale = useLocale();
  const { pathname } = useLocation();
  const [isDone, setDone] = useState(false);
  const { salutation, firstname, lastname } = learner;
  const form = useSchemaForm(personSchema, { values: { salutation, firstname, lastname, language: locale } });

  const submit = form.handleSubmit(async ({ language, ...person }) => {
    setDone(false);
    const response = await actions.updateProfile(person);
    if (!response.ok) return form.showFailure(response.error);
    setDone(true);
    if (language !== locale) await actions.switchLocale(language, pathname);
  });

  return (
    <ProfileSection title={t('data.person.title')} note={t('data.person.note')}>
      <form className={styles.form} method="post" noValidate onSubmit={submit}>
        <div className={styles.pair}>
          <Select
            label={formText('Anrede')}
            isOptional
            autoComplete="honorific-prefix"
            defaultValue={salutation}
            {...form.field('salutation')}
          >
            <option value="none">{formText('Keine Angabe')}</option>
            <option value="ms">{formText('Frau')}</option>
            <option value="mr">{formText('Herr')}</option>
          </Select>
          <Select
            label={t('data.person.language')}
            defaultValue={locale}
            hint={t('data.person.language_note')}
            {...form.register('language')}
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
            label={formText('Vorname')}
            isOptional
            autoComplete="given-name"
            defaultValue={firstname}
            {...form.field('firstname')}
          />
          <TextField
            label={formText('Nachname')}
            isOptional
            autoComplete="family-name"
            defaultValue={lastname}
            {...form.field('lastname')}
          />
        </div>
        <Outcome error={form.formError} done={isDone ? t('data.saved') : null} />
        <Button type="submit" isLoading={form.isSubmitting}>
          {t('data.save')}
        </Button>
      </form>
    </ProfileSection>
  );
}
