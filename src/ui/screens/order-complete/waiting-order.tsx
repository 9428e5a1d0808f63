import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '#core/rules/order.ts';
import { Button } from '#ui/components/button/button.tsx';
import { Notice } from '#ui/components/notice/notice.tsx';
import { Spinner } from '#ui/components/spinner/spinner.tsx';
import styles from './order-complete.module.css';

/** After this many milliseconds the page stops looking busy: the answer will come by mail. */
const patience = 30_000;

export interface WaitingOrderProps {
  readonly order: Order;
  readonly isLost: boolean;
}

/** The payment's outcome is not known yet. Says so plainly, and after a while that nobody has to wait here. */
export function WaitingOrder({ order, isLost }: WaitingOrderProps) {
  const { t } = useTranslation('checkout');
  const [isLong, setLong] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patience);
    return () => clearTimeout(timer);
  }, []);

  return (
    <>
      <h1 className={styles.title}>{t('complete.waiting_title')}</h1>
      <p className={styles.lead}>{t('complete.waiting_text')}</p>
      {isLost ? (
        <Notice tone="warning">
          <p>{t('complete.lost')}</p>
          <Button kind="text" onClick={() => window.location.reload()}>
            {t('complete.reload')}
          </Button>
        </Notice>
      ) : isLong ? (
        <Notice>{t('complete.waiting_long', { email: order.email })}</Notice>
      ) : (
        <p className={styles.asking}>
          <Spinner />
          <span>{t('complete.asking')}</span>
        </p>
      )}
    </>
  );
}
