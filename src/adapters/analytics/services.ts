import type { AnalyticsServices } from '#core/rules/tracking/analytics-pages.ts';
import type { Analytics } from '#ports/analytics.ts';
import type { AnalyticsPage, OpenAnalytics } from '#ports/modules.ts';
import { createAnalyticsGroup } from './analytics-group.ts';
import { coversPurpose, filterByConsent } from './consent-filter.ts';
import { createDeferredAnalytics } from './deferred-analytics.ts';

/** Lazy loaders of the browser part of each service, by name. */
export type ServiceLoaders = Readonly<Record<string, () => Promise<{ readonly default: OpenAnalytics }>>>;

/** Opens the services of a page. The consent of a service also triggers the loading of its code. */
export function openServices(
  services: AnalyticsServices,
  page: AnalyticsPage,
  loaders: ServiceLoaders,
): Analytics {
  return createAnalyticsGroup(
    Object.entries(services).map(([name, { consent, settings }]) => {
      async function load(): Promise<Analytics> {
        const code = await loaders[name]?.();
        if (code === undefined) throw new Error(`The analytics service "${name}" is not part of the build`);
        return code.default(settings, page);
      }
      return filterByConsent(
        consent,
        createDeferredAnalytics(load, (given) => coversPurpose(consent.purpose, given)),
      );
    }),
  );
}
