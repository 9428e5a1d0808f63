import type { FieldErrors } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { List } from '#ui/components/list/list.tsx';
import { Notice } from '#ui/components/notice/notice.tsx';
import { useFormText } from '#ui/i18n/use-form-text.ts';
import styles from './address-errors.module.css';
import type { ContactForm } from './address-schema.ts';

export interface AddressErrorsProps {
  readonly errors: FieldErrors<ContactForm>;
  /** Once the form has been sent. */
  readonly isShown: boolean;
}

/** What is still missing or wrong, each with a link to its field. */
export function AddressErrors({ errors, isShown }: AddressErrorsProps) {
  const { t } = useTranslation('checkout');
  const say = useFormText();
  const faults = [
    { name: 'email', message: errors.email?.message },
    ...Object.entries(errors.address ?? {}).map(([name, fault]) => ({
      name,
      message: typeof fault === 'object' && 'message' in fault ? String(fault.message) : undefined,
    })),
  ].filter((fault): fault is { name: string; message: string } => fault.message !== undefined);
  if (!isShown || faults.length === 0) return null;
  return (
    <Notice tone="error" title={t('address.summary', { count: faults.length })}>
      <List className={styles.faults}>
        {faults.map(({ name, message }) => (
          <li key={name}>
            <a
              href={`#address-${name}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(`address-${name}`)?.focus();
              }}
            >
              {say(message)}
            </a>
          </li>
        ))}
      </List>
    </Notice>
  );
}
