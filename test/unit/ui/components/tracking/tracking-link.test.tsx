import { expect, test } from 'vitest';
import type { Parcel } from '#core/model/parcel.ts';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import { TrackingLink } from '#ui/components/tracking/tracking-link.tsx';

const parcel: Parcel = {
  id: 'parcel',
  sent_at: '2026-11-21T10:00:00.000Z',
  lines: [],
  carrier: 'dpd',
  tracking_code: '01905-77',
  tracking_url: 'https://tracking.dpd.example/01905-77',
};
const render = (changes: Partial<Parcel>) =>
  renderInShop(<TrackingLink parcel={{ ...parcel, ...changes }} />, { locale: 'de' });

test('a parcel links to its carrier without a referrer', async () => {
  const html = await render({});
  expect(html).toContain('href="https://tracking.dpd.example/01905-77"');
  expect(html).toContain('rel="noopener noreferrer"');
  expect(html).toContain('01905-77 bei DPD');
});

test('a parcel of an unknown carrier shows its number, and nothing without one', async () => {
  expect(await render({ tracking_url: null })).toBe('01905-77');
  expect(await render({ carrier: null })).toBe('01905-77');
  expect(await render({ tracking_code: null, tracking_url: null, carrier: null })).toBe('');
});
