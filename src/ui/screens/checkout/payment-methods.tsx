import type { ReactNode } from 'react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Radio } from '#ui/components/choice/choice.tsx';
import styles from './payment-methods.module.css';

/** One way to pay: its name in the list, and what belongs to it. */
export interface PaymentMethodChoice {
  readonly id: string;
  readonly label: string;
  /** Shown below the name while it is chosen; kept in the page otherwise, because frames in it must not load anew. */
  readonly children?: ReactNode;
}

export interface PaymentMethodsProps {
  readonly choices: readonly PaymentMethodChoice[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** The ways to pay, one of them chosen and opened. A single one needs no choosing. */
export function PaymentMethods({ choices, chosen, onChoose }: PaymentMethodsProps) {
  const { t } = useTranslation('checkout');
  const name = useId();
  const isChoice = choices.length > 1;
  return (
    <fieldset className={styles.methods} data-single={!isChoice || undefined}>
      <legend className={styles.legend}>{t('payment.method.title')}</legend>
      {choices.map(({ id, label, children }) => (
        <div key={id} className={styles.method} data-chosen={chosen === id || undefined}>
          {isChoice && (
            <Radio
              name={name}
              value={id}
              checked={chosen === id}
              onChange={() => onChoose(id)}
              className={styles.name}
            >
              {label}
            </Radio>
          )}
          {children !== undefined && (
            <div className={styles.panel} hidden={chosen !== id}>
              {children}
            </div>
          )}
        </div>
      ))}
    </fieldset>
  );
}
