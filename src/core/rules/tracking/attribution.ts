import { isCalendarDay } from '#core/model/calendar-day.ts';
import type { CartItem } from '#core/model/cart.ts';
import type { CalendarDay } from '#core/model/values.ts';
import { isStillValid } from '#core/rules/basics/calendar.ts';

/** The query parameters of a URL; `URLSearchParams` implements this. */
export interface AddressQuery {
  get(name: string): string | null;
}

/** Maximum length of a code or name in a query parameter; the API has the same limit. */
const longestValue = 64;

/** Returns the trimmed value of a query parameter; null when it is absent, blank or too long. */
function queryValue(query: AddressQuery, name: string): string | null {
  const value = query.get(name)?.trim() ?? '';
  return value === '' || value.length > longestValue ? null : value;
}

/** Key of the affiliate code in session storage. */
export const affiliateKey = 'aff';

/** Returns the affiliate code of the URL (`?aff=CODE`), or null. */
export function affiliateOf(query: AddressQuery): string | null {
  return queryValue(query, 'aff');
}

/**
 * Returns the `affiliate_code` to send with a cart: the affiliate code in session storage if there is one;
 * otherwise the id of a valid provision link whose target is in the cart; otherwise null.
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

/** A partner's link. The partner gets a commission when the target of the link is bought. */
export interface ProvisionLink {
  /** The day on which the visitor opened the link. */
  readonly date: CalendarDay;
  /** Sent as `affiliate_code`. If `master` is blank, it is also the id or slug of the target product. */
  readonly id: string;
  /** Name of the master whose products are the target; blank when the target is one product. */
  readonly master: string;
  /** The URL that the visitor opened. */
  readonly link: string;
}

/** Returns the provision link of the URL (`?provision=ID&master=NAME`), or null. */
export function provisionLinkOf(query: AddressQuery, today: CalendarDay, link: string): ProvisionLink | null {
  const id = queryValue(query, 'provision');
  return id === null ? null : { date: today, id, master: queryValue(query, 'master') ?? '', link };
}

/** The result of reading a stored provision link. `link` is null unless the link is valid today. */
interface StoredProvisionLink {
  readonly link: ProvisionLink | null;
  /** True when the stored text has expired or cannot be read, and is to be deleted. */
  readonly is_removable: boolean;
}

/**
 * Reads a stored provision link. A link with a date in the future is not valid but is kept, because the clock
 * of the device may be wrong today. Never throws.
 */
export function readProvisionLink(text: string | null, today: CalendarDay): StoredProvisionLink {
  if (text === null) return { link: null, is_removable: false };
  const link = parseProvisionLink(text);
  if (link === null) return { link: null, is_removable: true };
  if (isStillValid(link.date, today)) return { link, is_removable: false };
  return { link: null, is_removable: link.date < today };
}

/** Returns the text to store for a provision link. */
export function serialiseProvisionLink(link: ProvisionLink): string {
  return JSON.stringify(link);
}

/** The values that a provision link can contain to refer to a cart line. */
interface ProvisionTarget {
  readonly ids: readonly string[];
  readonly masters: readonly string[];
}

/**
 * Returns the ids (product id, slug) and names (full and last name of the master) that can refer to a cart
 * line.
 */
export function provisionTarget(item: CartItem): ProvisionTarget {
  const { slug, person } = item.product_data;
  return {
    ids: [item.product_id, slug],
    masters: [`${person.firstname} ${person.lastname}`, person.lastname],
  };
}

/**
 * Returns whether a provision link refers to this cart line: by id when `master` is blank, otherwise by the
 * master's name. Spelling differences are ignored: `albrecht-duerer` equals "Albrecht Dürer".
 */
export function pointsTo(link: ProvisionLink, target: ProvisionTarget): boolean {
  if (link.master.trim() === '') return target.ids.includes(link.id);
  const master = comparable(link.master);
  return master !== '' && target.masters.some((name) => comparable(name) === master);
}

const germanLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** Normalises a name as in URLs: lower case, without umlauts and accents, with hyphens instead of spaces. */
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

/** The code of the person who recommended the shop, and the day on which the visitor opened the link. */
interface Referral {
  readonly ref: string;
  readonly date: CalendarDay;
}

/** Returns the referral of the URL (`?ref=CODE`), or null. `ref=cart` only marks the return from the cart. */
export function referralOf(query: AddressQuery, today: CalendarDay): Referral | null {
  const ref = queryValue(query, 'ref');
  return ref === null || ref === 'cart' ? null : { ref, date: today };
}

/** Returns the stored referral code if it is less than 7 days old and not dated in the future. Never throws. */
export function validReferralCode(text: string | null, today: CalendarDay): string | null {
  const referral = text === null ? null : parseReferral(text);
  return referral !== null && isStillValid(referral.date, today) ? referral.ref : null;
}

/** Returns the text to store for a referral. */
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

/** A URL with attribution parameters that the visitor opened, and when. */
export interface Arrival {
  readonly path: string;
  readonly query: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Parses the stored arrival; null when there is none or it cannot be read. Never throws. */
export function parseArrival(text: string | null): Arrival | null {
  try {
    const { path, query, at } = JSON.parse(text ?? '{}') as Partial<Record<string, unknown>>;
    if (typeof path !== 'string' || typeof query !== 'string') return null;
    return typeof at === 'number' && Number.isSafeInteger(at) && at >= 0 ? { path, query, at } : null;
  } catch {
    return null;
  }
}

/**
 * Names of the attribution cookies and of the query parameters that set them. All of these cookies are deleted after
 * the call of `POST tracking/registration`.
 */
export const utmNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_social'] as const;

type UtmName = (typeof utmNames)[number];

/** The known attribution values. */
export type UtmData = { readonly [Name in UtmName]?: string };

/** The attribution cookies to write (`set`) and to delete (`clear`). */
interface UtmChanges {
  readonly set: UtmData;
  readonly clear: readonly UtmName[];
}

/** The `utm_source` of a visitor whose URL contains none. */
const defaultSource = 'direct';

/** Returns the attribution values in the query of a URL. */
export function utmOf(query: AddressQuery): UtmData {
  return Object.fromEntries(
    utmNames.map((name) => [name, queryValue(query, name)] as const).filter(([, value]) => value !== null),
  );
}

/**
 * Returns the changes of the attribution cookies when a page is opened. For a logged-in user all are deleted.
 * Otherwise the values of the URL are stored; `utm_source` becomes `direct` if neither the URL nor a cookie
 * contains one.
 */
export function utmChanges(isLoggedIn: boolean, arriving: UtmData, stored: UtmData): UtmChanges {
  if (isLoggedIn) return { set: {}, clear: utmNames };
  const utm_source = arriving.utm_source ?? stored.utm_source ?? defaultSource;
  return { set: { ...arriving, utm_source }, clear: [] };
}

/** Returns the body of `POST tracking/registration`: the attribution values and the id of the new user. */
export function registrationTracking(
  stored: UtmData,
  user_id: string,
): UtmData & { readonly user_id: string } {
  return { ...stored, user_id };
}
