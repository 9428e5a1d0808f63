import { expect, test } from 'vitest';
import type { OperatorOrder } from '#api/orders/operator-order-models.ts';
import { timelineOf } from '#back-office/orders/timeline-entries.ts';
import { safeDestination } from '#back-office/session/safe-destination.ts';

const at = (minute: number) => `2026-11-21T10:0${minute}:00.000Z`;
const nothing = { late_payments: [], invoices: [], codes: [], declarations: [] };

test('the timeline of an order has all its events, newest first', () => {
  const order = {
    ...nothing,
    events: [
      { at: at(0), from: null, to: 'draft', cause: 'buyer' },
      { at: at(1), from: 'draft', to: 'paid', cause: 'gateway' },
    ],
    parcels: [
      {
        sent_at: at(2),
        carrier: 'post_at',
        tracking_code: '98-1',
        lines: [{ quantity: 2, title: 'Das Buch vom Messen' }],
      },
    ],
    payments: [{ started_at: at(0), settled_at: at(1), state: 'charged', key: 'K-1', amount: 500 }],
    disputes: [{ at: at(6), kind: 'dispute_opened', transaction_id: 'T-1', amount: 500 }],
    refunds: [
      { created_at: at(3), settled_at: at(4), state: 'refunded', key: 'R', amount: 200, credit: 50 },
      { created_at: at(5), settled_at: null, state: 'open', key: 'R2', amount: 250, credit: 0 },
    ],
    mails: [
      { sent_at: at(2), failed_at: null, template: 'order', recipient: 'a@example.org' },
      { sent_at: null, failed_at: null, template: 'refund', recipient: 'a@example.org' },
    ],
    changes: [
      { at: at(1), actor: 'Nora', action: 'order.address_changed' },
      { at: at(3), actor: 'Nora', action: 'order.noted' },
    ],
  } as unknown as OperatorOrder;
  expect(timelineOf(order).map(({ kind, name, amount }) => [kind, name, amount])).toEqual([
    ['dispute', 'dispute_opened', 500],
    ['refund', 'decided', 250],
    ['refund', 'refunded', 250],
    ['refund', 'decided', 250],
    ['mail', 'order', null],
    ['parcel', '2 × Das Buch vom Messen', null],
    ['change', 'order.address_changed', null],
    ['payment', 'charged', 500],
    ['order', 'paid', null],
    ['order', 'draft', null],
  ]);
});

test.each([
  ['/orders/5?x=1', '/orders/5?x=1'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['/login?to=/login', '/'],
  [null, '/'],
])('after a login, the destination %s leads to %s', (requested, reached) => {
  expect(safeDestination(requested)).toBe(reached);
});
