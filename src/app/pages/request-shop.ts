import { RouterContextProvider } from 'react-router';
import { silentAnalytics } from '#adapters/analytics/deferred-analytics.ts';
import { createRequestCookies } from '#adapters/cookies/request-cookies.ts';
import { createHttpShopApi, type HttpOptions } from '#adapters/http/http-shop-api.ts';
import { createMemoryTextStorage } from '#adapters/storage/memory-text-storage.ts';
import { createMemoryTabLock } from '#adapters/system/browser-tabs.ts';
import { createJwtTokenReader } from '#adapters/system/jwt-token-reader.ts';
import { createRandomIds } from '#adapters/system/random-ids.ts';
import {
  createRenderingNavigation,
  renderingFilms,
  renderingPasskeyDevice,
  renderingTabBroadcast,
} from '#adapters/system/rendering-ports.ts';
import { createSystemClock, createSystemTimers } from '#adapters/system/system-clock.ts';

import { endpoints } from '#api/endpoints.ts';
import { createPortContainer } from '#app/browser/container.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { localeCookie, localeOfPath, negotiateLocale } from '#core/rules/basics/locale.ts';
import { isOutage } from '#core/rules/basics/result.ts';
import type { PaymentOffer } from '#core/rules/payments/payment-rules.ts';
import type { AnalyticsServices } from '#core/rules/tracking/analytics-pages.ts';
import { consentCookie, parseConsent } from '#core/rules/tracking/consent.ts';
import { readProfile } from '#core/storefront/accounts/profile.ts';
import { createAccessTokens } from '#core/storefront/accounts/refresh-access-token.ts';
import { removeSessionCookies } from '#core/storefront/accounts/session-end.ts';
import type { StorefrontPorts } from '#core/storefront/kernel/context.ts';
import type { InitialState } from '#core/storefront/kernel/initial-state.ts';
import { createStores } from '#core/storefront/kernel/stores.ts';
import { announcementClosedCookie, writeLocaleCookie } from '#core/storefront/page-actions.ts';
import type { Shop } from '#core/storefront/shop.ts';
import { createStorefront } from '#core/storefront/storefront.ts';
import type { AccessTokens } from '#ports/browser/access-tokens.ts';
import type { ErrorReporting } from '#ports/error-reporting.ts';
import type { Log } from '#ports/log.ts';
import type { ShopApi } from '#ports/shop-api.ts';
import { readValue } from '#server/platform/http/local-values.ts';
import { shopContext, siteContext } from '#ui/routes/contexts.ts';
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

/** The storefront of one request, and the headers it adds to the response. */
interface RequestShop {
  readonly shop: Shop;
  /**
   * Adds a `Set-Cookie` header for each changed cookie. A response with cookies or a session, or with data missing
   * because of an outage, is never cached (`private, no-store`).
   */
  finish(headers: Headers): void;
}

/** The ports that all requests of this process share. */
type ProcessPorts = Pick<
  StorefrontPorts,
  | 'analytics'
  | 'clock'
  | 'films'
  | 'ids'
  | 'loadCardTokenizer'
  | 'passkeyDevice'
  | 'tabBroadcast'
  | 'timers'
  | 'tokenReader'
>;

const processPorts = createPortContainer<ProcessPorts>({
  analytics: () => silentAnalytics,
  clock: createSystemClock,
  films: () => renderingFilms,
  ids: () => createRandomIds(globalThis.crypto),
  loadCardTokenizer: () => refuseCardFields,
  passkeyDevice: () => renderingPasskeyDevice,
  tabBroadcast: () => renderingTabBroadcast,
  timers: createSystemTimers,
  tokenReader: createJwtTokenReader,
}).all();

