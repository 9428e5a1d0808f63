import { RouterContextProvider } from 'react-router';
import { silentAnalytics } from '#adapters/analytics/deferred-analytics.ts';
import { createRequestCookies } from '#adapters/cookies/request-cookies.ts';
import { createHttpShopApi } from '#adapters/http/http-shop-api.ts';
import { createMemoryTextStorage } from '#adapters/storage/memory-text-storage.ts';
import { createJwtTokenReader } from '#adapters/system/jwt-token-reader.ts';
import { createRandomIds } from '#adapters/system/random-ids.ts';
import { createRenderingNavigation, renderingTabBroadcast } from '#adapters/system/rendering-ports.ts';
import { createSystemClock, createSystemTimers } from '#adapters/system/system-clock.ts';
import { createMemoryTabLock } from '#adapters/system/tabs.ts';

import { endpoints } from '#api/endpoints.ts';
import type { AnalyticsServices } from '#core/rules/analytics-pages.ts';
import { calendarDay } from '#core/rules/calendar.ts';
import { consentCookie, parseConsent } from '#core/rules/consent.ts';
import { localeCookie, localeOfPath, negotiateLocale } from '#core/rules/locale.ts';
import type { PaymentOffer } from '#core/rules/payment.ts';
import type { StorefrontPorts } from '#core/storefront/context.ts';
import type { InitialState } from '#core/storefront/initial-state.ts';
import { announcementClosedCookie } from '#core/storefront/page/page-actions.ts';
import { readProfile } from '#core/storefront/session/profile.ts';
import type { Shop } from '#core/storefront/shop.ts';
import type { Storefront } from '#core/storefront/storefront.ts';
import { createStorefront } from '#core/storefront/storefront.ts';
import type { Stores } from '#core/storefront/stores.ts';
import { createStores } from '#core/storefront/stores.ts';
import type { AccessTokens } from '#ports/access-tokens.ts';
import type { ErrorReporting } from '#ports/error-reporting.ts';
import type { Log } from '#ports/log.ts';
import { readValue } from '#server/http/local-values.ts';
import { shopContext, siteContext } from '#ui/routes/contexts.ts';

import { createPortContainer } from './container.ts';
import { isPaymentPath } from './content-security-policy.ts';
import type { Visitor, WebHandlerParts } from './web-handler.ts';

/** The dependencies that all requests share. */
export interface WebRequestParts {
  /** The API of this process. `clientAddress` is the visitor's address, for rate limits. */
  readonly apiFetch: {
    fetch(
      request: Request,
      surroundings: Visitor & { readonly takesValues: true },
    ): Response | Promise<Response>;
  };
  readonly config: {
    readonly siteUrl: string;
  };
  readonly analytics: AnalyticsServices;
  readonly payment: PaymentOffer;
  readonly log: Log;
}

/** The storefront of one request, and the headers that it adds to the response. */
interface RequestShop {
  readonly shop: Shop;
  /**
   * Adds a `Set-Cookie` header for each changed cookie. A response with cookies or a session, or one that lacks
   * something because of an outage, is never cached (`private, no-store`).
   */
  finish(headers: Headers): void;
}

/** The ports that all requests of this process share. */
type ProcessPorts = Pick<
  StorefrontPorts,
  'analytics' | 'clock' | 'ids' | 'loadCardTokenizer' | 'tabBroadcast' | 'timers' | 'tokenReader'
>;

const processPorts = createPortContainer<ProcessPorts>({
  analytics: () => silentAnalytics,
  clock: createSystemClock,
  ids: () => createRandomIds(globalThis.crypto),
  loadCardTokenizer: () => refuseCardFields,
  tabBroadcast: () => renderingTabBroadcast,
  timers: createSystemTimers,
  tokenReader: createJwtTokenReader,
});

/** Returns a function that opens the storefront of each page request, for the route loaders. */
export function createWebRequests(parts: WebRequestParts): WebHandlerParts['openWebRequest'] {
  return async (request, visitor) => {
    const { shop, finish } = await createRequestShop(parts, request, visitor);
    const context = new RouterContextProvider();
    context.set(shopContext, shop);
    const year = Number(calendarDay(processPorts.get('clock').now()).slice(0, 4));
    context.set(siteContext, { url: parts.config.siteUrl, year });
    return { context, finish };
  };
}

/**
 * Opens the storefront of one request before the first byte is sent: reads the cookies, refreshes the access
 * token if needed, and loads the data that every page shows. If the refresh is refused, the session ends. If
 * the API cannot be reached, the page is rendered for a guest and the browser loads the data again.
 */
