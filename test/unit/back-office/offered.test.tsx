import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { CustomersPage } from '#back-office/accounts/customers-page.tsx';
import { DeclarationActions } from '#back-office/consumer-rights/declaration-actions.tsx';
import { OrderActions } from '#back-office/orders/order-actions.tsx';
import { OrderLines } from '#back-office/orders/order-lines.tsx';
import { navigationFor, shortcutsFor } from '#back-office/shell/navigation.ts';
import { textOf } from '#test/support/render-in-shop.tsx';
import { buttonsIn, showScreen } from '#test/unit/back-office/support/show.tsx';

/** Renders a screen in English. */
const read = (element: ReactNode, more: { readonly loaded?: unknown; readonly address?: string } = {}) =>
  showScreen({ id: 'screen', element, loaded: null, locale: 'en', ...more });

const buttonsOf = async (element: ReactNode) => buttonsIn(await read(element));

const line = {
  ...{ id: 'l1', title: 'Box', price: 3000, discount: 100, is_shipped: true, quantity: 2, left_to_send: 1 },
};
const order = {
  ...{ id: 'o1', state: 'paid', fulfilment: 'open', parcels: [], shipping_address: {}, refunded: 899 },
  ...{ subtotal: 5000, discount: 300, shipping: 499, total: 5199, credit: 700, amount_due: 4499 },
  ...{ included_vat: 830, bundle_discounts: [{ title: 'Set' }], coupon_code: 'HELLO' },
  lines: [
    { ...line, refunded_quantity: 1, refunded_amount: 400 },
    { ...line, title: 'Pen', price: 2000, discount: 200, refunded_quantity: 0, refunded_amount: 0, id: 'l2' },
  ],
};

test('the actions of an order depend on its state and the permissions of the operator', async () => {
  const actionsOf = (changes: object, allowed = 'orders.') => {
    const change = { may: (permission: string) => permission.startsWith(allowed) } as never;
    return buttonsOf(<OrderActions order={{ ...order, ...changes } as never} change={change} />);
  };
  expect(await actionsOf({})).toEqual(['Ship', 'Refund', 'Change address']);
  expect(await actionsOf({ parcels: [{ lines: [] }] })).toEqual(['Ship', 'Refund']);
  // After a withdrawal nothing is left to send.
  expect(await actionsOf({ lines: [{ ...line, left_to_send: 0 }] })).toEqual(['Refund', 'Change address']);
  expect(await actionsOf({ fulfilment: 'shipped' })).toEqual(['Delivered', 'Refund']);
  expect(await actionsOf({ fulfilment: 'delivered' })).toEqual(['Refund']);
  expect(await actionsOf({ state: 'awaiting_payment' })).toEqual(['Money has arrived', 'Call off']);
  expect(await actionsOf({ state: 'expired' })).toEqual([]);
  const allBack = [{ ...line, refunded_quantity: 2 }];
  expect(await actionsOf({ state: 'refunded', lines: allBack })).toEqual(['Ship', 'Change address']);
  expect(await actionsOf({}, 'orders.ship')).toEqual(['Ship']);
  expect(await actionsOf({}, 'orders.change')).toEqual(['Change address']);
  expect(await actionsOf({}, 'orders.refund')).toEqual(['Refund']);
  for (const changes of [{}, { fulfilment: 'shipped' }, { state: 'awaiting_payment' }])
    expect(await actionsOf(changes, 'orders.read')).toEqual([]);
});

test('the lines and sums of an order are in euros and cents; sums of 0 are left out', async () => {
  const textWith = async (changes: object) =>
    textOf(await read(<OrderLines order={{ ...order, ...changes } as never} />));
  expect(await textWith({})).toBe(
    '2 × Box less €1.00 · 1 returned, €4.00 refunded €30.00 2 × Pen less €2.00 €20.00 Subtotal €50.00 ' +
      'Discount Set, HELLO −€3.00 Shipping €4.99 Total €51.99 Voucher or credit −€7.00 By payment €44.99 ' +
      'VAT included €8.30 Refunded −€8.99',
  );
  const nothing = { lines: [], discount: 0, shipping: 0, total: 0, credit: 0, included_vat: 0, refunded: 0 };
  expect(await textWith({ ...nothing, subtotal: 0, amount_due: 0 })).toBe('Total €0.00 VAT included €0.00');
});

test.each([
  ['GOODS_AWAITED', 'Goods are back'],
  ['USED_SINCE', 'Settle the use'],
  ['UNKNOWN_CODE', 'Carry out'],
])('a declaration that is open because of %s has its own button', async (open_reason, own) => {
  const declaration = { declared_code: 'MH-1', open_reason, kind: 'withdrawal' } as never;
  expect(await buttonsOf(<DeclarationActions declaration={declaration} />)).toEqual(['Refuse', own]);
});

test('links between pages of a list keep its filters, and Reset removes all of them', async () => {
  const customer = { id: '1', email: 'ada@example.org', name: '', is_confirmed: true, orders: 1 };
  const items = [{ ...customer, created_at: '2026-11-21T10:00:00Z' }];
  const linksAt = async (address: string, next: string | null) => {
    const markup = await read(<CustomersPage />, { loaded: { items, next, views: [] }, address });
    const links = [...markup.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)];
    return links.map(([, to = '', name = '']) => `${textOf(name)} ${to.replaceAll('&amp;', '&')}`);
  };
  const shown = 'ada@example.org /customers/1';
  expect(await linksAt('/customers?q=ada&after=5_a', '7_b')).toEqual([
    ...['Reset /customers', shown, 'First page /customers?q=ada', 'Next page /customers?q=ada&after=7_b'],
  ]);
  expect(await linksAt('/customers', null)).toEqual([shown]);
});

test('navigation and shortcuts contain only what the operator has permission for', () => {
  const pathsOf = (places: readonly { readonly path: string }[]) => places.map(({ path }) => path);
  expect(pathsOf(navigationFor(['orders.read', 'coupons.read']))).toEqual(['/', '/orders', '/coupons']);
  expect(pathsOf(shortcutsFor(['orders.read', 'coupons.read']))).toEqual(['/coupons/try']);
  expect(pathsOf(shortcutsFor(['coupons.change']))).toEqual(
    ['percent', 'fixed', 'free_shipping', 'free_product'].map((kind) => `/coupons/new?kind=${kind}`),
  );
});
