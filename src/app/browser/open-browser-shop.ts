import { accessCookie } from '#core/rules/accounts/access.ts';
import { defaultLocale, localeOfPath } from '#core/rules/basics/locale.ts';
import { cardsOnly } from '#core/rules/payments/payment-rules.ts';
import { allowsTags, mayRunServices, noAnalytics } from '#core/rules/tracking/analytics-pages.ts';
import { type InitialState, initialStateElementId } from '#core/storefront/kernel/initial-state.ts';
import { createStores } from '#core/storefront/kernel/stores.ts';
import type { Shop } from '#core/storefront/shop.ts';
import { importCode } from '#ui/components/parts/load-part.ts';
import { firstInteraction } from '#ui/hooks/first-interaction.ts';
import { createLazyShop } from './lazy-shop.ts';
import { tabChannel } from './tab-channel.ts';

/**
 * Opens the shop of this browser tab with the state that the server rendered. Called once, before hydration. The stores
 * are available immediately. The rest of the storefront and its adapters load on the first interaction, at the first
 * call, or at once (`hasWork`).
 */
export function openBrowserShop(): Shop {
  const initialState = readInitialState(window);
  const stores = createStores(initialState);
  // Read now, before the router changes it: it may contain the visitor's origin (attribution).
  const arrival = new URL(window.location.href);
  const { shop, open } = createLazyShop(stores, initialState, async () => {
    const { openBrowserStorefront } = await importCode(() => import('./browser-container.ts'));
    return openBrowserStorefront(initialState, stores, arrival);
  });
  const start = () => void open().catch(() => undefined);
  if (hasWork(initialState, window)) {
    start();
  } else {
    stores.cart.clear();
    void firstInteraction().then(start);
    startWithOtherTabs(start);
  }
  return shop;
}

/**
 * Returns whether the storefront has work before any interaction: a session, data stored in this browser (for example a
 * cart), consent to apply, or an analytics service that needs no consent and counts every visit.
 */
export function hasWork(
  { session, consent, analytics }: Pick<InitialState, 'session' | 'consent' | 'analytics'>,
  page: Pick<Window, 'localStorage' | 'name' | 'document' | 'location'>,
): boolean {
  const hasConsented = consent.preferences || consent.statistics || consent.marketing;
  return (
    session.status === 'logged_in' ||
    hasConsented ||
    (mayRunServices(analytics, false) && allowsTags(page.location.pathname)) ||
    page.name !== '' ||
    page.document.cookie.includes(`${accessCookie}=`) ||
    hasStored(page)
  );
}

function hasStored(page: Pick<Window, 'localStorage'>): boolean {
  try {
    return page.localStorage.length > 0;
  } catch {
    return true;
  }
}

/** Starts when another tab logs in, decides on consent or changes the cart; starting reads all stored state again. */
function startWithOtherTabs(start: () => void): void {
  addEventListener('storage', start, { once: true });
  const tabs = new BroadcastChannel(tabChannel);
  tabs.onmessage = () => {
    tabs.close();
    start();
  };
}

/** Returns the state that the server wrote into the page; a guest's state if there is none (error page). */
function readInitialState({ document, location }: Window): InitialState {
  const text = document.getElementById(initialStateElementId)?.textContent;
  if (text !== undefined && text !== null && text !== '') return JSON.parse(text) as InitialState;
  return {
    locale: localeOfPath(location.pathname) ?? defaultLocale,
    session: { status: 'guest' },
    announcement: null,
    isAnnouncementClosed: true,
    consent: { isDecided: false, preferences: false, statistics: false, marketing: false },
    facts: null,
    analytics: noAnalytics,
    payment: cardsOnly,
  };
}
