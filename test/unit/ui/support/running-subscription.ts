import type { Subscription } from '#core/model/subscription.ts';
import { cents } from '#core/rules/basics/money.ts';

/** A membership for a year that renews, with unused months to refund. */
export const runningSubscription: Subscription = {
  id: 's1',
  contract_code: 'ABCDEFGHJK',
  product: { id: 'p1', kind: 'membership', slug: 'pass', title: 'Master pass', picture: 'pass' },
  status: 'active',
  price: cents(18_000),
  period_months: 12,
  renews: true,
  started_on: '2026-01-10',
  paid_from: '2026-01-10',
  paid_until: '2027-01-09',
  next_charge: { day: '2027-01-10', amount: cents(18_000) },
  payment_method: null,
  cancelled_at: null,
  ends_on: null,
  ended_at: null,
  on_cancel: { ends_on: '2026-12-09', refund: cents(1_500) },
  can_resume: false,
};
