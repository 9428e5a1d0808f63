import type { Analytics } from '#ports/analytics.ts';
import type { DataLayer } from './data-layer-analytics.ts';
import { createDataLayerAnalytics } from './data-layer-analytics.ts';
import type { LoadScript } from './load-script.ts';

/** The data layer together with the tag manager container that reads it, loaded with the first consent. */
export function createTagManagerAnalytics(
  containerId: string,
  layer: DataLayer,
  loadScript: LoadScript,
): Analytics {
  const analytics = createDataLayerAnalytics(layer);
  return {
    ...analytics,
    setConsent(consent) {
      analytics.setConsent(consent);
      if (consent.statistics || consent.marketing) {
        loadScript(`https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(containerId)}`);
      }
    },
  };
}
