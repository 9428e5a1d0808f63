import type { RecordType } from '#core/model/catalogue-record.ts';
import { type OperatorRole, type Permission, permissions } from '#core/model/operator.ts';
import type { ViewPlace } from '#core/model/saved-view.ts';

/** The permissions of each role (docs/behaviour/operations.md#roles). */
const permissionsByRole: Readonly<Record<OperatorRole, readonly Permission[]>> = {
  owner: permissions,
  support: [
    'orders.read',
    'orders.change',
    'orders.ship',
    'orders.refund',
    'orders.export',
    'customers.read',
    'customers.change',
    'customers.export',
    'subscriptions.read',
    'subscriptions.change',
    'declarations.read',
    'declarations.decide',
    'codes.change',
    'coupons.read',
    'coupons.change',
    'messages.read',
    'messages.change',
    'mails.read',
    'mails.send',
    'reviews.change',
    'invoices.read',
    'catalogue.read',
  ],
  editor: [
    'catalogue.read',
    'catalogue.change',
    'films.change',
    'campaigns.change',
    'coupons.read',
    'coupons.change',
  ],
  bookkeeper: ['orders.read', 'orders.export', 'subscriptions.read', 'figures.read', 'invoices.read'],
};

/** How long a second factor verification is valid for sensitive actions, in milliseconds. */
const freshFor = 10 * 60_000;

/** Returns whether the last second factor verification is recent enough for sensitive actions; both in milliseconds. */
export function isFreshProof(provedAt: number, now: number): boolean {
  return now - provedAt < freshFor;
}

/** Refunds from this amount on, in cents, need a recent second factor verification. */
export const refundWithProof = 100_00;

/** The permission to share views of a list: who may change its records may share views with all who can see it. */
const sharing: Readonly<Record<ViewPlace, Permission>> = {
  orders: 'orders.change',
  subscriptions: 'subscriptions.change',
  declarations: 'declarations.decide',
};

/** Returns whether an operator with these permissions may share a view of a list. */
export function mayShareView(place: ViewPlace, held: readonly Permission[]): boolean {
  return held.includes(sharing[place]);
}

/** Returns whether the permissions allow to read records of a type and, with that of the catalogue, to change them. */
export function mayUseRecords(type: RecordType, held: readonly Permission[]): boolean {
  return type !== 'shop' || held.includes('shop.change');
}

/** Masks a gift or voucher code unless the permissions allow to see all of it, because the whole code can be spent. */
export function shownCode(code: string, held: readonly Permission[]): string {
  return held.includes('codes.change') ? code : `…${code.slice(-4)}`;
}

/** Read permissions for the records that the responses to changes contain, by permission to change. */
const shownByChange: Readonly<Partial<Record<Permission, readonly Permission[]>>> = {
  'orders.change': ['orders.read'],
  'orders.ship': ['orders.read'],
  'orders.refund': ['orders.read'],
  'customers.change': ['customers.read'],
  'subscriptions.change': ['subscriptions.read'],
  'declarations.decide': ['declarations.read'],
  'codes.change': ['orders.read'],
  'coupons.change': ['coupons.read'],
  'messages.change': ['messages.read'],
  'mails.send': ['mails.read', 'orders.read'],
  'catalogue.change': ['catalogue.read'],
};

/** Adds the permissions to read what the changes return (docs/behaviour/operations.md#api-keys). */
export function withReadPermissions(wanted: readonly Permission[]): readonly Permission[] {
  const shown = wanted.flatMap((one) => shownByChange[one] ?? []);
  return permissions.filter((one) => wanted.includes(one) || shown.includes(one));
}

/** Returns the permissions of a role. */
export function permissionsOf(role: OperatorRole): readonly Permission[] {
  return permissionsByRole[role];
}
