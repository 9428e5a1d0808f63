import fc from 'fast-check';
import { type Subscription, subscriptionStatuses } from '#core/model/subscription.ts';
import { addDays } from '#core/rules/basics/calendar.ts';
import { dueDay } from '#core/rules/subscriptions/subscription-terms.ts';
import { calendarDay, instant } from './arbitrary-calendar.ts';
import { unitPrice } from './arbitrary-product.ts';

/**
 * Generates a membership or monthly subscription in one of its first five periods. Half of them are
 * cancelled.
 */
export const subscription: fc.Arbitrary<Subscription> = fc
  .record({
    id: fc.uuid(),
    kind: fc.constantFrom('membership', 'subscription'),
    status: fc.constantFrom(...subscriptionStatuses),
    price: unitPrice,
    started_on: calendarDay,
    period: fc.nat(4),
    cancelled_at: fc.option(instant, { freq: 2 }),
    renews: fc.boolean(),
  })
  .map(({ kind, period, ...rest }) => {
    const months = kind === 'membership' ? 12 : 1;
    const next = dueDay(rest.started_on, months, period + 1);
    const paid_until = addDays(next, -1);
    const isCancelled = rest.cancelled_at !== null;
    return {
      ...rest,
      contract_code: 'MH-2026-000123',
      product: { id: kind, kind, slug: kind, title: kind, picture: kind },
      period_months: months,
      paid_from: dueDay(rest.started_on, months, period),
      paid_until,
      next_charge: isCancelled ? null : { day: next, amount: rest.price },
      payment_method: null,
      ends_on: isCancelled ? paid_until : null,
      ended_at: null,
      on_cancel: isCancelled ? null : { ends_on: paid_until, refund: rest.price },
      can_resume: isCancelled,
    };
  });
