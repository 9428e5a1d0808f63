import type { ProductCard } from '#core/model/product.ts';
import type { Review, ReviewDraft } from '#core/model/review.ts';
import type { Locale } from '#core/model/values.ts';
import { localeCookie, localeCookieSeconds } from '#core/rules/basics/locale.ts';
import { switchLocalePath } from '#core/rules/basics/site-paths.ts';
import { toProductData } from '#core/rules/carts/apply-cart-action.ts';
import { timings } from '#core/rules/content/layout.ts';
import type { CheckoutStep } from '#core/rules/orders/checkout-steps.ts';
import { type AnalyticsEvent, toTrackedItem } from '#core/rules/tracking/analytics-events.ts';
import { pageView, type ViewedPage } from '#core/rules/tracking/page-view.ts';
import type { Profile } from '#core/storefront/accounts/profile.ts';
import type { ApiResult, SessionContext, StorefrontContext } from '#core/storefront/kernel/context.ts';
import type { NotificationRequest } from '#core/storefront/kernel/page-stores.ts';
import type { Cookies } from '#ports/browser/cookies.ts';

/** Session cookie that keeps the announcement bar closed. Needs no consent, because the visitor requested it. */
export const announcementClosedCookie = 'announcement_closed';

/**
 * Creates the actions for notifications. A notification closes after 5 seconds without pointer or focus on it. The time
 * starts again with each new notification and when pointer or focus leaves it.
 */
export function createNotificationActions({ stores, ids, timers }: SessionContext) {
  const held = new Set<'pointer' | 'focus'>();
  let stopTime = (): void => undefined;

  function startTime(): void {
    stopTime();
    if (held.size === 0) stopTime = timers.schedule(timings.notificationAutoClose, closeNotification);
  }

  function closeNotification(): void {
    held.clear();
    stores.notification.close();
  }

  return {
    showNotification(request: NotificationRequest): void {
      stores.notification.show(request, ids.uuid());
      startTime();
    },
    /** Keeps the notification open while pointer or focus is on it. */
    holdNotification(cause: 'pointer' | 'focus', holds: boolean): void {
      if (holds) held.add(cause);
      else held.delete(cause);
      startTime();
    },
    closeNotification,
  };
}

/** Sets the locale cookie to the locale of the URL. */
export function writeLocaleCookie(cookies: Cookies, locale: Locale): void {
  if (cookies.read(localeCookie) !== locale) cookies.write(localeCookie, locale, localeCookieSeconds);
}

/** A message to the shop. */
export interface ContactMessage {
  readonly email: string;
  readonly name: string;
  /** The subject, as shown to the shop's staff. */
  readonly topic: string;
  readonly message: string;
  /** Code of the order in question; null when there is none. */
  readonly order_code: string | null;
}

/** Creates the actions for language, announcement bar, contact messages, reviews and page views. */
export function createPageActions(
  context: StorefrontContext,
  { preferLanguage }: Profile,
  report: (event: AnalyticsEvent) => void,
) {
  const { shopApi, cookies, errorReporting, navigation, stores, timers } = context;
  return {
    /**
     * Switches the language: sets the locale cookie and the learner's language, and after 500 ms loads `path`
     * in the new locale as a new document.
     */
    async switchLocale(locale: Locale, path: string): Promise<void> {
      cookies.write(localeCookie, locale, localeCookieSeconds);
      await preferLanguage(locale);
      const [pathname = '/', query = ''] = path.split('?', 2);
      timers.schedule(timings.localeChangeNavigation, () =>
        navigation.assign(switchLocalePath(pathname, query, locale)),
      );
    },
    /** Closes the announcement bar on this page and on later pages. */
    closeAnnouncement(): void {
      stores.announcement.close();
      cookies.write(announcementClosedCookie, '1', null);
    },
    /**
     * Reports a page view and then the product on the page, so that services assign the product to this page. Call it
     * once per visit, in the browser. Pages without services are not reported.
     */
    viewPage(page: ViewedPage, product: ProductCard | null): void {
      const event = pageView(page);
      if (event === null) return;
      report(event);
      if (product === null) return;
      const item = { product_id: product.id, product_data: toProductData(product), quantity: 1 };
      report({ name: 'view_item', item: toTrackedItem(item) });
    },
    /** Reports that a step of the checkout is shown. */
    viewCheckoutStep: (step: CheckoutStep): void => report({ name: 'checkout_step', step }),
    /** Sends a message to the shop; its author gets a receipt by mail. */
    sendMessage: (message: ContactMessage): ApiResult<null> => shopApi.sendMessage({ body: message }),
    /** Stores the learner's review of a product; a second one replaces the first. */
    writeReview: (slug: string, draft: ReviewDraft): ApiResult<Review> =>
      shopApi.writeReview({ params: { slug }, body: draft }),
    /** Deletes the learner's own review of a product. */
    removeReview: (slug: string): ApiResult<null> => shopApi.removeReview({ params: { slug } }),
    /** Reports an unexpected exception of the page. */
    reportError: (error: unknown): void => errorReporting.crashed(error),
  };
}
