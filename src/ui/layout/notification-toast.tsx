import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';

import styles from './notification-toast.module.css';

const ToastCard = lazy(async () => ({ default: (await import('./toast-card.tsx')).ToastCard }));

/**
 * The place of the toast, a live region that is there from the start. The message closes itself after 5 seconds or by
 * its icon (specification §2 "Other UI"); the core keeps the time.
 */
export function NotificationToast() {
  const { t } = useTranslation('component');
  const shop = useShop();
  const notification = useStore(shop.stores.notification, (state) => state.current);

  return (
    <section className={styles.place} aria-label={t('toast.label')} aria-live="polite">
      {notification !== null && (
        <Suspense fallback={null}>
          <ToastCard
            key={notification.id}
            notification={notification}
            onClose={() => shop.actions.closeNotification()}
          />
        </Suspense>
      )}
    </section>
  );
}
