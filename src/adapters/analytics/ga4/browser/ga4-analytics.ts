import { toConsentMode, toGoogleEvent } from '#adapters/analytics/google-event.ts';
import type { Analytics, AnalyticsConsent } from '#ports/analytics.ts';
import type { AnalyticsPage } from '#ports/modules.ts';

/** What Google's tag needs from the page. */
interface GoogleTagSurroundings extends Omit<AnalyticsPage, 'window'> {
  /** Hands one command to `gtag`, for example `('event', 'login', {})`. */
  readonly gtag: (...command: readonly unknown[]) => void;
}

/**
 * Google Analytics 4. Its script is loaded with the first consent to statistics or marketing and never before; consent
 * mode v2 starts as denied. When consent is withdrawn, the tag gets the new consent mode and its cookies are removed.
 * The tag would report the address of the document with each event; it gets the address of the page view instead.
 */
export function createGa4Analytics(measurementId: string, surroundings: GoogleTagSurroundings): Analytics {
  const { gtag, loadScript, removeCookies, now, origin } = surroundings;
  let consent: AnalyticsConsent = { statistics: false, marketing: false };
  let isLoaded = false;
  const isAllowed = () => consent.statistics || consent.marketing;

  function load() {
    isLoaded = true;
    gtag('consent', 'default', toConsentMode({ statistics: false, marketing: false }));
    gtag('js', new Date(now()));
    gtag('consent', 'update', toConsentMode(consent));
    gtag('config', measurementId, {
      anonymize_ip: true,
      send_page_view: false,
      page_location: `${origin}/`,
    });
    loadScript(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(measurementId)}`);
  }

  return {
    setConsent(given) {
      consent = given;
      if (isAllowed() && !isLoaded) return load();
      if (!isLoaded) return;
      gtag('consent', 'update', toConsentMode(consent));
      if (!isAllowed()) removeCookies('_ga');
    },
    track(event) {
      if (event.name === 'page_view') gtag('set', { page_location: `${origin}${event.address}` });
      const { name, fields } = toGoogleEvent(event);
      gtag('event', name, { ...fields, send_to: measurementId });
    },
    identify: (learnerId) => gtag('set', { user_id: learnerId }),
  };
}
