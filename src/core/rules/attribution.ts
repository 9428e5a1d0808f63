import type { CartItem } from '#core/model/cart.ts';
import type { CalendarDay } from '#core/model/values.ts';
import { isCalendarDay } from '#core/model/values.ts';
import { isStillValid } from './calendar.ts';

/** The query of an address, as `URLSearchParams` reads it. */
export interface AddressQuery {
  get(name: string): string | null;
}

/** Codes and names in an address are at most this long; the API refuses longer ones too. */
const longestValue = 64;

/** A query value without surrounding blanks; null when it is absent, blank or too long to be one of ours. */
function queryValue(query: AddressQuery, name: string): string | null {
  const value = query.get(name)?.trim() ?? '';
  return value === '' || value.length > longestValue ? null : value;
}

/** Key of the affiliate code in session storage. */
export const affiliateKey = 'aff';

/** The affiliate a visitor came by: `?aff=CODE`, or null. */
export function affiliateOf(query: AddressQuery): string | null {
  return queryValue(query, 'aff');
}

/**
 * The `affiliate_code` to send with a cart: the session's `aff` wins; else the id of a valid provision link when the
 * cart holds what it points to; else null.
 */
export function affiliateCode(
  sessionCode: string | null,
  link: ProvisionLink | null,
  products: readonly CartItem[],
): string | null {
  const code = sessionCode?.trim() ?? '';
  if (code !== '') return code;
  if (link === null) return null;
  return products.some((item) => pointsTo(link, provisionTarget(item))) ? link.id : null;
}

/** Key of the stored provision link in local storage. */
export const provisionLinkKey = 'provision_link';

/** A partner's link: who gets a commission when its target is bought. */
export interface ProvisionLink {
  /** Day of the visit. */
  readonly date: CalendarDay;
  /** Sent as `affiliate_code`. With a blank master it is also the id or slug of the target product. */
  readonly id: string;
  /** Name of the master whose products are the target; blank when the target is one product. */
  readonly master: string;
  /** Address of the visit. */
  readonly link: string;
}

/** The link a visitor came by: `?provision=ID&master=NAME`, or null. */
export function provisionLinkOf(query: AddressQuery, today: CalendarDay, link: string): ProvisionLink | null {
  const id = queryValue(query, 'provision');
  return id === null ? null : { date: today, id, master: queryValue(query, 'master') ?? '', link };
}

/** The result of reading the stored text: the link that is valid today, and whether the record has to be removed. */
interface StoredProvisionLink {
  readonly link: ProvisionLink | null;
  /** True for a record that has expired or cannot be read. */
  readonly is_removable: boolean;
}

/**
 * Reads a stored record. A record dated in the future does not count but stays, because the device's clock may be
 * wrong today. Never throws.
 */
export function readProvisionLink(text: string | null, today: CalendarDay): StoredProvisionLink {
  if (text === null) return { link: null, is_removable: false };
  const link = parseProvisionLink(text);
  if (link === null) return { link: null, is_removable: true };
  if (isStillValid(link.date, today)) return { link, is_removable: false };
  return { link: null, is_removable: link.date < today };
}

/** The text to store for a link. */
export function serialiseProvisionLink(link: ProvisionLink): string {
  return JSON.stringify(link);
}

/** The values by which a provision link can name a cart line. */
interface ProvisionTarget {
  readonly ids: readonly string[];
  readonly masters: readonly string[];
}

/** The names of a cart line: its product's id or slug, and its master's full or last name. */
export function provisionTarget(item: CartItem): ProvisionTarget {
  const { slug, person } = item.product_data;
  return {
    ids: [item.product_id, slug],
    masters: [`${person.firstname} ${person.lastname}`, person.lastname],
  };
}

/**
 * Whether a link points to a target: with a blank master by id, otherwise by the master in lower case.
 * `albrecht-duerer` and "Albrecht Dürer" are the same master.
 */
export function pointsTo(link: ProvisionLink, target: ProvisionTarget): boolean {
  if (link.master.trim() === '') return target.ids.includes(link.id);
  const master = comparable(link.master);
  return master !== '' && target.masters.some((name) => comparable(name) === master);
}

const germanLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** A name in lower case as addresses write it. */
function comparable(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => germanLetters[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\s-]+/g, '-')
    .replace(/^-|-$/g, '');
}

function parseProvisionLink(text: string): ProvisionLink | null {
  try {
    const { date, id, master, link } = JSON.parse(text) as Partial<Record<string, unknown>>;
    if (!isCalendarDay(date) || typeof id !== 'string' || id === '') return null;
    if (typeof master !== 'string' || typeof link !== 'string') return null;
    return { date, id, master, link };
  } catch {
    return null;
  }
}

/** Key of the stored referral in local storage. */
export const referralKey = 'referralCode';

/** Who recommended the shop, and on which day. */
interface Referral {
  readonly ref: string;
  readonly date: CalendarDay;
}

/** The referral a visitor came by: `?ref=CODE`, but not `ref=cart`, which is the way back to the cart. */
export function referralOf(query: AddressQuery, today: CalendarDay): Referral | null {
  const ref = queryValue(query, 'ref');
  return ref === null || ref === 'cart' ? null : { ref, date: today };
}

/** The stored code while it applies: less than 7 days old and not from the future. Never throws. */
export function validReferralCode(text: string | null, today: CalendarDay): string | null {
  const referral = text === null ? null : parseReferral(text);
  return referral !== null && isStillValid(referral.date, today) ? referral.ref : null;
}

/** The text to store for a referral. */
export function serialiseReferral(referral: Referral): string {
  return JSON.stringify(referral);
}

function parseReferral(text: string): Referral | null {
  try {
    const { ref, date } = JSON.parse(text) as Partial<Record<string, unknown>>;
    return typeof ref === 'string' && ref !== '' && isCalendarDay(date) ? { ref, date } : null;
  } catch {
    return null;
  }
}

/**
 * The attribution cookies; query parameters carry the same names. All of them are
 * cleared after the registration tracking call.
 */
export const utmNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_social'] as const;

type UtmName = (typeof utmNames)[number];

/** Attribution data, as far as it is present. */
export type UtmData = { readonly [Name in UtmName]?: string };

/** What to do with the attribution cookies: write these, delete those. */
interface UtmChanges {
  readonly set: UtmData;
  readonly clear: readonly UtmName[];
}

/** The source of a visitor whose address names none. */
const defaultSource = 'direct';

/** What the address says about where a visitor came from. */
export function utmOf(query: AddressQuery): UtmData {
  return Object.fromEntries(
    utmNames.map((name) => [name, queryValue(query, name)] as const).filter(([, value]) => value !== null),
  );
}

/**
 * What happens to the attribution cookies when a page is opened: all are cleared for somebody
 * logged in; otherwise what the address carries is stored, and the source is `direct` when neither the address nor
 * an earlier page of the visit named one.
 */
export function utmChanges(isLoggedIn: boolean, arriving: UtmData, stored: UtmData): UtmChanges {
  if (isLoggedIn) return { set: {}, clear: utmNames };
  const utm_source = arriving.utm_source ?? stored.utm_source ?? defaultSource;
  return { set: { ...arriving, utm_source }, clear: [] };
}

/** Payload of `POST tracking/registration`: the attribution data and who registered. */
export function registrationTracking(
  stored: UtmData,
  user_id: string,
): UtmData & { readonly user_id: string } {
  return { ...stored, user_id };
}
