import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/components/parts/icon.tsx';
import styles from './quantity-stepper.module.css';

export interface QuantityStepperProps {
  readonly quantity: number;
  /** Highest quantity; null for no limit. The lowest is 1. */
  readonly maximum: number | null;
  /** Hides plus and minus. */
  readonly isDisabled?: boolean | undefined;
  /** While a change is saved, the buttons ignore clicks but keep the focus. */
  readonly isBusy?: boolean | undefined;
  /** Accessible name of the counted item. */
  readonly name: string;
  readonly onChange: (quantity: number) => void;
}

/** Quantity with minus and plus buttons. At a limit the button stays in place to keep the focus. */
export function QuantityStepper(props: QuantityStepperProps) {
  const { quantity, maximum, isDisabled = false, isBusy = false, name, onChange } = props;
  const { t } = useTranslation('component');
  const canShrink = quantity > 1;
  const canGrow = maximum === null || quantity < maximum;

  if (isDisabled) {
    return (
      <span className={styles.alone}>
        {t('stepper.quantity')}: {quantity}
      </span>
    );
  }

  return (
    <fieldset className={styles.stepper} aria-busy={isBusy || undefined}>
      <legend className={styles.legend}>{t('stepper.quantity_of', { name })}</legend>
      <button
        type="button"
        aria-label={t('stepper.less')}
        aria-disabled={isBusy || !canShrink || undefined}
        onClick={() => !isBusy && canShrink && onChange(quantity - 1)}
      >
        <Icon name="minus" />
      </button>
      <output aria-label={t('stepper.quantity')}>{quantity}</output>
      <button
        type="button"
        aria-label={t('stepper.more')}
        aria-disabled={isBusy || !canGrow || undefined}
        onClick={() => !isBusy && canGrow && onChange(quantity + 1)}
      >
        <Icon name="plus" />
      </button>
    </fieldset>
  );
}
