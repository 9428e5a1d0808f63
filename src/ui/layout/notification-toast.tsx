import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#ui/components/parts/load-part.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import styles from './notification-toast.module.css';
import type { RecentMessagesProps, ToastCardProps } from './toast-card.tsx';

const ToastCard = lazyPart<ToastCardProps, 'ToastCard'>(() => import('./toast-card.tsx'), 'ToastCard');

const RecentMessages = lazyPart<RecentMessagesProps, 'RecentMessages'>(
  () => import('./toast-card.tsx'),
  'RecentMessages',
);

/**
 * The live region of toasts; always mounted. The message closes after 5 seconds, timed by the core, or by its close
 * button.
 */
export function NotificationToast() {
  const { t } = useTranslation('component');
  const shop = useShop();
  const notification = useStore(shop.stores.notification, (state) => state.current);

  return (
    <section
      className={styles.place}
      data-toast=""
      aria-label={t('toast.label')}
      aria-live="polite"
      onPointerEnter={() => shop.actions.holdNotification('pointer', true)}
      onPointerLeave={() => shop.actions.holdNotification('pointer', false)}
      onFocus={() => shop.actions.holdNotification('focus', true)}
      onBlur={() => shop.actions.holdNotification('focus', false)}
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

/**
 * The last messages, in the footer, because a toast may close before it was read
 * (docs/behaviour/navigation-and-layout.md#last-messages). Renders nothing if there was none.
 */
export function LastMessages() {
  const recent = useStore(useShop().stores.notification, (state) => state.recent);
  return (
    recent.length > 0 && (
      <Suspense fallback={null}>
        <RecentMessages messages={recent} />
      </Suspense>
    )
  );
}
