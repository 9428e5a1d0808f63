import type { AnalyticsServices } from '#core/rules/tracking/analytics-pages.ts';
import type { Analytics } from '#ports/analytics.ts';
import type { AnalyticsPage, OpenAnalytics } from '#ports/modules.ts';
import { createAnalyticsGroup } from './analytics-group.ts';
import { allows, behindConsent } from './consent-gate.ts';
import { createDeferredAnalytics } from './deferred-analytics.ts';

/** The browser halves of services by their names, loaded when they are called. */
export type ServiceLoaders = Readonly<Record<string, () => Promise<{ readonly default: OpenAnalytics }>>>;

/** Opens the services of a page, each behind its category of consent, which is also what loads its code. */
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
      return behindConsent(
        consent,
        createDeferredAnalytics(load, (given) => allows(consent.purpose, given)),
      );
    }),
  );
}
