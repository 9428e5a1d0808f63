import { createAnalyticsGroup } from '#adapters/analytics/analytics-group.ts';
import { createScriptLoader } from '#adapters/analytics/load-script.ts';
import { openServices } from '#adapters/analytics/services.ts';
import { createWaitingAnalytics, sendWaitingEvents } from '#adapters/analytics/waiting-events.ts';
import type { AnalyticsSettings } from '#core/rules/analytics.ts';
import { allowsTags, hasAnalytics } from '#core/rules/analytics.ts';
import type { Analytics } from '#ports/analytics.ts';
import type { TextStorage } from '#ports/text-storage.ts';

/** The global variables that the scripts of the services use. */
interface TaggedPage extends Window {
  dataLayer?: unknown[];
  fbq?: PixelQueue;
}

/** The script of Meta takes over the queue and then receives events through `callMethod`. */
interface PixelQueue {
  (...command: readonly unknown[]): void;
  callMethod?: (...command: readonly unknown[]) => void;
  queue: unknown[];
  loaded: boolean;
  /** Without this the script reports every change of the address by itself. */
  disablePushState: boolean;
  version: string;
}

/**
 * Creates the analytics of a document: the services that have settings, to which nothing is added before consent; on pages
 * without services only the storage in which events wait.
 */
export function createBrowserAnalytics(
  settings: AnalyticsSettings,
  page: TaggedPage,
  storage: TextStorage,
  now: () => number,
): Analytics {
  if (!hasAnalytics(settings)) return createAnalyticsGroup([]);
  const parts = { storage, now };
  if (!allowsTags(page.location.pathname)) return createWaitingAnalytics(parts);
  const services = openServices(settings, {
    gtag: gtagOf(page),
    layer: { push: (entry) => layerOf(page).push(entry) },
    fbq: fbqOf(page),
    loadScript: createScriptLoader(page.document),
    removeCookies: (prefix) => expireCookies(page.document, prefix),
    now,
    origin: page.location.origin,
  });
  return sendWaitingEvents(services, parts);
}

/** Returns the page's data layer, which is created when the first entry is added. */
function layerOf(page: TaggedPage): unknown[] {
  page.dataLayer ??= [];
  return page.dataLayer;
}

/** Returns Google's `gtag` function. Google recognises its commands by their type: an `arguments` object. */
function gtagOf(page: TaggedPage) {
  return function gtag() {
    // biome-ignore lint/complexity/noArguments: an array would be taken for an entry of the tag manager
    layerOf(page).push(arguments);
  };
}

function fbqOf(page: TaggedPage) {
  return (...command: readonly unknown[]) => {
    page.fbq ??= createPixelQueue();
    page.fbq(...command);
  };
}

function createPixelQueue(): PixelQueue {
  const queue: PixelQueue = Object.assign(
    (...command: readonly unknown[]) => {
      if (queue.callMethod === undefined) queue.queue.push(command);
      else queue.callMethod(...command);
    },
    { queue: [] as unknown[], loaded: true, disablePushState: true, version: '2.0' },
  );
  return queue;
}

/** Deletes the cookies of a service, which are set on the site's domain or on a parent domain. */
function expireCookies(document: Document, prefix: string): void {
  const { cookie, location } = document;
  const parts = location.hostname.split('.');
  const domains = parts.map((_, index) => parts.slice(index).join('.'));
  for (const name of cookie.split(';').map((pair) => pair.split('=')[0]?.trim() ?? '')) {
    if (!name.startsWith(prefix)) continue;
    for (const domain of ['', ...domains.map((one) => `; Domain=${one}`)]) {
      document.cookie = `${name}=; Max-Age=0; Path=/${domain}`;
    }
  }
}
