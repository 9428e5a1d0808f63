import { filterByConsent } from '#adapters/analytics/consent-filter.ts';
import type { ConsentCategory } from '#core/rules/tracking/analytics-pages.ts';
import type { AnalyticsPage, BrowserSettings, OpenAnalytics } from '#ports/modules.ts';
import { type AnalyticsHarness, kitPageAddress, kitPageTitle } from './analytics-harness.ts';
import { openRecordingPage, type RecordingPage } from './recording-page.ts';

/** Options of `openAnalyticsPage`. */
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
export type OpenedAnalyticsPage = Pick<AnalyticsHarness, 'analytics' | 'category' | 'hosts'> &
  Omit<RecordingPage, 'loadScript' | 'removeCookies'>;

/**
 * Opens the browser half of an analytics module behind its category of consent, as the shop does, in a page without a
 * real document. The page records what is loaded, called, sent and stored, and runs timers and listeners when the kit
 * lets time pass. It has the shop's cookie `locale`, and a URL and a title of which nothing may be sent.
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
