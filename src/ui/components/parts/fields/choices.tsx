import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '#ui/components/parts/class-names.ts';
import { Icon } from '#ui/components/parts/icon.tsx';
import styles from './choices.module.css';

interface ChoiceProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  readonly children: ReactNode;
  readonly error?: ReactNode;
}

/** A checkbox with its label; the whole line is clickable. */
export function Checkbox(props: ChoiceProps) {
  return <Choice {...props} type="checkbox" />;
}

/** A radio button with its label. Groups need a fieldset with a legend. */
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
  const hasError = isShown(error);

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

/** The error message below an input. Its live region is always mounted, so that changes are announced. */
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

/** Returns whether there is an error message. */
export function isShown(error: ReactNode): boolean {
  return error !== undefined && error !== null && error !== false && error !== '';
}
