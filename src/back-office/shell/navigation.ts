import type { TextKey } from '#back-office/kit/operator-texts.ts';
import type { CouponKind } from '#core/model/coupon.ts';
import type { Permission } from '#core/model/operator.ts';
import type { IconName } from '#ui/components/parts/icon.tsx';

/** A place of the back office: in the navigation and in the palette. */
export interface Place {
  readonly path: string;
  readonly label: TextKey;
  readonly icon: IconName;
  /** Null: for every operator. */
  readonly permission: Permission | null;
}

const bookmark = 'M6.5 4.5h11V20L12 15.7 6.5 20z';

const places: readonly Place[] = [
  { path: '/', label: 'places.start', icon: 'info', permission: null },
  { path: '/orders', label: 'places.orders', icon: 'bag', permission: 'orders.read' },
  { path: '/invoices', label: 'places.invoices', icon: bookmark, permission: 'invoices.read' },
  { path: '/customers', label: 'places.customers', icon: 'person', permission: 'customers.read' },
  {
    path: '/declarations',
    label: 'places.declarations',
    icon: 'warning',
    permission: 'declarations.read',
  },
  {
    path: '/subscriptions',
    label: 'places.subscriptions',
    icon: 'star',
    permission: 'subscriptions.read',
  },
  { path: '/messages', label: 'places.messages', icon: 'help', permission: 'messages.read' },
  { path: '/reviews', label: 'places.reviews', icon: 'heart', permission: 'reviews.change' },
  { path: '/mails', label: 'places.mails', icon: bookmark, permission: 'mails.read' },
  { path: '/events', label: 'places.events', icon: 'arrow_right', permission: 'mails.read' },
  { path: '/catalogue', label: 'places.catalogue', icon: 'tag', permission: 'catalogue.read' },
  { path: '/texts', label: 'places.texts', icon: 'burger', permission: 'catalogue.read' },
  { path: '/mail-texts', label: 'places.mailTexts', icon: bookmark, permission: 'catalogue.read' },
  { path: '/coupons', label: 'places.coupons', icon: 'tag', permission: 'coupons.read' },
  { path: '/campaigns', label: 'places.campaigns', icon: 'star', permission: 'campaigns.change' },
  { path: '/provisions', label: 'places.provisions', icon: 'star', permission: 'figures.read' },
  { path: '/films', label: 'places.films', icon: 'play', permission: 'films.change' },
  { path: '/operators', label: 'places.operators', icon: 'person', permission: 'operators.change' },
  { path: '/keys', label: 'places.keys', icon: 'lock', permission: 'keys.change' },
  { path: '/webhooks', label: 'places.webhooks', icon: 'arrow_right', permission: 'webhooks.change' },
  { path: '/audit', label: 'places.audit', icon: 'eye', permission: 'audit.read' },
  { path: '/system', label: 'places.system', icon: 'info', permission: 'system.read' },
];

/** Something to do from everywhere, at an address of its own. `about`: of which kind. */
interface Shortcut extends Place {
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

/** What these permissions allow to do from everywhere. */
export function shortcutsFor(permissions: readonly Permission[]): readonly Shortcut[] {
  return shortcuts.filter(({ permission }) => permission !== null && permissions.includes(permission));
}

/** The places that these permissions open. */
export function placesFor(permissions: readonly Permission[]): readonly Place[] {
  return places.filter(({ permission }) => permission === null || permissions.includes(permission));
}
