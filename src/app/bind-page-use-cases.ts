import { createCloseAnnouncement } from '#core/use-cases/close-announcement.ts';
import { createDecideConsent } from '#core/use-cases/decide-consent.ts';
import { createFollowConsent } from '#core/use-cases/follow-consent.ts';
import { createKeepLocaleCookie } from '#core/use-cases/keep-locale-cookie.ts';
import { createKeepMarketingData } from '#core/use-cases/keep-marketing-data.ts';
import { createLookUpCode } from '#core/use-cases/look-up-code.ts';
import { createRedeemCode } from '#core/use-cases/redeem-code.ts';
import { createShowNotification } from '#core/use-cases/show-notification.ts';
import { createStartShop } from '#core/use-cases/start-shop.ts';
import { createSwitchLocale } from '#core/use-cases/switch-locale.ts';
import { createViewProduct } from '#core/use-cases/view-product.ts';
import { createWatchLesson } from '#core/use-cases/watch-lesson.ts';
import type { ServiceContainer } from './bind.ts';

/** Binds page-wide matters: language, consent, notifications, the start. */
export function bindPageUseCases({ bind }: ServiceContainer): void {
  bind('showNotification', createShowNotification, ['ids', 'notification', 'timers']);
  bind(
    'closeNotification',
    ({ notification }) =>
      () =>
        notification.close(),
    ['notification'],
  );
  bind('closeAnnouncement', createCloseAnnouncement, ['announcement', 'cookies']);
  bind('keepLocaleCookie', createKeepLocaleCookie, ['cookies', 'locale']);
  bind('switchLocale', createSwitchLocale, ['cookies', 'navigation', 'preferLanguage', 'timers']);
  bind('marketing_data', createKeepMarketingData, [
    'clock',
    'cookies',
    'local_storage',
    'navigation',
    'session',
    'session_storage',
  ]);
  bind('followConsent', createFollowConsent, [
    'analytics',
    'consent',
    'cookies',
    'marketing_data',
    'session',
  ]);
  bind('decideConsent', createDecideConsent, ['clock', 'consent', 'cookies', 'followConsent', 'ids']);
  bind('lookUpCode', createLookUpCode, ['coupons', 'redeem']);
  bind('redeemCode', createRedeemCode, ['coupons', 'loadCart', 'profiles', 'redeem', 'session']);
  bind('sendMessage', ({ contact }) => contact.send, ['contact']);
  bind('watchLesson', createWatchLesson, ['clock', 'learning', 'session']);
  bind('viewProduct', createViewProduct, ['analytics']);
  bind(
    'reportError',
    ({ error_reporting }) =>
      (error) =>
        error_reporting.crashed(error),
    ['error_reporting'],
  );
  bind('startShop', createStartShop, [
    'cart',
    'endSession',
    'followConsent',
    'keepLocaleCookie',
    'loadCart',
    'loadProfile',
    'local_cart',
    'navigation',
    'session',
    'tab_broadcast',
    'takeGuestCartOver',
  ]);
}
