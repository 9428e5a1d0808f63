import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/components/parts/button.tsx';
import { classNames } from '#ui/components/parts/class-names.ts';
import { FieldError, isShown } from '#ui/components/parts/fields/choices.tsx';
import input from '#ui/components/parts/fields/input.module.css';
import styles from './form-fields.module.css';

const eyeClosed =
  'M3 10c2.2 3 5.4 4.8 9 4.8S18.8 13 21 10M5.5 13l-2 2.6M9.8 14.6 9 17.8M14.2 14.6l.8 3.2M18.5 13l2 2.6';

/** Label and messages of a field. */
interface FieldText {
  readonly label: ReactNode;
  /** Shown below the input. */
  readonly hint?: ReactNode;
  /** Error message; marks the input as invalid. */
  readonly error?: ReactNode;
  readonly isOptional?: boolean | undefined;
  /** Content at the end of the label's line, for example a link. */
  readonly labelEnd?: ReactNode;
  /** Class of the whole field, not of the input. */
  readonly className?: string | undefined;
}

/** Props of a field: those of its element, and its texts. */
type FieldProps<Element extends 'input' | 'select' | 'textarea'> = FieldText &
  Omit<ComponentProps<Element>, 'className'>;

interface FieldFrameProps<Attributes> {
  readonly props: FieldText & Attributes;
  /** Renders the input with the given attributes, which connect it to label, hint and error. */
  readonly children: (attributes: Omit<Attributes, keyof FieldText> & { readonly id: string }) => ReactNode;
}

/** Label, input, hint and error, connected for screen readers. Errors are announced when they appear. */
function Field<Attributes extends { readonly id?: string | undefined }>({
  props,
  children,
}: FieldFrameProps<Attributes>) {
  const { label, hint, error, isOptional = false, labelEnd, className, ...rest } = props;
  const { t } = useTranslation('component');
  const ownId = useId();
  const id = props.id ?? ownId;
  const hasError = isShown(error);
  const described = [hasError && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ');

  return (
    <div className={classNames(styles.field, className)}>
      <div className={styles.head}>
        <label htmlFor={id} className={styles.label}>
          {label}
          {isOptional && <span className={styles.optional}> {t('field.optional')}</span>}
        </label>
        {labelEnd}
      </div>
      {children({
        ...rest,
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': hasError || undefined,
      })}
      <FieldError id={`${id}-error`}>{hasError ? error : null}</FieldError>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** A text input. Like the other fields it accepts the result of react-hook-form's `register`. */
export function TextField(props: FieldProps<'input'>) {
  return (
    <Field props={props}>
      {(attributes) => <input type="text" {...attributes} className={input.input} />}
    </Field>
  );
}

export function TextArea(props: FieldProps<'textarea'>) {
  return (
    <Field props={props}>
      {(attributes) => <textarea rows={4} {...attributes} className={input.area} />}
    </Field>
  );
}

/** A styled native select; its children are the options. */
export function Select({ children, ...props }: FieldProps<'select'>) {
  return (
    <Field props={props}>
      {(attributes) => (
        <select {...attributes} className={input.select}>
          {children}
        </select>
      )}
    </Field>
  );
}

/** A password input with a button that shows or hides the password. Paste and password managers work. */
export function PasswordField(props: FieldProps<'input'>) {
  const { t } = useTranslation('component');
  const [isVisible, setVisible] = useState(false);

  return (
    <Field props={props}>
      {(attributes) => (
        <div className={styles.frame}>
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...attributes}
            type={isVisible ? 'text' : 'password'}
            className={`${input.input} ${styles.input}`}
          />
          <IconButton
            className={styles.toggle}
            icon={isVisible ? eyeClosed : 'eye'}
            label={isVisible ? t('password.hide') : t('password.show')}
            aria-pressed={isVisible}
            aria-controls={attributes.id}
            onClick={() => setVisible(!isVisible)}
          />
        </div>
      )}
    </Field>
  );
}
