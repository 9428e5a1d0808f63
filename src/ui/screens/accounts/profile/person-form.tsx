import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { Learner } from '#core/model/user.ts';
import { locales } from '#core/model/values.ts';
import { Select, TextField } from '#ui/components/parts/fields/form-fields.tsx';
import { PostForm, SubmitButton, usePostedForm } from '#ui/components/parts/fields/post-form.tsx';
import { Outcome } from '#ui/components/parts/outcome.tsx';
import { personSchema } from '#ui/forms/account-schemas.ts';
import { printableField } from '#ui/forms/printable-field.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useFormText } from '#ui/i18n/use-form-text.ts';
import styles from './profile.module.css';
import type { SavedForm } from './profile-action.ts';
import { ProfileSection } from './profile-section.tsx';

/** Language names in their own language. */
const languageNames = { de: 'Deutsch', en: 'English' } as const;

interface PersonFormProps {
  readonly learner: Learner;
  /** Result of a form that was saved without JavaScript. */
  readonly saved: SavedForm | null;
}

/** Salutation, name and language. A change of the language reloads the page. */
export function PersonForm({ learner, saved }: PersonFormProps) {
  const { t } = useTranslation('myProfile');
  const { actions } = useShop();
  const formText = useFormText();
  const locale = useLocale();
  const { pathname } = useLocation();
  const [isDone, setDone] = useState(saved?.form === 'person');
  const { salutation, firstname, lastname } = learner;
  const known = { salutation, firstname, lastname, language: locale };
  const posted = usePostedForm('person');
  const form = useSchemaForm(personSchema, {
    posted,
    defaultValues: known,
    // Shows changes made elsewhere, but does not replace rejected input.
    ...(posted === null ? { values: known } : {}),
  });

  const submit = form.handleSubmit(async ({ language, ...person }) => {
    setDone(false);
    const response = await actions.updateProfile(person);
    if (!response.ok) return form.showFailure(response.error);
    setDone(true);
    if (language !== locale) await actions.switchLocale(language, pathname);
  });

  return (
    <ProfileSection title={t('data.person.title')} note={t('data.person.note')}>
      <PostForm className={styles.form} refusal={form.refusal} onSubmit={submit}>
        <div className={styles.pair}>
          <Select
            label={formText('Anrede')}
            isOptional
            autoComplete="honorific-prefix"
            {...form.field('salutation')}
          >
            <option value="none">{formText('Keine Angabe')}</option>
            <option value="ms">{formText('Frau')}</option>
            <option value="mr">{formText('Herr')}</option>
          </Select>
          <Select
            label={t('data.person.language')}
            hint={t('data.person.language_note')}
            {...form.field('language')}
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
            {...printableField(form, 'firstname')}
          />
          <TextField
            label={formText('Nachname')}
            isOptional
            autoComplete="family-name"
            {...printableField(form, 'lastname')}
          />
        </div>
        <Outcome error={form.formError} done={isDone ? t('data.saved') : null} />
        <SubmitButton form="person" isLoading={form.isSubmitting}>
          {t('data.save')}
        </SubmitButton>
      </PostForm>
    </ProfileSection>
  );
}
