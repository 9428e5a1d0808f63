import { createChangeWish } from '#core/use-cases/change-wish.ts';
import { createClosePopup } from '#core/use-cases/keep-popups-closed.ts';
import { createLoadWishes } from '#core/use-cases/load-wishes.ts';
import { createRememberWish } from '#core/use-cases/remember-wish.ts';
import type { ServiceContainer } from './bind.ts';

/** Binds wishes, reviews, newsletter and popups: what brings people back. */
export function bindMarketingUseCases({ bind }: ServiceContainer): void {
  bind('changeWish', createChangeWish, [
    'showNotification',
    'tab_broadcast',
    'wish_list',
    'wish_queue',
    'wishes',
  ]);
  bind('loadWishes', createLoadWishes, [
    'changeWish',
    'session',
    'session_storage',
    'tab_broadcast',
    'wish_list',
    'wish_queue',
    'wishes',
  ]);
  bind('rememberWish', createRememberWish, ['session_storage']);
  bind('writeReview', ({ reviews }) => reviews.write, ['reviews']);
  bind('removeReview', ({ reviews }) => reviews.remove, ['reviews']);
  bind(
    'subscribeToNewsletter',
    ({ newsletter, locale }) =>
      (request) =>
        newsletter.subscribe({ ...request, locale: locale.snapshot.locale }),
    ['locale', 'newsletter'],
  );
  bind('enterGiveaway', ({ contents }) => contents.enterGiveaway, ['contents']);
  bind('closePopup', createClosePopup, ['consent', 'local_storage', 'session_storage']);
}
