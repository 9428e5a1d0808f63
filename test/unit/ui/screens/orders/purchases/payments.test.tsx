import { expect, test } from 'vitest';
import type { PaymentRecord } from '#core/model/payment.ts';
import { germanPayment } from '#test/support/german-payment.ts';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import { Payments } from '#ui/screens/orders/purchases/payments.tsx';

const titleOf = async (payment: PaymentRecord, locale: 'de' | 'en') => {
  const payments = { items: [payment], number: 1, size: 5, total: 1 };
  const markup = await renderInShop(<Payments payments={payments} />, { locale });
  return /<h3[^>]*>(.*?)<\/h3>/.exec(markup)?.[1];
};

test('the title of an order in the other language is marked with it, the words around it are not', async () => {
  expect(await titleOf(germanPayment, 'en')).toBe('<span lang="de">Zeichnen lernen</span> and 2 more items');
  expect(await titleOf({ ...germanPayment, kind: 'refund' }, 'en')).toBe(
    'Refund: <span lang="de">Zeichnen lernen</span> and 2 more items',
  );
  expect(await titleOf(germanPayment, 'de')).toBe('<span>Zeichnen lernen</span> und 2 weitere Artikel');
});
