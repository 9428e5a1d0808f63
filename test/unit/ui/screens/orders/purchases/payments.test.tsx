import { expect, test } from 'vitest';
import type { PaymentRecord } from '#core/model/payment.ts';
import { cents } from '#core/rules/basics/money.ts';
import { germanPayment } from '#test/support/german-payment.ts';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import { Payments } from '#ui/screens/orders/purchases/payments.tsx';

const shown = (payment: PaymentRecord, locale: 'de' | 'en' = 'en') =>
  renderInShop(<Payments payments={{ items: [payment], number: 1, size: 5, total: 1 }} />, { locale });

const titleOf = async (payment: PaymentRecord, locale: 'de' | 'en') => {
  const markup = await shown(payment, locale);
  return /<h3[^>]*>(.*?)<\/h3>/.exec(markup)?.[1];
};

test('the title of an order in the other language is marked with it, the words around it are not', async () => {
  expect(await titleOf(germanPayment, 'en')).toBe('<span lang="de">Zeichnen lernen</span> and 2 more items');
  expect(await titleOf({ ...germanPayment, kind: 'refund' }, 'en')).toBe(
    'Refund: <span lang="de">Zeichnen lernen</span> and 2 more items',
  );
  expect(await titleOf(germanPayment, 'de')).toBe('<span>Zeichnen lernen</span> und 2 weitere Artikel');
});

test('the amount of a payment includes credit, and each payment method that was used is named', async () => {
  const amount = cents(9_900);
  const page = { kind: 'provider_page', brand: null, last_four: null, label: 'PayNow' } as const;
  const both = await shown({ ...germanPayment, amount, credit: cents(100), method: page });
  for (const part of ['€100.00', 'PayNow + ', '€1.00']) expect(both).toContain(part);
  const alone = await shown({ ...germanPayment, amount: cents(0), credit: cents(100), method: page });
  expect(alone).not.toContain('PayNow');
});

test('an order has links to its page and the withdrawal, its refund has none', async () => {
  const links = async (payment: PaymentRecord) =>
    [...(await shown(payment)).matchAll(/href="([^"]*)"/g)].map(([, to = '']) => to.replace(/\?.*/, ''));
  expect(await links(germanPayment)).toEqual(['/en/checkout/complete/o1', '/en/widerrufsbelehrung']);
  expect(await links({ ...germanPayment, kind: 'refund' })).toEqual([]);
});

test.each([
  ['open', 0, 'We are packing your parcel.'],
  ['open', 1, 'Part of it is on its way'],
  ['shipped', 2, 'Your parcel is on its way'],
  ['none', 0, null],
] as const)('the state of goods that are %s in %i parcels has its text', async (fulfilment, count, text) => {
  const parcels = Array.from({ length: count }, (_, index) => ({
    ...{ id: `parcel-${index}`, carrier: null, tracking_code: null, tracking_url: null, lines: [] },
    sent_at: '2026-11-23T12:00:00.000Z',
  }));
  const markup = await shown({ ...germanPayment, parcel: { fulfilment, parcels } });
  if (text === null) expect(markup).not.toContain('arcel');
  else expect(markup).toContain(text);
});
