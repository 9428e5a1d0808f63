import { useNavigate, useSearchParams } from 'react-router';
import type { NotificationRequest } from '#core/state/notification-store.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { destinationAfterLogin } from './destination-after-login.ts';

/** What follows a login: a word of welcome and the way on. The checkout is entered by a full document load. */
export function useEnter(): (welcome: NotificationRequest) => Promise<void> {
  const shop = useShop();
  const locale = useLocale();
  const navigate = useNavigate();
  const [query] = useSearchParams();

  return async (welcome) => {
    const destination = destinationAfterLogin(locale, query);
    if (destination.includes('/checkout/')) {
      window.location.assign(destination);
      return;
    }
    shop.actions.showNotification(welcome);
    await navigate(destination, { replace: true });
  };
}
