import type { ProductCard } from '#core/model/product.ts';
import type { Review, ReviewDraft } from '#core/model/review.ts';
import type { Locale } from '#core/model/values.ts';
import { toTrackedItem } from '#core/rules/analytics.ts';
import { timings } from '#core/rules/layout.ts';
import { localeCookie } from '#core/rules/locale.ts';
import { switchLocalePath } from '#core/rules/navigation.ts';
import { toProductData } from '#core/storefront/cart/cart-actions.ts';
import type { ApiResult, SessionContext, StorefrontContext } from '#core/storefront/context.ts';
import type { NotificationRequest } from '#core/storefront/page-stores.ts';
import type { Profile } from '#core/storefront/session/profile.ts';

/** Cookie that keeps the announcement bar closed until the browser is; no consent needed for what was asked for. */
export const announcementClosedCookie = 'announcement_closed';

/** How long the language is remembered, in seconds: a year. */
const localeCookieSeconds = 31_536_000;

/** Makes the action that shows a toast, which closes itself after 5 seconds. A newer one has its own 5 seconds. */
export function createShowNotification({ stores, ids, timers }: SessionContext) {
  return (request: NotificationRequest): void => {
    const id = ids.uuid();
    stores.notification.show(request, id);
    timers.schedule(timings.notificationAutoClose, () => stores.notification.close(id));
  };
}

/** Lets the locale cookie follow the locale in the address, which wins. */
export function createKeepLocaleCookie({ cookies, stores }: Pick<SessionContext, 'cookies' | 'stores'>) {
  return (): void => {
    const { locale } = stores.locale.snapshot;
    if (cookies.read(localeCookie) !== locale) cookies.write(localeCookie, locale, localeCookieSeconds);
  };
}

/** A message to the people behind the shop. */
export interface ContactMessage {
  readonly email: string;
  readonly name: string;
  /** Its subject, as text for people. */
  readonly topic: string;
  readonly message: string;
  /** Code of the order it is about; null for none. */
  readonly order_code: string | null;
}

/** Page-wide matters: language, notifications, announcement, messages, reviews. */
export function createPageActions(context: StorefrontContext, { preferLanguage }: Profile) {
  const { shopApi, analytics, cookies, errorReporting, navigation, stores, timers } = context;
  return {
    /**
     * Switches the language: the locale cookie, the learner's profile and, after 500 ms, `path` (as it is, with its
     * present locale) under the new locale, as a new document.
     */
    async switchLocale(locale: Locale, path: string): Promise<void> {
      cookies.write(localeCookie, locale, localeCookieSeconds);
      await preferLanguage(locale);
      const [pathname = '/', query = ''] = path.split('?', 2);
      timers.schedule(timings.localeChangeNavigation, () =>
        navigation.assign(switchLocalePath(pathname, query, locale)),
      );
    },
    /** Closes the announcement bar; the server then leaves it out of later pages. */
    closeAnnouncement(): void {
      stores.announcement.close();
      cookies.write(announcementClosedCookie, '1', null);
    },
    closeNotification: (): void => stores.notification.close(),
    /** To be called in the browser when a product's page is shown, once per visit of the page. */
    viewProduct(product: ProductCard): void {
      const item = { product_id: product.id, product_data: toProductData(product), quantity: 1 };
      analytics.track({ name: 'view_item', item: toTrackedItem(item) });
    },
    /** Sends a message to the people behind the shop; its author gets a receipt by mail. */
    sendMessage: (message: ContactMessage): ApiResult<null> => shopApi.sendMessage({ body: message }),
    /** Stores the learner's review of a product; a second one replaces the first. */
    writeReview: (slug: string, draft: ReviewDraft): ApiResult<Review> =>
      shopApi.writeReview({ params: { slug }, body: draft }),
    /** Deletes the learner's own review of a product. */
    removeReview: (slug: string): ApiResult<null> => shopApi.removeReview({ params: { slug } }),
    /** Reports a bug that the page met. */
    reportError: (error: unknown): void => errorReporting.crashed(error),
  };
}
