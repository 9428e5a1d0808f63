import { toConsentMode, toGoogleEvent } from '#adapters/analytics/google-event.ts';
import type { Analytics } from '#ports/analytics.ts';
import type { AnalyticsPage } from '#ports/modules.ts';

/** What the tag manager needs from the page. */
export interface TagManagerSurroundings extends Pick<AnalyticsPage, 'loadScript' | 'removeCookies'> {
  readonly layer: DataLayer;
}

/** The array that a tag manager watches for pushes. */
interface DataLayer {
  push(entry: Readonly<Record<string, unknown>>): unknown;
}

/** First-party cookies of Google's tags, which a container usually holds. */
const googleCookies = ['_ga', '_gcl'];

/**
 * The data layer with amounts in euros, and the tag manager container that reads it, loaded with the first consent. The
 * first entry is always the consent in the form of Google's consent mode v2, because a tag manager reads the entries in
 * order. When the consent is withdrawn, the container is told and the cookies of Google's tags are removed.
 */
export function createTagManagerAnalytics(
  containerId: string,
  { layer, loadScript, removeCookies }: TagManagerSurroundings,
): Analytics {
  let isAllowed = false;

  function push(entry: Readonly<Record<string, unknown>>) {
    try {
      layer.push(entry);
    } catch {
      // A tag manager replaces `push` with its own code, which may throw; that must not stop the shop.
    }
  }

  return {
    setConsent({ statistics, marketing }) {
      const wasAllowed = isAllowed;
      isAllowed = statistics || marketing;
      if (!isAllowed && !wasAllowed) return;
      push({ event: 'consent_update', ...toConsentMode({ statistics, marketing }) });
      if (isAllowed) {
        loadScript(`https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(containerId)}`);
      } else {
        for (const prefix of googleCookies) removeCookies(prefix);
      }
    },
    track(event) {
      const { name, ecommerce, fields } = toGoogleEvent(event);
      push(ecommerce === null ? { event: name, ...fields } : { event: name, ecommerce });
    },
    identify: (learnerId) => push({ event: 'identify', user_id: learnerId }),
  };
}
