import { createMemoryTextStorage, createSharedTextStorage } from '#adapters/storage/memory-text-storage.ts';
import { createMemoryTabLock } from '#adapters/system/memory-tab-lock.ts';
import type { ServiceContainer } from '#app/bind.ts';
import { createServiceContainer } from '#app/bind.ts';
import { bindShop } from '#app/bind-shop.ts';
import { createStores } from '#app/create-stores.ts';
import type { Services } from '#app/tokens.ts';
import { accessCookie } from '#core/rules/access.ts';
import { noAnalytics } from '#core/rules/analytics.ts';
import { noConsent } from '#core/rules/consent.ts';
import { cardsOnly } from '#core/rules/payment.ts';
import type { InitialState } from '#core/use-cases/shop.ts';
import { createManualTime } from './manual-time.ts';
import { createMemoryAccounts, createMemorySessions } from './memory-accounts.ts';
import { createMemoryAddresses } from './memory-addresses.ts';
import { createMemoryAnalytics } from './memory-analytics.ts';
import { createMemoryCoupons, createMemoryGuestCarts, createMemoryUserCarts } from './memory-carts.ts';
import { createMemoryCatalogue, createMemoryContents } from './memory-catalogue.ts';
import { createMemoryContact } from './memory-contact.ts';
import type { MemoryCookie } from './memory-cookies.ts';
import { createMemoryCookies } from './memory-cookies.ts';
import { createMemoryErrorReporting } from './memory-error-reporting.ts';
import type { MemoryHostFacts } from './memory-host.ts';
import { createMemoryHost } from './memory-host.ts';
import { createMemoryLearning } from './memory-learning.ts';
import { createMemoryNavigation } from './memory-navigation.ts';
import { createMemoryOrders } from './memory-orders.ts';
import { createMemoryOwnAccount, createMemoryRunningSessions } from './memory-own-account.ts';
import { createMemoryPayments } from './memory-payments.ts';
import { createMemoryNewsletter, createMemoryProfiles } from './memory-profiles.ts';
import { createMemoryReading } from './memory-reading.ts';
import { createMemoryReviews } from './memory-reviews.ts';
import { createMemoryRights } from './memory-rights.ts';
import { createMemorySearch } from './memory-search.ts';
import { memoryShopFacts, testStart } from './memory-shop-facts.ts';
import { createMemorySubscriptions } from './memory-subscriptions.ts';
import { createTabBroadcastHub } from './memory-tab-broadcast.ts';
import { createMemoryTokenReader } from './memory-token-reader.ts';
import { createMemoryWishList } from './memory-wish-list.ts';
import { createSequentialIds } from './sequential-ids.ts';

const firstState: InitialState = {
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
  /** Puts something between the core and the host, for example a scheduler. */
  readonly between?: <Port extends object>(port: Port, name: string) => Port;
}

/**
 * A browser with tabs, and a host in memory behind it: the real core, wired as in a browser, on memory adapters. Tabs
 * share cookies, storage, locks and messages, as those of one browser do.
 */
export function openTestBrowser(facts: MemoryHostFacts = memoryShopFacts) {
  const time = createManualTime(testStart);
  const ids = createSequentialIds();
  const host = createMemoryHost(facts, time.clock, ids);
  const jar = new Map<string, MemoryCookie>();
  const shared = createSharedTextStorage();
  const hub = createTabBroadcastHub();
  const tab_lock = createMemoryTabLock();
  const analytics = createMemoryAnalytics();

  function openTab({
    state = {},
    address = { path: '/de', query: '' },
    between = (port) => port,
  }: TabOptions = {}) {
    const container = createServiceContainer();
    const initial_state: InitialState = { ...firstState, ...state };
    const cookies = createMemoryCookies(jar);
    const navigation = createMemoryNavigation(address);
    const errors = createMemoryErrorReporting();
    const local_storage = shared.openTab();
    const caller = () => cookies.read(accessCookie);
    bindPorts(container, {
      analytics,
      clock: time.clock,
      cookies,
      error_reporting: errors,
      ids,
      local_storage,
      navigation,
      session_storage: createMemoryTextStorage(),
      tab_broadcast: hub.openTab(),
      tab_lock,
      timers: time.timers,
      token_reader: createMemoryTokenReader(),
      initial_state,
      loadCardTokenizer: async () => {
        throw new Error('This browser has no card fields');
      },
      accounts: between(createMemoryAccounts(host, caller), 'accounts'),
      addresses: between(createMemoryAddresses(host, caller), 'addresses'),
      catalogue: between(createMemoryCatalogue(host), 'catalogue'),
      contact: between(createMemoryContact(host), 'contact'),
      contents: between(createMemoryContents(host), 'contents'),
      reading: between(createMemoryReading(host), 'reading'),
      coupons: between(createMemoryCoupons(host, caller), 'coupons'),
      guest_carts: between(createMemoryGuestCarts(host), 'guest_carts'),
      learning: between(createMemoryLearning(host, caller), 'learning'),
      orders: between(createMemoryOrders(host, caller), 'orders'),
      newsletter: between(createMemoryNewsletter(host), 'newsletter'),
      own_account: between(createMemoryOwnAccount(host, caller), 'own_account'),
      running_sessions: between(createMemoryRunningSessions(host, caller), 'running_sessions'),
      payments: between(createMemoryPayments(host, caller), 'payments'),
      profiles: between(createMemoryProfiles(host, caller), 'profiles'),
      reviews: between(createMemoryReviews(host, caller), 'reviews'),
      rights: between(createMemoryRights(host), 'rights'),
      search: between(createMemorySearch(host), 'search'),
      wish_list: between(createMemoryWishList(host, caller), 'wish_list'),
      sessions: between(createMemorySessions(host), 'sessions'),
      subscriptions: between(createMemorySubscriptions(host, caller), 'subscriptions'),
      user_carts: between(createMemoryUserCarts(host, caller), 'user_carts'),
    });
    bindShop(container, createStores(initial_state));
    const shop = container.get('shop');
    return {
      shop,
      container,
      navigation,
      errors,
      cookies,
      local_storage,
      start: container.get('startShop'),
      cart: () => shop.stores.cart.snapshot.cart,
      /** Keys of the notification shown, or null. */
      notice() {
        const { current } = shop.stores.notification.snapshot;
        if (current?.isShow !== true) return null;
        return 'key' in current.message ? current.message.key : current.message.text;
      },
    };
  }

  return { time, host, jar, shared, analytics, openTab };
}

export type TestBrowser = ReturnType<typeof openTestBrowser>;
export type TestTab = ReturnType<TestBrowser['openTab']>;

/** Ports by name: everything that `bindShop` builds on. */
type Ports = Omit<Services, 'api_client' | 'session_client'>;

function bindPorts({ bind }: ServiceContainer, ports: Partial<Ports>): void {
  for (const name of Object.keys(ports) as (keyof typeof ports)[]) {
    bind(name, () => ports[name] as Services[typeof name], []);
  }
}

/** The card of a product of the small shop. */
export function cardOf(slug: string) {
  const found = memoryShopFacts.products.find((product) => product.slug === slug);
  if (found === undefined) throw new Error(`The small shop has no product ${slug}`);
  return found;
}
