import { expect, test } from 'vitest';
import type { PaymentRecord } from '#core/model/payment.ts';
import { cents } from '#core/rules/basics/money.ts';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import { Payments } from '#ui/screens/orders/purchases/payments.tsx';

const german: PaymentRecord = {
  id: 'p1',
  kind: 'charge',
  date: '2026-11-22T12:00:00.000Z',
  order_code: 'MH-2026-000123',
  order_id: 'o1',
  title: 'Zeichnen lernen',
  language: 'de',
  picture: null,
  items: 3,
  amount: cents(9_900),
  credit: cents(0),
  method: null,
  state: 'paid',
  can_be_given: false,
  parcel: null,
  invoice_url: null,
};

const titleOf = async (payment: PaymentRecord, locale: 'de' | 'en') => {
  const payments = { items: [payment], number: 1, size: 5, total: 1 };
  const markup = await renderInShop(<Payments payments={payments} />, { locale });
  return /<h3[^>]*>(.*?)<\/h3>/.exec(markup)?.[1];
};

test('the title of an order in the other language is marked with it, the words around it are not', async () => {
  expect(await titleOf(german, 'en')).toBe('<span lang="de">Zeichnen lernen</span> and 2 more items');
  expect(await titleOf({ ...german, kind: 'refund' }, 'en')).toBe(
    'Refund: <span lang="de">Zeichnen lernen</span> and 2 more items',
  );
  expect(await titleOf(german, 'de')).toBe('<span>Zeichnen lernen</span> und 2 weitere Artikel');
});
