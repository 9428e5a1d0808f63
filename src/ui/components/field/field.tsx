import type { ReactNode } from 'react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/components/class-names.ts';
import { Icon } from '#ui/components/icon/icon.tsx';
import styles from './field.module.css';

export interface FieldText {
  readonly label: ReactNode;
  /** Stands below the input at all times. */
  readonly hint?: ReactNode;
  /** What is wrong and what to do; the input is then marked invalid. */
  readonly error?: ReactNode;
  readonly isOptional?: boolean | undefined;
  /** Something at the end of the label's line, for example a link. */
  readonly labelEnd?: ReactNode;
}

/** What the input inside a field takes over so that label, hint and error belong to it. */
export interface FieldInputAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export interface FieldProps extends FieldText {
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  readonly children: (attributes: FieldInputAttributes) => ReactNode;
}

/** Label, input, hint and error, tied together for screen readers. The error is announced when it appears. */
export function Field(props: FieldProps) {
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

/** The line below an input that says what is wrong. It is always there, so that screen readers hear it change. */
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
