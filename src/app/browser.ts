import { noAnalytics } from '#core/rules/analytics.ts';
import { defaultLocale, localeOfPath } from '#core/rules/locale.ts';
import { cardsOnly } from '#core/rules/payment.ts';
import type { InitialState } from '#core/storefront/initial-state.ts';
import { initialStateElementId } from '#core/storefront/initial-state.ts';
import type { Shop } from '#core/storefront/shop.ts';
import { createStores } from '#core/storefront/stores.ts';
import { deferShop } from './defer-shop.ts';
import { nextTask } from './next-task.ts';

/** Maximum time to wait for an idle callback, in milliseconds. */
const longestWait = 500;

/**
 * Opens the shop of this browser tab with the state that the server rendered. Called once, before hydration.
 * The stores are available immediately; the rest of the storefront and its adapters are loaded after
 * hydration or at the first call.
 */
export function openBrowserShop(): Shop {
  const initialState = readInitialState(window);
  const stores = createStores(initialState);
  const { shop, open } = deferShop(stores, initialState, async () => {
    // The files are loaded one after the other, so that a slow phone stays responsive.
    await nextTask();
    const [{ openBrowserStorefront }, { browsingEndpoints }, { personalEndpoints }] = await Promise.all([
      import('./browser-container.ts'),
      nextTask().then(() => import('./browsing-endpoints.ts')),
      nextTask()
        .then(nextTask)
        .then(() => import('./personal-endpoints.ts')),
    ]);
    return openBrowserStorefront(initialState, stores, { ...browsingEndpoints, ...personalEndpoints });
  });
  whenIdle(() => void open().catch(() => undefined));
  return shop;
}

function whenIdle(work: () => void): void {
  // Safari does not support idle callbacks.
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: longestWait });
  else setTimeout(work, longestWait / 2);
}

/**
 * Returns the state that the server wrote into the page; the state of a guest if there is none (error page).
 */
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
