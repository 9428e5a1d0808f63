import { createBrowserCookies } from '#adapters/cookies/browser-cookies.ts';
import { createBrowserTextStorage } from '#adapters/storage/browser-text-storage.ts';
import { createBroadcastTabs } from '#adapters/system/broadcast-tabs.ts';
import { createBrowserNavigation } from '#adapters/system/browser-navigation.ts';
import { createJwtTokenReader } from '#adapters/system/jwt-token-reader.ts';
import { createLineErrorReporting } from '#adapters/system/line-error-reporting.ts';
import { createMemoryTabLock } from '#adapters/system/memory-tab-lock.ts';
import { createRandomIds } from '#adapters/system/random-ids.ts';
import { createSystemClock } from '#adapters/system/system-clock.ts';
import { createSystemTimers } from '#adapters/system/system-timers.ts';
import { createWebTabLock } from '#adapters/system/web-tab-lock.ts';
import type { PaymentProvider } from '#core/model/payment.ts';
import type { AnalyticsIds } from '#core/rules/analytics.ts';
import type { PaymentOffer } from '#core/rules/payment.ts';
import type { InitialState, Shop } from '#core/use-cases/shop.ts';
import type { CardTokenizer } from '#ports/card-tokenizer.ts';
import type { ServiceContainer } from './bind.ts';
import { createServiceContainer } from './bind.ts';
import { bindApiClients } from './bind-api-clients.ts';
import { bindShop } from './bind-shop.ts';
import { createBrowserAnalytics } from './browser-analytics.ts';
import type { StoreServices } from './create-stores.ts';
import { nextTask } from './next-task.ts';

/** How long services are made without a pause, in milliseconds; on a slow phone one more can take as long. */
const longestTask = 5;

/**
 * The working part of this tab's shop: use cases and adapters in a container, around the stores that the page already
 * shows. Starts it: from then on it loads profile and cart by itself. It is made in several short tasks, because the page
 * is in use already. What binds the host's ports comes from outside, in files of their own.
 */
export async function openBrowserContainer(
  initialState: InitialState,
  stores: StoreServices,
  bindHostPorts: readonly ((container: ServiceContainer) => void)[],
): Promise<Shop> {
  await nextTask();
  const container = createServiceContainer();
  container.bind('initial_state', () => initialState, []);
  bindBrowserPorts(container, window, initialState.analytics);
  bindApiClients(container, { fetch: (url, init) => window.fetch(url, init), base_url: '/api' });
  for (const bindPorts of bindHostPorts) bindPorts(container);
  await nextTask();
  bindShop(container, stores);
  await makeServices(container);
  const { reportError } = container.get('actions');
  void container.get('startShop')().catch(reportError);
  document.addEventListener('visibilitychange', () => {
    // Another tab may show the other language; what is looked at decides.
    if (document.visibilityState === 'visible') container.get('keepLocaleCookie')();
  });
  return container.get('shop');
}

/** Makes everything that is bound, those first that need nothing, and lets the browser answer its user in between. */
async function makeServices(container: ServiceContainer): Promise<void> {
  let began = Number.NEGATIVE_INFINITY;
  for (const name of container.names) {
    if (performance.now() - began > longestTask) {
      await nextTask();
      began = performance.now();
    }
    container.get(name);
  }
  await nextTask();
}

/** Binds what a browser brings. */
export function bindBrowserPorts(
  { bind }: ServiceContainer,
  window: Window & typeof globalThis,
  analytics: AnalyticsIds,
): void {
  bind('analytics', ({ clock }) => createBrowserAnalytics(analytics, window, clock.now), ['clock']);
  bind('clock', createSystemClock, []);
  bind('cookies', () => createBrowserCookies(window.location.protocol === 'https:'), []);
  bind('error_reporting', () => createLineErrorReporting(writeToConsole(window)), []);
  bind('ids', () => createRandomIds(window.crypto), []);
  bind(
    'loadCardTokenizer',
    ({ initial_state }) =>
      (provider) =>
        loadCardTokenizer(provider, initial_state.payment),
    ['initial_state'],
  );
  bind('local_storage', () => createBrowserTextStorage(window, 'localStorage'), []);
  bind('navigation', () => createBrowserNavigation(window.location), []);
  bind('session_storage', () => createBrowserTextStorage(window, 'sessionStorage'), []);
  bind('tab_broadcast', () => createBroadcastTabs(new window.BroadcastChannel('meisterhand')), []);
  bind('tab_lock', () => createTabLock(window.navigator), []);
  bind('timers', createSystemTimers, []);
  bind('token_reader', createJwtTokenReader, []);
}

/** Web Locks exist only where the page came securely; elsewhere the lock holds within the tab. */
function createTabLock(navigator: Partial<Pick<Navigator, 'locks'>>) {
  return navigator.locks === undefined ? createMemoryTabLock() : createWebTabLock(navigator.locks);
}

function writeToConsole({ console }: Pick<typeof globalThis, 'console'>) {
  return (line: string, error?: unknown) =>
    error === undefined ? console.warn(line) : console.error(line, error);
}

/** Card fields come only with the payment step, and only those of the provider in charge. */
async function loadCardTokenizer(
  provider: PaymentProvider,
  { google_merchant_id }: PaymentOffer,
): Promise<CardTokenizer> {
  switch (provider) {
    case 'sandbox': {
      const { createSandboxCardTokenizer } = await import(
        '#adapters/payments/sandbox/browser/sandbox-card-tokenizer.ts'
      );
      return createSandboxCardTokenizer({ window });
    }
    case 'braintree': {
      const { createBraintreeCardTokenizer } = await import(
        '#adapters/payments/braintree/browser/braintree-card-tokenizer.ts'
      );
      return createBraintreeCardTokenizer({ window, googleMerchantId: google_merchant_id });
    }
  }
}
