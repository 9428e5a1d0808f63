import { loaders } from 'virtual:modules/analytics';
import { createAnalyticsPage } from '#adapters/analytics/page-parts.ts';
import { openServices } from '#adapters/analytics/services.ts';
import { createWaitingAnalytics, sendWaitingEvents } from '#adapters/analytics/waiting-events.ts';
import { type AnalyticsServices, allowsTags } from '#core/rules/tracking/analytics-pages.ts';
import type { Analytics } from '#ports/analytics.ts';
import type { TextStorage } from '#ports/browser/text-storage.ts';

interface PageParts {
  readonly window: Window;
  readonly storage: TextStorage;
  readonly now: () => number;
}

/**
 * Opens the analytics of a document: the services, which load nothing before consent. On pages without services, only
 * the storage of waiting events.
 */
export function openPageAnalytics(
  services: AnalyticsServices,
  { window, storage, now }: PageParts,
): Analytics {
  const parts = { storage, now };
  if (!allowsTags(window.location.pathname)) return createWaitingAnalytics(parts);
  return sendWaitingEvents(openServices(services, createAnalyticsPage(window, now), loaders), parts);
}
