/** The shop's accounts with analytics services; one without an id is off (decisions §6). */
export interface AnalyticsIds {
  /** Google Analytics 4, `G-…`. */
  readonly ga4: string | null;
  /** Google Tag Manager, `GTM-…`, which reads the data layer. */
  readonly tag_manager: string | null;
  /** Meta pixel, digits. */
  readonly meta_pixel: string | null;
}

/** A shop without analytics. */
export const noAnalytics: AnalyticsIds = { ga4: null, tag_manager: null, meta_pixel: null };
