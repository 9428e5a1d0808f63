import { behindConsent } from '#adapters/analytics/consent-gate.ts';
import type { ConsentCategory } from '#core/rules/analytics-pages.ts';
import type { Analytics } from '#ports/analytics.ts';
import type { AnalyticsPage, BrowserSettings, OpenAnalytics } from '#ports/modules.ts';
import type { AnalyticsHarness } from './analytics-kit.ts';
import { kitPageAddress } from './analytics-kit.ts';

/** What an opened page needs. */
interface PageParts {
  /** The consent category of the module. */
  readonly category: ConsentCategory;
  /** The browser half of the module. */
  readonly open: OpenAnalytics;
  readonly settings: BrowserSettings;
}

/** A page in memory in which the browser half of an analytics module runs as in the shop. */
export interface OpenedAnalyticsPage
  extends Pick<AnalyticsHarness, 'requests' | 'cookies' | 'analytics' | 'category'> {
  /** The page's global object. The service's queue is a property of it. */
  readonly window: Record<string, unknown>;
  /** Sets cookies of the service. */
  setCookies(...names: readonly string[]): void;
}

/**
 * Opens the browser half of an analytics module behind its category of consent, as the shop does, in a page without a
 * document: `loadScript` loads nothing and is recorded in `requests`. The page has the shop's cookie `locale`, and an
 * address of which nothing may be sent.
 */
export function openAnalyticsPage({ category, open, settings }: PageParts): OpenedAnalyticsPage {
  const { protocol, host, hostname, origin, pathname, search, hash } = new URL(kitPageAddress);
  const location = { protocol, host, hostname, origin, pathname, search, hash, href: kitPageAddress };
  const document = { location, title: 'Klavier', referrer: kitPageAddress, cookie: '' };
  const window: Record<string, unknown> = { location, document };
  const scripts: string[] = [];
  const jar = new Set(['locale']);
  const page: AnalyticsPage = {
    window: window as unknown as Window,
    loadScript: (address) => void (scripts.includes(address) || scripts.push(address)),
    removeCookies(prefix) {
      for (const name of jar) if (name.startsWith(prefix)) jar.delete(name);
    },
    now: () => 0,
    origin,
  };
  const analytics: Analytics = behindConsent(category, open(settings, page));
  return {
    analytics,
    category,
    window,
    requests: async () => scripts,
    setCookies: (...names) => names.forEach((name) => void jar.add(name)),
    cookies: async () => [...jar],
  };
}
