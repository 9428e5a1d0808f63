import { useTranslation } from 'react-i18next';
import type { Order } from '#core/rules/order.ts';
import { LinkButton } from '#ui/components/link-button/link-button.tsx';
import styles from './order-complete.module.css';

/** Nothing was paid: the way back to the payment. */
export function OpenOrder({ order }: { readonly order: Order }) {
  const { t } = useTranslation('checkout');
  return (
    <>
      <h1 className={styles.title}>{t('complete.open_title')}</h1>
      <p className={styles.lead}>{t('complete.open_text')}</p>
      <div>
        <LinkButton to={`/checkout/shop?dialog=payment&order=${order.id}`} size="large" reloadDocument>
          {t('complete.open_link')}
        </LinkButton>
      </div>
    </>
  );
}