/** Returns a function that opens the storefront of each page request, for the route loaders. */
export function createWebRequests(parts: WebRequestParts): WebHandlerParts['openWebRequest'] {
  return async (request, visitor) => {
    const { shop, finish } = await createRequestShop(parts, request, visitor);
    const context = new RouterContextProvider();
    context.set(shopContext, shop);
    const year = Number(calendarDay(processPorts.clock.now()).slice(0, 4));
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
  const { pathname } = new URL(request.url);
  const { cookies, setCookieHeaders } = createRequestCookies(
    request.headers.get('Cookie'),
    parts.config.siteUrl.startsWith('https:'),
  );
  const localeOfPage = localeOfPath(pathname);
  const locale =
    localeOfPage ?? negotiateLocale(cookies.read(localeCookie), request.headers.get('Accept-Language'));
  if (localeOfPage !== null) writeLocaleCookie(cookies, localeOfPage);
  const reporting = createLogErrorReporting(parts.log);
  const ports = createRequestPorts(parts, request, visitor, {
    cookies,
    errorReporting: reporting.port,
    pageLocale: locale,
  });
  const accessTokens = createAccessTokens(
    ports,
    () => removeSessionCookies(cookies),
    () => undefined,
  );
  // React Router requests only the data of a page with the ending `.data`.
  const isDocument = !pathname.endsWith('.data');
  const isAnnouncementClosed = cookies.read(announcementClosedCookie) !== null;
  const initialState: InitialState = {
    ...(await loadShared(ports.openShopApi(accessTokens), accessTokens, {
      hasAnnouncement: isDocument && !isAnnouncementClosed,
      hasFacts: isDocument,
    })),
    locale,
    isAnnouncementClosed,
    consent: parseConsent(cookies.read(consentCookie)),
    analytics: parts.analytics,
    payment: offerOn(pathname, parts.payment),
  };
  const stores = createStores(initialState);
  const { actions, queries, shopApi } = createStorefront(ports, stores);
  return {
    shop: { stores, actions, queries, api: shopApi, initialState },
    finish(headers) {
      const changed = setCookieHeaders();
      for (const header of changed) headers.append('Set-Cookie', header);
      // A page with missing data must not be cached.
      const isPassing = changed.length > 0 || reporting.hasSeenOutage();
      if (isPassing || initialState.session.status === 'logged_in') {
        headers.set('Cache-Control', 'private, no-store');
      }
    },
  };
}

/** Creates the ports of one request; some are shared by the process. */
function createRequestPorts(
  { apiFetch, config }: WebRequestParts,
  request: Request,
  visitor: Visitor,
  own: Pick<HttpOptions, 'cookies' | 'errorReporting' | 'pageLocale'>,
): StorefrontPorts {
  const { pathname, search } = new URL(request.url);
  const openShopApi = (accessTokens: AccessTokens | null) =>
    createHttpShopApi(endpoints, {
      ...own,
      fetch: async (url, init) => apiFetch.fetch(new Request(url, init), { ...visitor, takesValues: true }),
      readTrusted: readValue,
      baseUrl: `${config.siteUrl}/api`,
      accessTokens,
    });
  return {
    ...processPorts,
    cookies: own.cookies,
    errorReporting: own.errorReporting,
    localStorage: createMemoryTextStorage(),
    navigation: createRenderingNavigation({ path: pathname, query: search.slice(1) }),
    openShopApi,
    sessionApi: openShopApi(null),
    sessionStorage: createMemoryTextStorage(),
    offlinePages: { forget: () => undefined },
    tabLock: createMemoryTabLock(),
  };
}

/** Returns the payment offer for a page. It is part of every page, so test cards are left out where nobody pays. */
function offerOn(path: string, { test_cards, ...offer }: PaymentOffer): PaymentOffer {
  return test_cards !== undefined && isPaymentPath(path) ? { ...offer, test_cards } : offer;
}

/** Loads what every page shows. A failure does not prevent the page. */
async function loadShared(
  shopApi: ShopApi,
  accessTokens: AccessTokens,
  { hasAnnouncement, hasFacts }: { readonly hasAnnouncement: boolean; readonly hasFacts: boolean },
): Promise<Pick<InitialState, 'session' | 'announcement' | 'facts'>> {
  const [session, announcement, facts] = await Promise.all([
    findSession(shopApi, accessTokens),
    hasAnnouncement ? shopApi.getAnnouncement() : null,
    hasFacts ? shopApi.getShopFacts() : null,
  ]);
  return {
    session,
    announcement: announcement?.ok === true ? announcement.value : null,
    facts: facts?.ok === true ? facts.value : null,
  };
}

async function findSession(shopApi: ShopApi, accessTokens: AccessTokens): Promise<InitialState['session']> {
  const token = await accessTokens.current();
  const payload = token.ok && token.value !== null ? processPorts.tokenReader.readPayload(token.value) : null;
  if (typeof payload?.sub !== 'string') return { status: 'guest' };
  const profile = await readProfile(shopApi, payload.sub);
  return profile.ok ? { status: 'logged_in', learner: profile.value } : { status: 'guest' };
}

async function refuseCardFields(): Promise<never> {
  throw new Error('Card fields exist in a browser only: load them in an effect, not while rendering.');
}

/** Reports only outages to the log; the API itself logs refused calls. */
function createLogErrorReporting(log: Log): { readonly port: ErrorReporting; hasSeenOutage(): boolean } {
  let isOut = false;
  return {
    port: {
      callFailed(report) {
        if (!isOutage(report)) return;
        isOut = true;
        log.warn('page_call_failed', report);
      },
      crashed: (error) => log.error('page_failed', error),
    },
    hasSeenOutage: () => isOut,
  };
}
