import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Radio } from '#ui/components/parts/fields/choices.tsx';
import { TextField } from '#ui/components/parts/fields/form-fields.tsx';
import { WithoutScript } from '#ui/components/parts/fields/post-form.tsx';
import type { FieldProps, OptionProps } from '#ui/forms/use-schema-form.ts';
import styles from './declaration.module.css';

interface CodeChoiceProps {
  /** Prefix of the translation keys in locales `base`. */
  readonly kind: 'cancellation' | 'withdrawal';
  readonly title: string;
  /** The learner's own orders or subscriptions; empty for guests. */
  readonly options: readonly { readonly id: string; readonly code: string; readonly label: ReactNode }[];
  /** Shows the field for a number, because no option is selected. */
  readonly isTyped: boolean;
  readonly option: (name: 'chosen', value: string) => OptionProps;
  readonly field: (name: 'code') => FieldProps;
}

/** Selects an order or subscription: one of the learner's own, or by its number. */
export function CodeChoice({ kind, title, options, isTyped, option, field }: CodeChoiceProps) {
  const { t } = useTranslation('base');
  const typed = () => (
    <TextField
      label={t('declaration.code')}
      hint={t(`${kind}.code_hint`)}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      {...field('code')}
    />
  );
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      {options.length > 0 && (
        <div className={styles.options}>
          {options.map(({ id, code, label }) => (
            <Radio key={id} className={styles.option} {...option('chosen', code)}>
              {label}
            </Radio>
          ))}
          <Radio className={styles.option} {...option('chosen', '')}>
            {t(`${kind}.other`)}
          </Radio>
        </div>
      )}
      {isTyped ? typed() : <WithoutScript>{typed}</WithoutScript>}
    </fieldset>
  );
}

/** Name and e-mail address of the declarant; the receipt is mailed there. */
export function DeclarantFields({ field }: { readonly field: (name: 'name' | 'email') => FieldProps }) {
  const { t } = useTranslation('base');
  return (
    <fieldset className={styles.group}>
      <legend>{t('declaration.person')}</legend>
      <div className={styles.pair}>
        <TextField label={t('declaration.name')} autoComplete="name" {...field('name')} />
        <TextField
          type="email"
          label={t('declaration.email')}
          hint={t('declaration.email_hint')}
          autoComplete="email"
          {...field('email')}
        />
      </div>
    </fieldset>
  );
}
