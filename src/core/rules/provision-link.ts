import type { CartItem } from '#core/model/cart.ts';
import type { CalendarDay } from '#core/model/primitives.ts';
import { isCalendarDay } from '#core/model/primitives.ts';
import type { AddressQuery } from './address-query.ts';
import { queryValue } from './address-query.ts';
import { isStillValid } from './validity.ts';

/** Key of the stored provision link in local storage (decisions §6). */
export const provisionLinkKey = 'provision_link';

/** Where a commission goes when what the link points to is bought (specification §3). */
export interface ProvisionLink {
  /** Day of the visit. */
  readonly date: CalendarDay;
  /** Sent as `affiliate_code`; with a blank master also what the link points to. */
  readonly id: string;
  /** Name of the master the link points to; blank when it points to one product. */
  readonly master: string;
  /** Address of the visit. */
  readonly link: string;
}

/** The link a visitor came by: `?provision=ID&master=NAME` (decisions §6), or null. */
export function provisionLinkOf(query: AddressQuery, today: CalendarDay, link: string): ProvisionLink | null {
  const id = queryValue(query, 'provision');
  return id === null ? null : { date: today, id, master: queryValue(query, 'master') ?? '', link };
}

/** The stored text read: a link that holds today, and whether the record has to be removed (specification §5). */
export interface StoredProvisionLink {
  readonly link: ProvisionLink | null;
  /** True for a record that has expired or cannot be read. */
  readonly is_removable: boolean;
}

/**
 * Reads a stored record. One from the future does not count but stays: a clock may be wrong today (decisions §6).
 * Never throws.
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

/** What a provision link can point to. */
export interface ProvisionTarget {
  readonly ids: readonly string[];
  readonly masters: readonly string[];
}

/** How a cart line can be pointed to: by its product's id or slug, or by its master's full or last name. */
export function provisionTarget(item: CartItem): ProvisionTarget {
  const { slug, person } = item.product_data;
  return {
    ids: [item.product_id, slug],
    masters: [`${person.firstname} ${person.lastname}`, person.lastname],
  };
}

/**
 * Whether a link points to a target: with a blank master by id, otherwise by the master in lower case
 * (specification §5). `albrecht-duerer` and "Albrecht Dürer" are the same master.
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
