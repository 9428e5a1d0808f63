import { createMemoryTextStorage, createSharedTextStorage } from '#adapters/storage/memory-text-storage.ts';
import { createMemoryTabLock } from '#adapters/system/browser-tabs.ts';
import { createJwtTokenReader } from '#adapters/system/jwt-token-reader.ts';
import { renderingFilms, renderingPasskeyDevice } from '#adapters/system/rendering-ports.ts';
import { accessCookie } from '#core/rules/accounts/access.ts';
import { cardsOnly } from '#core/rules/payments/payment-rules.ts';
import { noAnalytics } from '#core/rules/tracking/analytics-pages.ts';
import { noConsent } from '#core/rules/tracking/consent.ts';
import type { InitialState } from '#core/storefront/kernel/initial-state.ts';
import { createStores } from '#core/storefront/kernel/stores.ts';
import type { Shop } from '#core/storefront/shop.ts';
import { createStorefront } from '#core/storefront/storefront.ts';
import type { PasskeyDevice } from '#ports/browser/passkey-device.ts';
import type { ShopApi } from '#ports/shop-api.ts';
import { createManualTime } from './manual-time.ts';
import { createMemoryAnalytics, type MemoryAnalytics } from './memory-analytics.ts';
import { createMemoryCookies, type MemoryCookie } from './memory-cookies.ts';
import { createMemoryErrorReporting } from './memory-error-reporting.ts';
import { createMemoryNavigation } from './memory-navigation.ts';
import { createMemoryServer, type MemoryShopFacts } from './memory-server.ts';
import { createMemoryShopApi } from './memory-shop-api.ts';
import { learnerCredentials, memoryShopFacts, testStart } from './memory-shop-facts.ts';
import { createTabBroadcastHub } from './memory-tab-broadcast.ts';
import { createSequentialIds } from './sequential-ids.ts';

/** The initial state that the server renders for a guest's German page. */
export const guestState: InitialState = {
  locale: 'de',
  session: { status: 'guest' },
  announcement: null,
  isAnnouncementClosed: false,
  consent: noConsent,
  facts: null,
  analytics: noAnalytics,
  payment: cardsOnly,
};

interface TabOptions {
  /** Fields of the initial state that differ from `guestState`. */
  readonly state?: Partial<InitialState>;
  /** Milliseconds by which the clock of this device is ahead. */
  readonly clockAhead?: number;
  /** Path and query of the page. */
  readonly address?: { readonly path: string; readonly query: string };
  /** The analytics of this tab; by default that of the browser, which gets the events of all tabs. */
  readonly analytics?: MemoryAnalytics;
  /** The passkeys of this browser; by default it has none. */
  readonly passkeyDevice?: PasskeyDevice;
  /** Wraps the API that the storefront calls, for example with a scheduler (`slowly`). */
  readonly between?: (api: ShopApi) => ShopApi;
}

/**
 * Opens a browser with tabs and an in-memory server. The storefront is the real one, wired as in a browser.
 * Tabs share cookies, storage, locks and messages.
 */
export function openTestBrowser(facts: MemoryShopFacts = memoryShopFacts) {
  const time = createManualTime(testStart);
  const ids = createSequentialIds();
  const server = createMemoryServer(facts, time.clock, ids);
  const jar = new Map<string, MemoryCookie>();
  const shared = createSharedTextStorage();
  const hub = createTabBroadcastHub();
  const tabLock = createMemoryTabLock();
  const browserAnalytics = createMemoryAnalytics();

  function openTab({
    state = {},
    clockAhead = 0,
    address = { path: '/de', query: '' },
    analytics = browserAnalytics,
    passkeyDevice = renderingPasskeyDevice,
    between = (api) => api,
  }: TabOptions = {}) {
    const initialState: InitialState = { ...guestState, ...state };
    const cookies = createMemoryCookies(jar);
    const navigation = createMemoryNavigation(address);
    const errors = createMemoryErrorReporting();
    const localStorage = shared.openTab();
    const sessionStorage = createMemoryTextStorage();
    /** Number of deletions of the offline pages. */
    const offline = { forgotten: 0 };
    const shopApi = between(createMemoryShopApi(server, () => cookies.read(accessCookie)));
    const stores = createStores(initialState);
    const storefront = createStorefront(
      {
        analytics,
        clock: { now: () => time.clock.now() + clockAhead },
        cookies,
        errorReporting: errors,
        films: renderingFilms,
        ids,
        localStorage,
        navigation,
        offlinePages: { forget: () => offline.forgotten++ },
        passkeyDevice,
        sessionStorage,
        tabBroadcast: hub.openTab(),
        tabLock,
        timers: time.timers,
        tokenReader: createJwtTokenReader(),
        sessionApi: shopApi,
        openShopApi: () => shopApi,
        loadCardTokenizer: async () => {
          throw new Error('This browser has no card fields');
        },
      },
      stores,
    );
    const { actions, queries, start } = storefront;
    const shop: Shop = { stores, actions, queries, api: storefront.shopApi, initialState };
    return {
      shop,
      storefront,
      navigation,
      errors,
      cookies,
      localStorage,
      sessionStorage,
      offline,
      start,
      cart: () => stores.cart.snapshot.cart,
      /** Translation key or text of the visible notification, or null. */
      notice() {
        const { current } = stores.notification.snapshot;
        if (current?.isShow !== true) return null;
        return 'key' in current.message ? current.message.key : current.message.text;
      },
    };
  }

  return { hub, time, server, jar, shared, analytics: browserAnalytics, openTab };
}

export type TestBrowser = ReturnType<typeof openTestBrowser>;
export type TestTab = ReturnType<TestBrowser['openTab']>;

/** Returns the product card of a product in the test data. */
export function cardOf(slug: string) {
  const found = memoryShopFacts.products.find((product) => product.slug === slug);
  if (found === undefined) throw new Error(`The small shop has no product ${slug}`);
  return found;
}

/** Opens a tab and starts its shop; `add` puts a product of the test data into the cart. */
export async function openShopper(browser: TestBrowser = openTestBrowser(), options: TabOptions = {}) {
  const tab = browser.openTab(options);
  await tab.start();
  const { actions } = tab.shop;
  const add = (slug: string, quantity = 1) => actions.addToCart({ product: cardOf(slug), quantity });
  return { browser, tab, actions, add };
}

/** Like `openShopper`, with the learner of the test data logged in. */
export async function openLearner(...given: Parameters<typeof openShopper>) {
  const opened = await openShopper(...given);
  await opened.actions.logIn(learnerCredentials);
  return opened;
}
