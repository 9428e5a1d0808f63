import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/components/field/field.tsx';
import input from '#ui/components/field/input.module.css';
import { IconButton } from '#ui/components/icon-button/icon-button.tsx';
import type { TextFieldProps } from '#ui/components/text-field/text-field.tsx';
import styles from './password-field.module.css';

/** A password with a button that shows and hides it. Paste and password managers work as everywhere. */
export function PasswordField({
  label,
  hint,
  error,
  isOptional,
  labelEnd,
  className,
  id,
  ...rest
}: TextFieldProps) {
  const { t } = useTranslation('component');
  const [isShown, setShown] = useState(false);

  return (
    <Field
      id={id}
      label={label}
      hint={hint}
      error={error}
      isOptional={isOptional}
      labelEnd={labelEnd}
      className={className}
    >
      {(attributes) => (
        <div className={styles.frame}>
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...rest}
            {...attributes}
            type={isShown ? 'text' : 'password'}
            className={`${input.input} ${styles.input}`}
          />
          <IconButton
            className={styles.toggle}
            icon={isShown ? 'eye_closed' : 'eye'}
            label={isShown ? t('password.hide') : t('password.show')}
            aria-pressed={isShown}
            aria-controls={attributes.id}
            onClick={() => setShown(!isShown)}
          />
        </div>
      )}
    </Field>
  );
}
