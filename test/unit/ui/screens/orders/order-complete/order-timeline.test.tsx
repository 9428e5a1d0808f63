import { expect, test } from 'vitest';
import type { Order } from '#core/model/order.ts';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import { OrderTimeline } from '#ui/screens/orders/order-complete/order-timeline.tsx';

test('the timeline of an order has days in Berlin, and text for open steps', async () => {
  const order = {
    ...{ created_at: '2026-11-20T23:30:00.000Z', completed_at: '2026-11-21T23:30:00.000Z' },
    ...{ fulfilment: 'open', products: [{ is_shipped: true }] },
    parcels: [
      {
        id: 'p',
        carrier: null,
        tracking_code: null,
        tracking_url: null,
        lines: [],
        sent_at: '2026-11-22T23:30:00.000Z',
      },
    ],
  } as unknown as Order;
  const markup = await renderInShop(<OrderTimeline order={order} />, { locale: 'en' });
  const steps = markup.split('<li').slice(1);
  expect(steps.map((step) => step.includes('(not yet)'))).toEqual([false, false, true, true, true]);
  expect(steps.map((step) => /\d+\u00a0November/.exec(step)?.[0])).toEqual([
    ...['21\u00a0November', '22\u00a0November', undefined, '23\u00a0November', undefined],
  ]);
});
