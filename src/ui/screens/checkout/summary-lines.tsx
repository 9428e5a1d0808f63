import { useTranslation } from 'react-i18next';
import { List } from '#ui/components/list/list.tsx';
import { Picture } from '#ui/components/picture/picture.tsx';
import { Price } from '#ui/components/price/price.tsx';
import { useShop } from '#ui/hooks/use-shop.ts';
import type { SummaryLine } from './summary.ts';
import styles from './summary-lines.module.css';

/** What is being ordered, line by line, with when it comes. */
export function SummaryLines({ lines }: { readonly lines: readonly SummaryLine[] }) {
  const { t } = useTranslation('checkout');
  const time = useShop().initialState.facts?.delivery_time ?? '';
  return (
    <List className={styles.lines}>
      {lines.map(({ id, title, quantity, picture, price, delivery }) => (
        <li key={id} className={styles.line}>
          <span className={styles.picture}>
            <Picture name={picture} alt="" width={56} ratio="3/4" />
          </span>
          <span>
            <strong className={styles.title}>
              {quantity === 1 ? title : t('summary.quantity', { quantity, title })}
            </strong>
            <span className={styles.note}>{t(`delivery.${delivery}`, { time })}</span>
          </span>
          <Price amount={price} />
        </li>
      ))}
    </List>
  );
}
