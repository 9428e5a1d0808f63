import type { TextKey } from '#back-office/kit/operator-texts.ts';
import type { CouponKind } from '#core/model/coupon.ts';
import type { Permission } from '#core/model/operator.ts';
import type { IconName } from '#ui/components/parts/icon.tsx';

/** An entry of the navigation and the palette. */
export interface NavigationEntry {
  readonly path: string;
  readonly label: TextKey;
  readonly icon: IconName;
  /** Null for all operators. */
  readonly permission: Permission | null;
}

/** Line icons used only in the back office, a different one for every place. */
const icons = {
  home: 'M4 11l8-6.5 8 6.5M6.5 9.5V20h11V9.5',
  sheet: 'M6 3.5h12V20l-3-2-3 2-3-2-3 2zM9 8.5h6M9 12h6',
  turn: 'M9 6.5 4.5 11 9 15.5M4.5 11h10a5 5 0 0 1 0 10H12',
  cycle: 'M19 9a7.5 7.5 0 0 0-13.5-1L4 10M4 5v5h5M5 15a7.5 7.5 0 0 0 13.5 1l1.5-2M20 19v-5h-5',
  letter: 'M3.5 6h17v12.5h-17zM4 6.5l8 6.5 8-6.5',
  pen: 'M5 19l.8-4L16 4.8l3.2 3.2L9 18.2zM13.8 7l3.2 3.2',
  pulse: 'M3 12h4.5l3-7 4 14 2.5-7H21',
  shelf: 'M5 4.5h4v15H5zM9 4.5h4v15H9zM15 5.2l3.7-.9 3 14.6-3.7.8z',
  percent: 'M6 18 18 6M5.5 8a2 2 0 1 0 4 0a2 2 0 1 0-4 0zM14.5 16a2 2 0 1 0 4 0a2 2 0 1 0-4 0z',
  team: 'M6 8.5a3 3 0 1 0 6 0a3 3 0 1 0-6 0zM3 19.5c.5-3.7 3-5.5 6-5.5s5.5 1.8 6 5.5M15.5 6a3 3 0 0 1 0 5.5M17.5 14.5c2 .7 3.2 2.3 3.5 5',
  chain:
    'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7L11.5 7M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.7',
} as const;

const places: readonly NavigationEntry[] = [
  { path: '/', label: 'places.start', icon: icons.home, permission: null },
  { path: '/orders', label: 'places.orders', icon: 'bag', permission: 'orders.read' },
  { path: '/invoices', label: 'places.invoices', icon: icons.sheet, permission: 'invoices.read' },
  { path: '/customers', label: 'places.customers', icon: 'person', permission: 'customers.read' },
  {
    path: '/declarations',
    label: 'places.declarations',
    icon: icons.turn,
    permission: 'declarations.read',
  },
  {
    path: '/subscriptions',
    label: 'places.subscriptions',
    icon: icons.cycle,
    permission: 'subscriptions.read',
  },
  { path: '/messages', label: 'places.messages', icon: 'help', permission: 'messages.read' },
  { path: '/reviews', label: 'places.reviews', icon: 'heart', permission: 'reviews.change' },
  { path: '/mails', label: 'places.mails', icon: icons.letter, permission: 'mails.read' },
  { path: '/events', label: 'places.events', icon: icons.pulse, permission: 'mails.read' },
  { path: '/catalogue', label: 'places.catalogue', icon: icons.shelf, permission: 'catalogue.read' },
  { path: '/texts', label: 'places.texts', icon: 'burger', permission: 'catalogue.read' },
  { path: '/mail-texts', label: 'places.mailTexts', icon: icons.pen, permission: 'catalogue.read' },
  { path: '/coupons', label: 'places.coupons', icon: icons.percent, permission: 'coupons.read' },
  { path: '/campaigns', label: 'places.campaigns', icon: 'star', permission: 'campaigns.change' },
  { path: '/provisions', label: 'places.provisions', icon: 'tag', permission: 'figures.read' },
  { path: '/films', label: 'places.films', icon: 'play', permission: 'films.change' },
  { path: '/operators', label: 'places.operators', icon: icons.team, permission: 'operators.change' },
  { path: '/keys', label: 'places.keys', icon: 'lock', permission: 'keys.change' },
  { path: '/webhooks', label: 'places.webhooks', icon: icons.chain, permission: 'webhooks.change' },
  { path: '/audit', label: 'places.audit', icon: 'eye', permission: 'audit.read' },
  { path: '/system', label: 'places.system', icon: 'info', permission: 'system.read' },
];

/** An action with its own URL, available everywhere. `about` is the label of its variant. */
interface Shortcut extends NavigationEntry {
  readonly about?: TextKey;
}

const couponKinds: readonly CouponKind[] = ['percent', 'fixed', 'free_shipping', 'free_product'];

const shortcuts: readonly Shortcut[] = [
  ...couponKinds.map(
    (kind): Shortcut => ({
      path: `/coupons/new?kind=${kind}`,
      label: 'coupons.new',
      about: `names.coupon.${kind}`,
      icon: 'plus',
      permission: 'coupons.change',
    }),
  ),
  { path: '/coupons/try', label: 'coupons.try', icon: 'tag', permission: 'coupons.read' },
];

/** Returns the shortcuts allowed by the permissions. */
export function shortcutsFor(permissions: readonly Permission[]): readonly Shortcut[] {
  return shortcuts.filter(({ permission }) => permission !== null && permissions.includes(permission));
}

/** Returns the places allowed by the permissions. */
export function navigationFor(permissions: readonly Permission[]): readonly NavigationEntry[] {
  return places.filter(({ permission }) => permission === null || permissions.includes(permission));
}

/**
 * Returns the key of a stored scroll position. The first screen of every document has the key `default`; its path is
 * used instead, so that it does not get the scroll position of another screen.
 */
export function scrollKey({ key, pathname }: { readonly key: string; readonly pathname: string }): string {
  return key === 'default' ? pathname : key;
}
