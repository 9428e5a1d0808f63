import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField } from '#ui/components/form-fields.tsx';
import { useFormText } from '#ui/i18n/use-form-text.ts';
import styles from './declaration.module.css';

/** What every declaration says of who declares. */
interface DeclarantForm {
  readonly name: string;
  readonly email: string;
}

export interface DeclarantFieldsProps {
  // biome-ignore lint/suspicious/noExplicitAny: the forms differ in everything else
  readonly register: UseFormRegister<any>;
  readonly errors: FieldErrors<DeclarantForm>;
}

/** Who declares, and where the receipt goes. */
export function DeclarantFields({ register, errors }: DeclarantFieldsProps) {
  const { t } = useTranslation('base');
  const formText = useFormText();
  const said = (message: string | undefined) => (message === undefined ? undefined : formText(message));
  return (
    <fieldset className={styles.group}>
      <legend>{t('declaration.person')}</legend>
      <div className={styles.pair}>
        <TextField
          label={t('declaration.name')}
          autoComplete="name"
          error={said(errors.name?.message)}
          {...register('name')}
        />
        <TextField
          type="email"
          label={t('declaration.email')}
          hint={t('declaration.email_hint')}
          autoComplete="email"
          error={said(errors.email?.message)}
          {...register('email')}
        />
      </div>
    </fieldset>
  );
}
