import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { timings } from '#core/rules/timings.ts';
import styles from './cart-login-progress.module.css';

/** After a login that began in the cart: a progress bar, and after one second the checkout (specification §2). */
export function CartLoginProgress({ to }: { readonly to: string }) {
  const { t } = useTranslation('menu');

  useEffect(() => {
    const going = setTimeout(() => window.location.assign(to), timings.cartLoginRedirect);
    return () => clearTimeout(going);
  }, [to]);

  return (
    <div className={styles.frame} role="status">
      <div className={styles.bar} aria-hidden="true" />
      <p className={styles.words}>{t('way_back')}</p>
    </div>
  );
}
