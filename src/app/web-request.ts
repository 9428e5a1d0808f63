import { RouterContextProvider } from 'react-router';
import { createRequestCookies } from '#adapters/cookies/request-cookies.ts';
import { createMemoryTextStorage } from '#adapters/storage/memory-text-storage.ts';
import { createJwtTokenReader } from '#adapters/system/jwt-token-reader.ts';
import { createMemoryTabLock } from '#adapters/system/memory-tab-lock.ts';
import { createRandomIds } from '#adapters/system/random-ids.ts';
import {
  createRenderingNavigation,
  renderingAnalytics,
  renderingTabBroadcast,
} from '#adapters/system/rendering-ports.ts';
import { createSystemClock } from '#adapters/system/system-clock.ts';
import { createSystemTimers } from '#adapters/system/system-timers.ts';
import type { AnalyticsIds } from '#core/rules/analytics.ts';
import { calendarDay } from '#core/rules/calendar.ts';
import { consentCookie, parseConsent } from '#core/rules/consent.ts';
import { localeCookie, localeOfPath, negotiateLocale } from '#core/rules/locale.ts';
import { announcementClosedCookie } from '#core/use-cases/close-announcement.ts';
import type { InitialState, Shop } from '#core/use-cases/shop.ts';
import type { Cookies } from '#ports/cookies.ts';
import type { ErrorReporting } from '#ports/error-reporting.ts';
import type { Log } from '#ports/log.ts';
import type { PageAddress } from '#ports/navigation.ts';
import { shopContext, siteContext } from '#ui/routes/contexts.ts';

import type { ServiceContainer } from './bind.ts';
import { createServiceContainer } from './bind.ts';
import { bindApiClients } from './bind-api-clients.ts';
import { bindPersonalPorts } from './bind-personal-ports.ts';
import { bindReadingPorts } from './bind-reading-ports.ts';
import { bindShop } from './bind-shop.ts';
import type { PaymentConfig } from './payment-config.ts';
import type { Visitor, WebHandlerParts } from './web-handler.ts';

/** What all requests share. */
export interface WebRequestParts {
  /** The host's API in this process. `clientAddress` names the visitor, whose limits count. */
  readonly apiFetch: {
    fetch(request: Request, surroundings: Visitor): Response | Promise<Response>;
  };
  readonly config: {
    readonly siteUrl: string;
    readonly analytics: AnalyticsIds;
    readonly payment: PaymentConfig;
    /** Null: payment by bank transfer is not offered. */
    readonly bankTransfer: object | null;
  };
  readonly log: Log;
}

/** One request's shop and what the request leaves in its answer. */
interface RequestShop {
  readonly shop: Shop;
  /** Adds `Set-Cookie` per changed cookie; an answer that sets any, or belongs to a session, is for nobody else. */
  finish(headers: Headers): void;
}

/** Adapters without a state, made once per process. */
const clock = createSystemClock();
const stateless = {
  clock,
  ids: createRandomIds(globalThis.crypto),
  timers: createSystemTimers(),
  token_reader: createJwtTokenReader(),
};

/** Makes the shop of each request that renders a page, with the site it belongs to, for the loaders to read. */
export function createWebRequests(parts: WebRequestParts): WebHandlerParts['openWebRequest'] {
  return async (request, visitor) => {
    const { shop, finish } = await createRequestShop(parts, request, visitor);
    const context = new RouterContextProvider();
    context.set(shopContext, shop);
    const year = Number(calendarDay(clock.now()).slice(0, 4));
    context.set(siteContext, { url: parts.config.siteUrl, year });
    return { context, finish };
  };
}

/**
 * Makes the shop of one request: reads its cookies, refreshes the access token if need be (decisions §5), and asks the
 * host for what every page shows, all before the first byte. A refused refresh ends the session; when the host cannot be
 * reached the page is a guest's, and the browser asks again.
 */
