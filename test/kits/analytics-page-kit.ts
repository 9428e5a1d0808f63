import { filterByConsent } from '#adapters/analytics/consent-filter.ts';
import type { ConsentCategory } from '#core/rules/tracking/analytics-pages.ts';
import type { AnalyticsPage, BrowserSettings, OpenAnalytics } from '#ports/modules.ts';
import { type AnalyticsHarness, kitPageAddress, kitPageTitle } from './analytics-harness.ts';
import { openRecordingPage } from './recording-page.ts';

/** What an opened page needs. */
interface PageParts {
  /** The consent category of the module. */
  readonly category: ConsentCategory;
  /** The origins that the module declares: scripts, pictures and calls. */
  readonly hosts: readonly string[];
  /** The browser half of the module. */
  readonly open: OpenAnalytics;
  readonly settings: BrowserSettings;
}

/** A page in memory in which the browser half of an analytics module runs as in the shop. */
export interface OpenedAnalyticsPage
  extends Pick<
    AnalyticsHarness,
    | 'requests'
    | 'bodies'
    | 'cookies'
    | 'stored'
    | 'connections'
    | 'replaced'
    | 'breakStorage'
    | 'pass'
    | 'analytics'
    | 'category'
    | 'hosts'
  > {
  /** The page's global object. The service's queue is a property of it. */
  readonly window: Record<string, unknown>;
  /** Sets cookies of the service. */
  setCookies(...names: readonly string[]): void;
}

/**
 * Opens the browser half of an analytics module behind its category of consent, as the shop does, in a page without a
 * real document that records what is loaded, called, sent and stored, and runs timers and listeners when the kit lets
 * time pass. The page has the
 * shop's cookie `locale`, and an address and a title of which nothing may be sent.
 */
export function openAnalyticsPage({ category, hosts, open, settings }: PageParts): OpenedAnalyticsPage {
  const { loadScript, removeCookies, ...recorded } = openRecordingPage(kitPageAddress, kitPageTitle);
  const page: AnalyticsPage = {
    window: recorded.window as unknown as Window,
    loadScript,
    removeCookies,
    now: () => Date.now(),
    origin: new URL(kitPageAddress).origin,
  };
  const openHalf = () => filterByConsent(category, open(settings, page));
  let half = openHalf();
  return {
    ...recorded,
    category,
    hosts,
    analytics: {
      setConsent: (consent) => half.setConsent(consent),
      track: (event) => half.track(event),
      identify: (learnerId) => half.identify(learnerId),
    },
    breakStorage() {
      recorded.breakStorage();
      half = openHalf();
    },
  };
}
