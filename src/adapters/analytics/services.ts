import type { AnalyticsSettings } from '#core/rules/analytics.ts';
import type { Analytics, ConsentCategory } from '#ports/analytics.ts';
import { createAnalyticsGroup } from './analytics-group.ts';
import { behindConsent } from './consent-gate.ts';
import type { GoogleTagSurroundings } from './ga4-analytics.ts';
import { createGa4Analytics } from './ga4-analytics.ts';
import type { PixelSurroundings } from './meta-pixel-analytics.ts';
import { createMetaPixelAnalytics } from './meta-pixel-analytics.ts';
import type { TagManagerSurroundings } from './tag-manager-analytics.ts';
import { createTagManagerAnalytics } from './tag-manager-analytics.ts';

/** What the services need from the page. */
export type AnalyticsPage = GoogleTagSurroundings & TagManagerSurroundings & PixelSurroundings;

/** An analytics service as the shop uses it. */
interface AnalyticsService<Setting extends string> {
  /** The settings that it needs; it is used when all of them are set. */
  readonly settings: readonly Setting[];
  readonly consent: ConsentCategory;
  open(settings: Readonly<Record<Setting, string>>, page: AnalyticsPage): Analytics;
}

type Services = Readonly<Record<string, AnalyticsService<string>>>;

function service<Setting extends string>(definition: AnalyticsService<Setting>): AnalyticsService<string> {
  return definition;
}

/** The services by the name under which `AnalyticsSettings` has their settings. */
const analyticsServices = {
  ga4: service({
    settings: ['measurement_id'],
    consent: { purpose: 'any', beforeConsent: 'drop' },
    open: ({ measurement_id }, page) => createGa4Analytics(measurement_id, page),
  }),
  tag_manager: service({
    settings: ['container_id'],
    consent: { purpose: 'any', beforeConsent: 'drop' },
    open: ({ container_id }, page) => createTagManagerAnalytics(container_id, page),
  }),
  meta_pixel: service({
    settings: ['pixel_id'],
    consent: { purpose: 'marketing', beforeConsent: 'drop' },
    open: ({ pixel_id }, page) => createMetaPixelAnalytics(pixel_id, page),
  }),
} as const satisfies Services;

/** Opens the services of a page whose settings are all set, each behind its category of consent. */
export function openServices(
  settings: AnalyticsSettings,
  page: AnalyticsPage,
  services: Services = analyticsServices,
): Analytics {
  const used = Object.entries(services).flatMap(([name, { settings: needed, consent, open }]) => {
    const given = settings[name];
    if (given === undefined || needed.some((setting) => given[setting] === undefined)) return [];
    return [behindConsent(consent, open(given, page))];
  });
  return createAnalyticsGroup(used);
}
