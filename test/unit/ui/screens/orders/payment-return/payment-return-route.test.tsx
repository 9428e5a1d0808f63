import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import PaymentReturnRoute from '#ui/screens/orders/payment-return/payment-return-route.tsx';

test.each([
  ['de', 'bis 00:05 Uhr'],
  ['en', 'until 00:05, Berlin time'],
] as const)('the page of a payment action names the end of the reservation: %s', async (locale, time) => {
  const order = {
    id: 'o1',
    state: 'awaiting_action',
    payment_action: {
      provider: 'mollie',
      expires_at: '2026-11-22T23:05:00.000Z',
      action: { kind: 'redirect', url: 'https://bank.example/' },
    },
  };
  const props = { loaderData: { order } } as unknown as ComponentProps<typeof PaymentReturnRoute>;
  const markup = await renderInShop(<PaymentReturnRoute {...props} />, {
    locale,
    route: '/checkout/return/o1',
  });
  expect(markup).toContain(time);
});
