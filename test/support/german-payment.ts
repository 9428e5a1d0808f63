import type { PaymentRecord } from '#core/model/payment.ts';
import { cents } from '#core/rules/basics/money.ts';

/** A payment for an order of three items, in German. */
export const germanPayment: PaymentRecord = {
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
