import { createMemoryTextStorage, createSharedTextStorage } from '#adapters/storage/memory-text-storage.ts';
import { createMemoryTabLock } from '#adapters/system/memory-tab-lock.ts';
import { accessCookie } from '#core/rules/access.ts';
import { noAnalytics } from '#core/rules/analytics.ts';
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

/** What the server renders for a guest's German page. */
export const guestState: InitialState = {
  locale: 'de',
  session: { status: 'guest' },
  announcement: null,
  is_announcement_closed: false,
  consent: noConsent,
  facts: null,
  analytics: noAnalytics,
  payment: cardsOnly,
};

interface TabOptions {
  /** What the server rendered, where it is not a German page for a guest. */
  readonly state?: Partial<InitialState>;
  /** Path and query of the page. */
  readonly address?: { readonly path: string; readonly query: string };
  /** Puts something between the storefront and the API, for example a scheduler. */
  readonly between?: (api: ShopApi) => ShopApi;
}

/**
 * A browser with tabs, and a server in memory behind it: the real storefront, wired as in a browser. Tabs share cookies,
 * storage, locks and messages, as those of one browser do.
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
      start,
      cart: () => stores.cart.snapshot.cart,
      /** Key of the notification shown, or null. */
      notice() {
        const { current } = stores.notification.snapshot;
        if (current?.isShow !== true) return null;
        return 'key' in current.message ? current.message.key : current.message.text;
      },
    };
  }

  return { time, server, jar, shared, analytics, openTab };
}

export type TestBrowser = ReturnType<typeof openTestBrowser>;
export type TestTab = ReturnType<TestBrowser['openTab']>;

/** The card of a product of the small shop. */
export function cardOf(slug: string) {
  const found = memoryShopFacts.products.find((product) => product.slug === slug);
  if (found === undefined) throw new Error(`The small shop has no product ${slug}`);
  return found;
}
