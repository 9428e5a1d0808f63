import { type OperatorRole, type Permission, permissions } from '#core/model/operator.ts';
import type { ViewPlace } from '#core/model/saved-view.ts';

/** What each role may do (docs/behaviour/operations.md#roles). */
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

/** How long a proof of the second factor is fresh, in milliseconds. */
const freshFor = 10 * 60_000;

/** Whether a proof of the second factor is recent enough for what can do much harm; both in milliseconds. */
export function isFreshProof(provedAt: number, now: number): boolean {
  return now - provedAt < freshFor;
}

/** Refunds of so much, in cents, need a fresh proof of the second factor. */
export const refundWithProof = 100_00;

/** Who may change the records of a list may share a view of it with all who see the list. */
const sharing: Readonly<Record<ViewPlace, Permission>> = {
  orders: 'orders.change',
  subscriptions: 'subscriptions.change',
  declarations: 'declarations.decide',
};

/** Whether an operator with these permissions may share a view of a list. */
export function mayShareView(place: ViewPlace, held: readonly Permission[]): boolean {
  return held.includes(sharing[place]);
}

/** A gift or voucher code as somebody with these permissions reads it: who has the whole of it can spend it. */
export function shownCode(code: string, held: readonly Permission[]): string {
  return held.includes('codes.change') ? code : `…${code.slice(-4)}`;
}

/** What the answer to a change shows: the order, customer … as it is then. */
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

/** These permissions, with those to read what their changes show (docs/behaviour/operations.md#api-keys). */
export function withReading(wanted: readonly Permission[]): readonly Permission[] {
  const shown = wanted.flatMap((one) => shownByChange[one] ?? []);
  return permissions.filter((one) => wanted.includes(one) || shown.includes(one));
}

/** The permissions of a role. */
export function permissionsOf(role: OperatorRole): readonly Permission[] {
  return permissionsByRole[role];
}
