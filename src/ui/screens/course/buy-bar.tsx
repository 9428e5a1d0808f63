import { useTranslation } from 'react-i18next';
import { AddToCart } from '#ui/components/add-to-cart/add-to-cart.tsx';
import { Price } from '#ui/components/price/price.tsx';
import { useOwnsCourse } from '#ui/hooks/use-owns-course.ts';
import styles from './buy-bar.module.css';
import type { Course } from './course.ts';

/** Price and button in reach at the foot of a phone, until the page's own foot comes. */
export function BuyBar({ course }: { readonly course: Course }) {
  const { t } = useTranslation('base');
  if (useOwnsCourse(course.id)) return null;
  return (
    <section className={styles.bar} aria-label={t('course.buy_bar')}>
      <Price amount={course.price} className={styles.price} />
      <AddToCart product={course} size="large" isWide className={styles.button} />
    </section>
  );
}
