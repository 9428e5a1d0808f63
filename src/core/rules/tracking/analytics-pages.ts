import { routeOf } from '#core/rules/basics/site-paths.ts';

/** The consent that a service needs, and the handling of events before the visitor's decision. */
export interface ConsentCategory {
  /**
   * The purpose that must be allowed; `any`: one of the two is sufficient. `none`: no consent is needed, because the
   * service accesses nothing on the device and does not distinguish visitors, for example cookieless counting.
   */
  readonly purpose: 'statistics' | 'marketing' | 'any' | 'none';
  /**
   * `drop`: events are lost, but the page on which the visitor consents is reported. `keep`: events are kept in the
   * memory of the document, sent in order after consent, and deleted after a refusal. Not used with `none`.
   */
  readonly beforeConsent: 'drop' | 'keep';
}

/** The browser-side configuration of an analytics service: its consent category, and settings for its browser half. */
export interface AnalyticsService {
  readonly consent: ConsentCategory;
  readonly settings: Readonly<Record<string, string | number | boolean | null>>;
}

/** The analytics services of a shop by their names. */
export type AnalyticsServices = Readonly<Record<string, AnalyticsService>>;

/** The services of a shop that uses none. */
export const noAnalytics: AnalyticsServices = {};

/** Returns whether the shop uses any analytics service. */
export function hasAnalytics(services: AnalyticsServices): boolean {
  return Object.keys(services).length > 0;
}

/**
 * Returns whether any service may run in a document. `isAnyAllowed`: the visitor has allowed some analytics purpose.
 */
export function mayRunServices(services: AnalyticsServices, isAnyAllowed: boolean): boolean {
  return Object.values(services).some(({ consent }) => isAnyAllowed || consent.purpose === 'none');
}

/** Routes without analytics services, including all their subroutes. */
const routesWithoutTags =
  /^\/(?:auth|newsletter|checkout|bestellung|profil|redeem|widerrufsbelehrung|kuendigung)(?:\/|$)/i;

/**
 * Returns whether analytics services may run on a page: not on login, mailed links, checkout, orders, account,
 * redeeming and declarations (docs/behaviour/tracking.md#pages-without-services).
 */
export function allowsTags(path: string): boolean {
  return !routesWithoutTags.test(routeOf(path));
}
