import { useTranslation } from 'react-i18next';
import { productPath } from '#core/rules/product-path.ts';
import { AddToCart } from '#ui/components/add-to-cart/add-to-cart.tsx';
import { useCartLine } from '#ui/components/add-to-cart/use-cart-line.ts';
import { LinkButton } from '#ui/components/link-button/link-button.tsx';
import { Price } from '#ui/components/price/price.tsx';
import { ShopLink } from '#ui/components/shop-link/shop-link.tsx';
import { useOwnsCourse } from '#ui/hooks/use-owns-course.ts';
import styles from './buy-course.module.css';
import type { Course } from './course.ts';

/** Price and the one clear button, or the way to the lessons for whoever owns the course. */
export function BuyCourse({ course }: { readonly course: Course }) {
  const { t } = useTranslation('base');
  const isOwned = useOwnsCourse(course.id);
  const { gift } = course.details;
  const isInCart = useCartLine(course.id) > 0;

  if (isOwned) {
    return (
      <div className={styles.buy}>
        <div className={styles.row}>
          <p className={styles.owned}>
            <strong>{t('course.owned_title')}</strong>
            <span>{t('course.owned_text')}</span>
            <ShopLink to={gift === null ? '/geschenke' : productPath({ kind: 'gift', slug: gift })}>
              {t('course.owned_gift')}
            </ShopLink>
          </p>
          <LinkButton to="/profil/master" size="large">
            {t('course.owned_link')}
          </LinkButton>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.buy}>
      <div className={`${styles.row} ${styles.in_bar_on_phones}`}>
        <Price amount={course.price} size="large" className={styles.price} />
        <AddToCart product={course} size="large" />
      </div>
      <p className={styles.note}>{isInCart ? t('course.in_cart') : t('course.price_note')}</p>
      <noscript>
        <p className={styles.note}>{t('buy.needs_script')}</p>
      </noscript>
    </div>
  );
}
