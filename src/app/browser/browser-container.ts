import { createDeferredAnalytics, silentAnalytics } from '#adapters/analytics/deferred-analytics.ts';
import { createBrowserCookies } from '#adapters/cookies/browser-cookies.ts';
import { createHlsFilmStreams } from '#adapters/films/hls-film-streams.ts';
import { createHttpShopApi } from '#adapters/http/http-shop-api.ts';
import { createBrowserPasskeyDevice } from '#adapters/passkeys/browser-passkey-device.ts';
import { createBrowserOfflinePages } from '#adapters/storage/browser-offline-pages.ts';
import { createBrowserTextStorage } from '#adapters/storage/browser-text-storage.ts';
import { createBrowserNavigation } from '#adapters/system/browser-navigation.ts';
import { createBroadcastTabs, createMemoryTabLock, createWebTabLock } from '#adapters/system/browser-tabs.ts';
import { createJwtTokenReader } from '#adapters/system/jwt-token-reader.ts';
import { createLineErrorReporting } from '#adapters/system/line-error-reporting.ts';
import { createRandomIds } from '#adapters/system/random-ids.ts';
import { createSystemClock, createSystemTimers } from '#adapters/system/system-clock.ts';
import { endpoints } from '#api/endpoints.ts';
import { registerWhenLoaded } from '#app/offline/register-worker.ts';
import type { PaymentProvider } from '#core/model/payment.ts';
import type { PaymentOffer } from '#core/rules/payments/payment-rules.ts';
import { hasAnalytics } from '#core/rules/tracking/analytics-pages.ts';
import type { StorefrontPorts } from '#core/storefront/kernel/context.ts';
import type { InitialState } from '#core/storefront/kernel/initial-state.ts';
import type { Stores } from '#core/storefront/kernel/stores.ts';
import type { Shop } from '#core/storefront/shop.ts';
import { createStorefront } from '#core/storefront/storefront.ts';
import type { CardTokenizer } from '#ports/card-tokenizer.ts';
import { offerCardPreviews } from '#ui/document/card-previews.ts';
import { placeHelpButton } from '#ui/document/help-button-place.ts';
// Imported eagerly, because messages are also shown while offline.
import '#ui/layout/toast-card.tsx';
import { type Bindings, createPortContainer } from './container.ts';
import { onPageRestored } from './on-page-restored.ts';
import { tabChannel } from './tab-channel.ts';

/**
 * Creates the browser adapters and starts the storefront of this tab with the given stores: loads profile and cart.
 * `arrival`: URL with which the document was opened.
 */
export function openBrowserStorefront(initialState: InitialState, stores: Stores, arrival: URL): Shop {
  registerWhenLoaded(window);
  placeHelpButton(window);
  offerCardPreviews(window);
  const ports = createPortContainer(browserBindings(initialState, window, arrival)).all();
  const { start, readAnew, keepLocaleCookie, actions, queries, shopApi } = createStorefront(ports, stores);
  void start().catch(actions.reportError);
  onPageRestored(window, readAnew);
  document.addEventListener('visibilitychange', () => {
    // Only the visible tab sets the cookie, because another tab may have another language.
    if (document.visibilityState === 'visible') keepLocaleCookie();
  });
  return { stores, actions, queries, api: shopApi, initialState };
}

/** Returns the factories of the adapters for a browser tab. */
export function browserBindings(
  { analytics, locale, payment }: InitialState,
  page: Window & typeof globalThis,
  arrival: URL,
): Bindings<StorefrontPorts> {
  const http = {
    fetch: (url: string, init: RequestInit) => page.fetch(url, init),
    baseUrl: '/api',
    pageLocale: locale,
  };
  return {
    analytics: (get) =>
      hasAnalytics(analytics)
        ? createDeferredAnalytics(async () => {
            const { openPageAnalytics } = await import('./open-page-analytics.ts');
            return openPageAnalytics(analytics, {
              window: page,
              storage: get('localStorage'),
              now: get('clock').now,
            });
          })
        : silentAnalytics,
    clock: createSystemClock,
    cookies: () => createBrowserCookies(page.location.protocol === 'https:'),
    errorReporting: () => createLineErrorReporting(writeToConsole(page)),
    films: () => createHlsFilmStreams(page),
    ids: () => createRandomIds(page.crypto),
    loadCardTokenizer: () => (provider) => loadCardTokenizer(provider, payment, page),
    localStorage: () => createBrowserTextStorage(page, 'localStorage'),
    navigation: () => createBrowserNavigation(page.location, arrival),
    offlinePages: () => createBrowserOfflinePages(page),
    openShopApi: (get) => (accessTokens) =>
      createHttpShopApi(endpoints, {
        ...http,
        cookies: get('cookies'),
        errorReporting: get('errorReporting'),
        accessTokens,
      }),
    passkeyDevice: createBrowserPasskeyDevice,
    sessionApi: (get) =>
      createHttpShopApi(endpoints, {
        ...http,
        cookies: get('cookies'),
        errorReporting: get('errorReporting'),
        accessTokens: null,
      }),
    sessionStorage: () => createBrowserTextStorage(page, 'sessionStorage'),
    tabBroadcast: () => createBroadcastTabs(new page.BroadcastChannel(tabChannel)),
    tabLock: () => createTabLock(page.navigator),
    timers: createSystemTimers,
    tokenReader: createJwtTokenReader,
  };
}

/**
 * Creates the lock shared by all tabs. Web Locks need a secure context (HTTPS); without one, the lock works only within
 * the tab.
 */
function createTabLock(navigator: Partial<Pick<Navigator, 'locks'>>) {
  return navigator.locks === undefined ? createMemoryTabLock() : createWebTabLock(navigator.locks);
}

function writeToConsole({ console }: Pick<typeof globalThis, 'console'>) {
  return (line: string, error?: unknown) =>
    error === undefined ? console.warn(line) : console.error(line, error);
}

/** Loads the browser half of a provider in the payment step. @throws Error if the build does not contain it. */
async function loadCardTokenizer(
  provider: PaymentProvider,
  { settings }: PaymentOffer,
  page: Window & typeof globalThis,
): Promise<CardTokenizer> {
  const { loaders } = await import('virtual:modules/payment');
  const code = await loaders[provider]?.();
  if (code === undefined) throw new Error(`The payment module "${provider}" is not part of the build`);
  return code.default(settings[provider] ?? {}, { window: page });
}
