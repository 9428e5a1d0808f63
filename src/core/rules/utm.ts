import type { AddressQuery } from './address-query.ts';
import { queryValue } from './address-query.ts';

/**
 * The attribution cookies (specification §3); query parameters carry the same names (decisions §6). All of them are
 * cleared after the registration tracking call (specification §4).
 */
export const utmNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_social'] as const;

export type UtmName = (typeof utmNames)[number];

/** Attribution data, as far as it is present. */
export type UtmData = { readonly [Name in UtmName]?: string };

/** What to do with the attribution cookies: write these, delete those. */
export interface UtmChanges {
  readonly set: UtmData;
  readonly clear: readonly UtmName[];
}

/** The source of a visitor whose address names none (specification §4). */
const defaultSource = 'direct';

/** What the address says about where a visitor came from. */
export function utmOf(query: AddressQuery): UtmData {
  return Object.fromEntries(
    utmNames.map((name) => [name, queryValue(query, name)] as const).filter(([, value]) => value !== null),
  );
}

/**
 * What happens to the attribution cookies when a page is opened (specification §4): all are cleared for somebody
 * logged in; otherwise what the address carries is stored, and the source is `direct` when neither the address nor
 * an earlier page of the visit named one.
 */
export function utmChanges(isLoggedIn: boolean, arriving: UtmData, stored: UtmData): UtmChanges {
  if (isLoggedIn) return { set: {}, clear: utmNames };
  const utm_source = arriving.utm_source ?? stored.utm_source ?? defaultSource;
  return { set: { ...arriving, utm_source }, clear: [] };
}

/** Payload of `POST tracking/registration`: the attribution data and who registered (specification §3). */
export function registrationTracking(
  stored: UtmData,
  user_id: string,
): UtmData & { readonly user_id: string } {
  return { ...stored, user_id };
}
