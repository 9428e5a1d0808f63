import { noAnalytics } from '#core/rules/analytics.ts';
import { defaultLocale, localeOfPath } from '#core/rules/locale.ts';
import { cardsOnly } from '#core/rules/payment.ts';
import type { InitialState } from '#core/storefront/initial-state.ts';
import { initialStateElementId } from '#core/storefront/initial-state.ts';
import type { Shop } from '#core/storefront/shop.ts';
import { createStores } from '#core/storefront/stores.ts';
import { deferShop } from './defer-shop.ts';
import { nextTask } from './next-task.ts';

/** How long the browser may take to find an idle moment, in milliseconds. */
const longestWait = 500;

/**
 * Opens the shop of this browser tab with the state that the server rendered. Called once, before the page is hydrated.
 * The stores are there at once and show the rendered state; the rest of the storefront and its adapters are loaded when the
 * page has been hydrated, or when they are first called, because no page needs them to be shown.
 */
export function openBrowserShop(): Shop {
  const initialState = readInitialState(window);
  const stores = createStores(initialState);
  const { shop, open } = deferShop(stores, initialState, async () => {
    // Several files, loaded one after the other, so that a slow phone has a moment for its user in between.
    await nextTask();
    const [{ openBrowserStorefront }, { publicEndpoints }, { personalEndpoints }] = await Promise.all([
      import('./browser-container.ts'),
      nextTask().then(() => import('./public-endpoints.ts')),
      nextTask()
        .then(nextTask)
        .then(() => import('./personal-endpoints.ts')),
    ]);
    return openBrowserStorefront(initialState, stores, { ...publicEndpoints, ...personalEndpoints });
  });
  whenIdle(() => void open().catch(() => undefined));
  return shop;
}

function whenIdle(work: () => void): void {
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: longestWait });
  else setTimeout(work, longestWait / 2);
}

/** The state that the server wrote into the page; a page without one (an emergency answer) begins as a guest's. */
function readInitialState({ document, location }: Window): InitialState {
  const text = document.getElementById(initialStateElementId)?.textContent;
  if (text !== undefined && text !== null && text !== '') return JSON.parse(text) as InitialState;
  return {
    locale: localeOfPath(location.pathname) ?? defaultLocale,
    session: { status: 'guest' },
    announcement: null,
    is_announcement_closed: true,
    consent: { is_decided: false, preferences: false, statistics: false, marketing: false },
    facts: null,
    analytics: noAnalytics,
    payment: cardsOnly,
  };
}