async function createRequestShop(
  parts: WebRequestParts,
  request: Request,
  visitor: Visitor,
): Promise<RequestShop> {
  const { siteUrl } = parts.config;
  const isSecure = siteUrl.startsWith('https:');
  const jar = createRequestCookies(request.headers.get('Cookie'), isSecure);
  const { pathname } = new URL(request.url);
  const cookie = jar.cookies.read(localeCookie);
  const locale = localeOfPath(pathname) ?? negotiateLocale(cookie, request.headers.get('Accept-Language'));
  const known: InitialState = {
    locale,
    session: { status: 'guest' },
    announcement: null,
    isAnnouncementClosed: jar.cookies.read(announcementClosedCookie) !== null,
    consent: parseConsent(jar.cookies.read(consentCookie)),
    facts: null,
    analytics: parts.analytics,
    payment: offerOn(pathname, parts.payment),
  };
  const reporting = createLogErrorReporting(parts.log);
  const open = (state: InitialState) =>
    openStorefront(parts, request, visitor, { cookies: jar.cookies, errorReporting: reporting.port }, state);
  const { storefront } = open(known);
  if (localeOfPath(pathname) !== null) storefront.keepLocaleCookie();
  // React Router requests only the data of a page with the ending `.data`.
  const isDocument = !pathname.endsWith('.data');
  const initialState = await completeState(storefront, known, isDocument);
  const { stores, storefront: shown } = open(initialState);
  return {
    shop: { stores, actions: shown.actions, queries: shown.queries, api: shown.shopApi, initialState },
    finish(headers) {
      const changed = jar.setCookieHeaders();
      for (const header of changed) headers.append('Set-Cookie', header);
      // A page that lacks something because of an outage must not be shown again later.
      const isPassing = changed.length > 0 || reporting.hasSeenOutage();
      if (isPassing || initialState.session.status === 'logged_in') {
        headers.set('Cache-Control', 'private, no-store');
      }
    },
  };
}

/** Every page carries the offer, so the test cards are left out where nobody pays. */
function offerOn(path: string, { test_cards, ...offer }: PaymentOffer): PaymentOffer {
  return test_cards !== undefined && isPaymentPath(path) ? { ...offer, test_cards } : offer;
}

/** Loads the missing state from the API. A failure does not prevent the page. */
async function completeState(
  storefront: Storefront,
  known: InitialState,
  isDocument: boolean,
): Promise<InitialState> {
  const { shopApi } = storefront;
  const [session, announcement, facts] = await Promise.all([
    findSession(storefront),
    isDocument && !known.isAnnouncementClosed ? shopApi.getAnnouncement() : null,
    isDocument ? shopApi.getShopFacts() : null,
  ]);
  return {
    ...known,
    session,
    announcement: announcement?.ok === true ? announcement.value : null,
    facts: facts?.ok === true ? facts.value : null,
  };
}

async function findSession({ accessTokens, shopApi }: Storefront): Promise<InitialState['session']> {
  const token = await accessTokens.current();
  const payload =
    token.ok && token.value !== null ? processPorts.get('tokenReader').readPayload(token.value) : null;
  if (typeof payload?.sub !== 'string') return { status: 'guest' };
  const profile = await readProfile(shopApi, payload.sub);
  return profile.ok ? { status: 'logged_in', learner: profile.value } : { status: 'guest' };
}

/** Creates the storefront of one request: some ports belong to the request, the others to the process. */
function openStorefront(
  { apiFetch, config }: WebRequestParts,
  request: Request,
  visitor: Visitor,
  own: Pick<StorefrontPorts, 'cookies' | 'errorReporting'>,
  initialState: InitialState,
): { readonly stores: Stores; readonly storefront: Storefront } {
  const { pathname, search } = new URL(request.url);
  const openApi = (accessTokens: AccessTokens | null) =>
    createHttpShopApi(endpoints, {
      fetch: async (url, init) => apiFetch.fetch(new Request(url, init), { ...visitor, takesValues: true }),
      readTrusted: readValue,
      baseUrl: `${config.siteUrl}/api`,
      ...own,
      pageLocale: initialState.locale,
      accessTokens,
    });
  const stores = createStores(initialState);
  const storefront = createStorefront(
    {
      ...processPorts.all(),
      ...own,
      localStorage: createMemoryTextStorage(),
      navigation: createRenderingNavigation({ path: pathname, query: search.slice(1) }),
      openShopApi: openApi,
      sessionApi: openApi(null),
      sessionStorage: createMemoryTextStorage(),
      offlinePages: { forget: () => undefined },
      tabLock: createMemoryTabLock(),
    },
    stores,
  );
  return { stores, storefront };
}

async function refuseCardFields(): Promise<never> {
  throw new Error('Card fields exist in a browser only: load them in an effect, not while rendering.');
}

/** Reports only outages to the log (no response, or status 5xx); the API itself logs refused calls. */
function createLogErrorReporting(log: Log): { readonly port: ErrorReporting; hasSeenOutage(): boolean } {
  let isOut = false;
  return {
    port: {
      callFailed(report) {
        if (report.status !== 0 && report.status < 500) return;
        isOut = true;
        log.warn('page_call_failed', report);
      },
      crashed: (error) => log.error('page_failed', error),
    },
    hasSeenOutage: () => isOut,
  };
}
