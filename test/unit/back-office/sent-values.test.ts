import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { limitsShape, limitValues, noLimits, readLimits } from '#back-office/coupons/coupon-form.ts';
import { addressForm } from '#back-office/orders/address-form.ts';
import { shipForm } from '#back-office/orders/ship-form.ts';
import type { OperatorCoupon } from '#core/model/operator-coupon.ts';
import { cents } from '#core/rules/basics/money.ts';
import { vienna } from '#test/support/vienna.ts';
import { stubApi } from '#test/unit/back-office/support/stub-api.ts';

afterEach(() => vi.unstubAllGlobals());

/** Returns the body of the request that `send` makes. */
async function sentBy(send: () => unknown): Promise<unknown> {
  const requests = stubApi();
  await send();
  return requests[0]?.[1];
}

test('a parcel contains all remaining items unless fewer are chosen, without lines of 0 items', async () => {
  const lines = [
    { id: 'book', title: 'Book', left_to_send: 3 },
    { id: 'box', title: 'Box', left_to_send: 1 },
    { id: 'sent', title: 'Sent', left_to_send: 0 },
  ];
  const order = { id: 'o1', lines } as unknown as Parameters<typeof shipForm>[0];
  const { fields, defaultValues, send } = shipForm(order, 'p1', (_, { pieces, left }) => `${pieces}/${left}`);
  const names = ['pieces_book', 'pieces_box', 'carrier', 'tracking_code'];
  expect(fields.map(({ name }) => name)).toEqual(names);
  expect(defaultValues).toEqual({ carrier: 'dhl', tracking_code: '', pieces_book: '3', pieces_box: '1' });
  const all = { parcel_id: 'p1', carrier: 'dhl', tracking_code: null };
  expect(await sentBy(() => send(defaultValues as never))).toEqual({
    ...all,
    lines: [
      { line_id: 'book', quantity: 3 },
      { line_id: 'box', quantity: 1 },
    ],
  });
  const fewer = { ...defaultValues, pieces_book: '2', pieces_box: '0', tracking_code: 'AB-1234' };
  expect(await sentBy(() => send(fewer as never))).toEqual({
    ...all,
    tracking_code: 'AB-1234',
    lines: [{ line_id: 'book', quantity: 2 }],
  });
});

test('a changed delivery address keeps the country and sends the address that was shown', async () => {
  const seen = { ...vienna, company: 'Verlag', phone: null };
  const { defaultValues, send } = addressForm('o1', seen);
  expect(defaultValues).toMatchObject({ street: vienna.street, company: 'Verlag', phone: '' });
  const typed = { ...defaultValues, street: 'Andere Gasse', company: '' };
  expect(await sentBy(() => send(typed as never))).toEqual({
    ...{ ...seen, street: 'Andere Gasse', company: null },
    seen,
  });
});

test('the limits of a coupon are sent as they are shown, empty ones as null', () => {
  const limits = {
    ...{ first_day: '2026-12-01', last_day: '2026-12-24', total_limit: 100, per_customer_limit: 1 },
    minimum_subtotal: cents(4_990),
  };
  const bare = {
    ...{ first_day: null, last_day: null, total_limit: null, per_customer_limit: null },
    minimum_subtotal: null,
  };
  for (const coupon of [limits, bare])
    for (const locale of ['de', 'en'] as const)
      expect(readLimits(limitValues(coupon as OperatorCoupon, locale))).toEqual(coupon);
  expect(limitValues(bare as OperatorCoupon, 'de')).toEqual(noLimits);
  const accepts = (typed: object) => z.object(limitsShape).safeParse({ ...noLimits, ...typed }).success;
  const counts = ['', '1', '1000000', '0', '1000001', '-1', '1.5'].map((total_limit) =>
    accepts({ total_limit }),
  );
  expect(counts).toEqual([true, true, true, false, false, false, false]);
  const amounts = ['', '0,01', '0', '-5', 'zehn'].map((minimum_subtotal) => accepts({ minimum_subtotal }));
  expect(amounts).toEqual([true, true, false, false, false]);
});
