import { routeOf } from '#core/rules/basics/site-paths.ts';

/** What a service needs the visitor's consent for, and what becomes of events before the visitor has decided. */
export interface ConsentCategory {
  /**
   * The purpose that has to be allowed; `any`: one of the two is sufficient. `none`: no consent is needed, because the
   * service stores and reads nothing on the device and tells nobody apart, for example one that counts without cookies.
   */
  readonly purpose: 'statistics' | 'marketing' | 'any' | 'none';
  /**
   * `drop`: events are lost, except that the page on which the visitor consents is reported. `keep`: they are held in
   * the memory of the document, sent in order when the visitor consents, and deleted by a refusal. Without meaning for
   * `none`.
   */
  readonly beforeConsent: 'drop' | 'keep';
}

/** An analytics service as a page knows it: its category of consent, and the settings of its browser half. */
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

/** Returns whether a service may run in a document, whose visitor has allowed some purpose of analytics or none. */
export function mayRunServices(services: AnalyticsServices, isAnyAllowed: boolean): boolean {
  return Object.values(services).some(({ consent }) => isAnyAllowed || consent.purpose === 'none');
}

/** Routes of the pages on which no analytics service runs, with all routes below them. */
const routesWithoutTags =
  /^\/(?:auth|newsletter|checkout|bestellung|profil|redeem|widerrufsbelehrung|kuendigung)(?:\/|$)/i;

/**
 * Returns whether analytics services may run on the page of a path: not on login, pages of mailed links, checkout,
 * orders, account, redeeming and declarations (docs/behaviour/tracking.md#pages-without-services).
 */
export function allowsTags(path: string): boolean {
  return !routesWithoutTags.test(routeOf(path));
}