async function createRequestShop(
  parts: WebRequestParts,
  request: Request,
  visitor: Visitor,
): Promise<RequestShop> {
  const { payment, siteUrl } = parts.config;
  const isSecure = siteUrl.startsWith('https:');
  const jar = createRequestCookies(request.headers.get('Cookie'), isSecure);
  const { pathname } = new URL(request.url);
  const cookie = jar.cookies.read(localeCookie);
  const locale = localeOfPath(pathname) ?? negotiateLocale(cookie, request.headers.get('Accept-Language'));
  const known: InitialState = {
    locale,
    session: { status: 'guest' },
    announcement: null,
    is_announcement_closed: jar.cookies.read(announcementClosedCookie) !== null,
    consent: parseConsent(jar.cookies.read(consentCookie)),
    facts: null,
    analytics: parts.config.analytics,
    payment: {
      has_shortcuts: payment.provider === 'braintree',
      has_transfer: parts.config.bankTransfer !== null,
      google_merchant_id: payment.provider === 'braintree' ? payment.googleMerchantId : null,
    },
  };
  const open = (state: InitialState) => openContainer(parts, request, visitor, jar.cookies, state);
  const asking = open(known);
  if (localeOfPath(pathname) !== null) asking.get('keepLocaleCookie')();
  // React Router asks for data alone under this name; no frame is rendered then.
  const isDocument = !pathname.endsWith('.data');
  const initial_state = await askHost(asking, known, isDocument);
  return {
    shop: open(initial_state).get('shop'),
    finish(headers) {
      const changed = jar.setCookieHeaders();
      for (const header of changed) headers.append('Set-Cookie', header);
      if (changed.length > 0 || initial_state.session.status === 'logged_in') {
        headers.set('Cache-Control', 'private, no-store');
      }
    },
  };
}

/** Completes the state of a request with what the host knows. Nothing that fails here keeps a page from being shown. */
async function askHost(
  container: ServiceContainer,
  known: InitialState,
  isDocument: boolean,
): Promise<InitialState> {
  const contents = container.get('contents');
  const [session, announcement, facts] = await Promise.all([
    findSession(container),
    isDocument && !known.is_announcement_closed ? contents.getAnnouncement() : null,
    isDocument ? contents.getShopFacts() : null,
  ]);
  return {
    ...known,
    session,
    announcement: announcement?.ok === true ? announcement.value : null,
    facts: facts?.ok === true ? facts.value : null,
  };
}

async function findSession(container: ServiceContainer): Promise<InitialState['session']> {
  const token = await container.get('access_tokens').current();
  const payload =
    token.ok && token.value !== null ? container.get('token_reader').readPayload(token.value) : null;
  if (typeof payload?.sub !== 'string') return { status: 'guest' };
  const profile = await container.get('profiles').get(payload.sub);
  return profile.ok ? { status: 'logged_in', learner: profile.value } : { status: 'guest' };
}

function openContainer(
  { apiFetch, config, log }: WebRequestParts,
  request: Request,
  visitor: Visitor,
  cookies: Cookies,
  initial_state: InitialState,
): ServiceContainer {
  const container = createServiceContainer();
  const { pathname, search } = new URL(request.url);
  bindRequestPorts(container, cookies, { path: pathname, query: search.slice(1) });
  container.bind('initial_state', () => initial_state, []);
  container.bind('error_reporting', () => createLogErrorReporting(log), []);
  bindApiClients(container, {
    fetch: async (url, init) => apiFetch.fetch(new Request(url, init), visitor),
    base_url: `${config.siteUrl}/api`,
  });
  bindReadingPorts(container);
  bindPersonalPorts(container);
  bindShop(container);
  return container;
}

/** Binds what stands in for a browser while the server renders. */
function bindRequestPorts({ bind }: ServiceContainer, cookies: Cookies, address: PageAddress): void {
  bind('analytics', () => renderingAnalytics, []);
  bind('clock', () => stateless.clock, []);
  bind('cookies', () => cookies, []);
  bind('ids', () => stateless.ids, []);
  bind('loadCardTokenizer', () => refuseCardFields, []);
  bind('local_storage', createMemoryTextStorage, []);
  bind('navigation', () => createRenderingNavigation(address), []);
  bind('session_storage', createMemoryTextStorage, []);
  bind('tab_broadcast', () => renderingTabBroadcast, []);
  bind('tab_lock', createMemoryTabLock, []);
  bind('timers', () => stateless.timers, []);
  bind('token_reader', () => stateless.token_reader, []);
}

async function refuseCardFields(): Promise<never> {
  throw new Error('Card fields exist in a browser only: load them in an effect, not while rendering.');
}

/** Refusals are in the host's own log already; what the host could not answer is told here. */
function createLogErrorReporting(log: Log): ErrorReporting {
  return {
    callFailed(report) {
      if (report.status === 0 || report.status >= 500) log.warn('page_call_failed', report);
    },
    crashed: (error) => log.error('page_failed', error),
  };
}
