import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/components/button/button.tsx';
import styles from './transfer-choice.module.css';

export interface TransferChoiceProps {
  readonly isBusy: boolean;
  readonly onChoose: () => void;
}

/** Prepayment beside the card: nothing is typed here, the account is named once the order is placed. */
export function TransferChoice({ isBusy, onChoose }: TransferChoiceProps) {
  const { t } = useTranslation('checkout');
  const titleId = useId();
  return (
    <section className={styles.transfer} aria-labelledby={titleId}>
      <h3 id={titleId}>{t('payment.transfer.title')}</h3>
      <p>{t('payment.transfer.text')}</p>
      <Button kind="outline" size="large" isWide isLoading={isBusy} onClick={onChoose}>
        {t('payment.transfer.choose')}
      </Button>
    </section>
  );
}
