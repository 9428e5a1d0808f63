import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import { classNames } from '#ui/components/class-names.ts';
import { FieldError } from '#ui/components/field/field.tsx';
import styles from './choice.module.css';

export interface ChoiceProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  readonly children: ReactNode;
  readonly error?: ReactNode;
}

/** A box to tick with its sentence; the whole line can be pressed. */
export function Checkbox(props: ChoiceProps) {
  return <Choice {...props} type="checkbox" />;
}

/** One of several, with its sentence. Put a group of them in a fieldset with a legend. */
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
