import type { ComponentProps, ReactNode } from 'react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/components/button.tsx';
import { classNames } from '#ui/components/class-names.ts';
import { Icon } from '#ui/components/icon.tsx';
import input from '#ui/components/input.module.css';
import styles from './form-fields.module.css';

interface FieldText {
  readonly label: ReactNode;
  /** Shown below the input. */
  readonly hint?: ReactNode;
  /** The error message; the input is then marked invalid. */
  readonly error?: ReactNode;
  readonly isOptional?: boolean | undefined;
  /** At the end of the label's line, for example a link. */
  readonly labelEnd?: ReactNode;
}

/** Attributes that connect the input with its label, hint and error. */
interface FieldInputAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface FieldProps extends FieldText {
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  readonly children: (attributes: FieldInputAttributes) => ReactNode;
}

/** Label, input, hint and error, connected for screen readers. The error is announced when it appears. */
function Field(props: FieldProps) {
  const { label, hint, error, isOptional = false, labelEnd, className, children } = props;
  const { t } = useTranslation('component');
  const ownId = useId();
  const id = props.id ?? ownId;
  const hasError = error !== undefined && error !== null && error !== false && error !== '';
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

/** The error message below an input. Its live region is always there, so that changes are announced. */
export function FieldError({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <div id={id} aria-live="polite" className={styles.live}>
      {children !== null && (
        <p className={styles.error}>
          <Icon name="warning" />
          <span>{children}</span>
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends FieldText, ComponentProps<'input'> {
  /** Class of the whole field, not of the input. */
  readonly className?: string | undefined;
}

/** A text input with label, hint and error. Takes what react-hook-form's `register` returns. */
export function TextField({
  label,
  hint,
  error,
  isOptional,
  labelEnd,
  className,
  id,
  ...rest
}: TextFieldProps) {
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
      {(attributes) => <input type="text" {...rest} {...attributes} className={classNames(input.input)} />}
    </Field>
  );
}

interface TextAreaProps extends FieldText, ComponentProps<'textarea'> {
  readonly className?: string | undefined;
}

/** A multi-line text input with label, hint and error. */
export function TextArea({
  label,
  hint,
  error,
  isOptional,
  labelEnd,
  className,
  id,
  rows = 4,
  ...rest
}: TextAreaProps) {
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
      {(attributes) => <textarea {...rest} {...attributes} rows={rows} className={input.area} />}
    </Field>
  );
}

interface SelectProps extends FieldText, ComponentProps<'select'> {
  readonly className?: string | undefined;
  /** The option elements. */
  readonly children: ReactNode;
}

/** The browser's native select, styled. */
export function Select({
  label,
  hint,
  error,
  isOptional,
  labelEnd,
  className,
  id,
  children,
  ...rest
}: SelectProps) {
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
        <select {...rest} {...attributes} className={input.select}>
          {children}
        </select>
      )}
    </Field>
  );
}

interface ChoiceProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  readonly children: ReactNode;
  readonly error?: ReactNode;
}

/** A checkbox with its label; the whole line can be pressed. */
export function Checkbox(props: ChoiceProps) {
  return <Choice {...props} type="checkbox" />;
}

/** A radio button with its label. Put groups of them in a fieldset with a legend. */
export function Radio(props: ChoiceProps) {
  return <Choice {...props} type="radio" />;
}

function Choice({
  children,
  error,
  className,
  type,
  id,
  ...rest
}: ChoiceProps & { readonly type: 'checkbox' | 'radio' }) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const hasError = error !== undefined && error !== null && error !== false && error !== '';

  return (
    <div className={classNames(styles.choice, className)}>
      <label className={styles.line} htmlFor={inputId}>
        <input
          {...rest}
          id={inputId}
          type={type}
          className={styles[type]}
          aria-invalid={hasError || undefined}
          aria-describedby={hasError ? `${inputId}-error` : undefined}
        />
        <span>{children}</span>
      </label>
      <FieldError id={`${inputId}-error`}>{hasError ? error : null}</FieldError>
    </div>
  );
}

/** A password input with a button that shows and hides it. Paste and password managers work. */
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
