import { createMemoryTextStorage, createSharedTextStorage } from '#adapters/storage/memory-text-storage.ts';
import { createMemoryTabLock } from '#adapters/system/tabs.ts';
import { accessCookie } from '#core/rules/access.ts';
import { noAnalytics } from '#core/rules/analytics-pages.ts';
import { noConsent } from '#core/rules/consent.ts';
import { cardsOnly } from '#core/rules/payment.ts';
import type { InitialState } from '#core/storefront/initial-state.ts';
import type { Shop } from '#core/storefront/shop.ts';
import { createStorefront } from '#core/storefront/storefront.ts';
import { createStores } from '#core/storefront/stores.ts';
import type { ShopApi } from '#ports/shop-api.ts';
import { createManualTime } from './manual-time.ts';
import { createMemoryAnalytics } from './memory-analytics.ts';
import type { MemoryCookie } from './memory-cookies.ts';
import { createMemoryCookies } from './memory-cookies.ts';
import { createMemoryErrorReporting } from './memory-error-reporting.ts';
import { createMemoryNavigation } from './memory-navigation.ts';
import type { MemoryShopFacts } from './memory-server.ts';
import { createMemoryServer } from './memory-server.ts';
import { createMemoryShopApi } from './memory-shop-api.ts';
import { memoryShopFacts, testStart } from './memory-shop-facts.ts';
import { createTabBroadcastHub } from './memory-tab-broadcast.ts';
import { createMemoryTokenReader } from './memory-token-reader.ts';
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
  /** Path and query of the page. */
  readonly address?: { readonly path: string; readonly query: string };
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
  const analytics = createMemoryAnalytics();

  function openTab({
    state = {},
    address = { path: '/de', query: '' },
    between = (api) => api,
  }: TabOptions = {}) {
    const initialState: InitialState = { ...guestState, ...state };
    const cookies = createMemoryCookies(jar);
    const navigation = createMemoryNavigation(address);
    const errors = createMemoryErrorReporting();
    const localStorage = shared.openTab();
    const sessionStorage = createMemoryTextStorage();
    /** How often the kept pages were deleted. */
    const offline = { forgotten: 0 };
    const shopApi = between(createMemoryShopApi(server, () => cookies.read(accessCookie)));
    const stores = createStores(initialState);
    const storefront = createStorefront(
      {
        analytics,
        clock: time.clock,
        cookies,
        errorReporting: errors,
        ids,
        localStorage,
        navigation,
        offlinePages: { forget: () => offline.forgotten++ },
        sessionStorage,
        tabBroadcast: hub.openTab(),
        tabLock,
        timers: time.timers,
        tokenReader: createMemoryTokenReader(),
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

  return { hub, time, server, jar, shared, analytics, openTab };
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
