/** The purpose for which data is stored. `necessary` needs no consent; for the others the banner asks for it. */
export type StoredPurpose = 'necessary' | 'preferences' | 'statistics' | 'marketing';

interface StoredItem {
  /** Name of the cookie or storage key; `*` at the end stands for any text. */
  readonly name: string;
  readonly place: 'cookie' | 'local' | 'session';
  readonly purpose: StoredPurpose;
}

/**
 * All data that the shop and the external services store in the browser
 * (docs/behaviour/consumer-rights.md#stored-data). The banner lists it by purpose, the ports for cookies and storage
 * write no other names, and tests compare it with both privacy pages and with what browsers hold after every journey.
 */
export const storedItems = [
  { name: '_auth_access', place: 'cookie', purpose: 'necessary' },
  { name: '_auth_refresh', place: 'cookie', purpose: 'necessary' },
  { name: '_auth_device', place: 'cookie', purpose: 'necessary' },
  { name: 'locale', place: 'cookie', purpose: 'necessary' },
  { name: 'CookieConsent', place: 'cookie', purpose: 'necessary' },
  { name: 'announcement_closed', place: 'cookie', purpose: 'necessary' },
  { name: 'order_*', place: 'cookie', purpose: 'necessary' },
  { name: 'form_result', place: 'cookie', purpose: 'necessary' },
  { name: 'bundle_cart', place: 'local', purpose: 'necessary' },
  { name: 'placed_orders', place: 'local', purpose: 'necessary' },
  { name: 'wish_list', place: 'local', purpose: 'necessary' },
  { name: 'passkey_offer', place: 'local', purpose: 'necessary' },
  { name: 'typed_contact', place: 'session', purpose: 'necessary' },
  { name: 'react-router-scroll-positions', place: 'session', purpose: 'necessary' },
  { name: 'remix-router-transitions', place: 'session', purpose: 'necessary' },
  { name: 'closed_popups', place: 'local', purpose: 'preferences' },
  // Needs no consent: it only remembers that the visitor closed a popup, and is gone when the tab is closed.
  { name: 'closed_popups', place: 'session', purpose: 'necessary' },
  { name: 'viewed_products', place: 'local', purpose: 'preferences' },
  { name: 'player_settings', place: 'local', purpose: 'preferences' },
  // Needs no consent: it only remembers what the visitor chose in a player, and is gone when the tab is closed.
  { name: 'player_settings', place: 'session', purpose: 'necessary' },
  { name: '_ga*', place: 'cookie', purpose: 'statistics' },
  { name: 'waiting_events', place: 'local', purpose: 'statistics' },
  { name: '_fb*', place: 'cookie', purpose: 'marketing' },
  { name: 'utm_source', place: 'cookie', purpose: 'marketing' },
  { name: 'utm_medium', place: 'cookie', purpose: 'marketing' },
  { name: 'utm_campaign', place: 'cookie', purpose: 'marketing' },
  { name: 'utm_social', place: 'cookie', purpose: 'marketing' },
  { name: 'aff', place: 'session', purpose: 'marketing' },
  { name: 'arrival', place: 'session', purpose: 'marketing' },
  { name: 'referralCode', place: 'local', purpose: 'marketing' },
  { name: 'provision_link', place: 'local', purpose: 'marketing' },
] as const satisfies readonly StoredItem[];

type NameIn<Place extends StoredItem['place']> = Extract<
  (typeof storedItems)[number],
  { readonly place: Place }
>['name'];

/** Names that the code may write: `order_*` in the list allows any name that begins with `order_`. */
type Written<Name extends string> = Name extends `${infer Begin}*` ? `${Begin}${string}` : Name;

/** Name of a cookie of the list. */
export type CookieName = Written<NameIn<'cookie'>>;

/** Key of the list in local or session storage. */
export type StorageKey = Written<NameIn<'local' | 'session'>>;

/** Returns the names of the data that is stored for a purpose. */
export function storedFor(purpose: StoredPurpose): readonly string[] {
  return storedItems.filter((item) => item.purpose === purpose).map(({ name }) => name);
}
