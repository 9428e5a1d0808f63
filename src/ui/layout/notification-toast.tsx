import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import styles from './notification-toast.module.css';

const ToastCard = lazy(async () => ({ default: (await import('./toast-card.tsx')).ToastCard }));

/**
 * The toast's live region, always in the page. The message closes after 5 seconds, timed by the core, or by its icon.
 */
export function NotificationToast() {
  const { t } = useTranslation('component');
  const shop = useShop();
  const notification = useStore(shop.stores.notification, (state) => state.current);

  return (
    <section
      className={styles.place}
      aria-label={t('toast.label')}
      aria-live="polite"
      onPointerEnter={() => shop.actions.holdNotification(true)}
      onPointerLeave={() => shop.actions.holdNotification(false)}
      onFocus={() => shop.actions.holdNotification(true)}
      onBlur={() => shop.actions.holdNotification(false)}
    >
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
