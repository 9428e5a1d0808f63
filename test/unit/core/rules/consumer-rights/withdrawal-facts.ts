import { fc } from '@fast-check/vitest';
import { type ProductKind, productKinds } from '#core/model/product.ts';
import { addDays } from '#core/rules/basics/calendar.ts';
import { legalProfiles, type WithdrawalFacts } from '#core/rules/consumer-rights/consumer-rights.ts';

/** Returns noon UTC of a day, in milliseconds. */
export const noon = (on: string) => Date.parse(`${on}T12:00:00Z`);

/** A course bought on a Monday; the day 14 days later is also a Monday. */
export const course: WithdrawalFacts = {
  kind: 'course',
  declared_at: noon('2026-11-02'),
  contract_on: '2026-11-02',
  is_renewal: false,
  is_shipped: false,
  shipped_on: null,
  delivered_on: null,
  waived_at: 1_000,
  early_start_requested_at: 1_000,
  confirmed_at: 2_000,
  opened_at: null,
  period: null,
  pieces_left: 1,
  pieces_unused: 1,
  pieces_used_since: 0,
};
export const book: WithdrawalFacts = { ...course, kind: 'book', is_shipped: true, waived_at: null };
export const pass: WithdrawalFacts = {
  ...course,
  kind: 'membership',
  period: { from: '2026-11-02', to: '2027-11-02' },
};

/** Returns whether a product is sent: all goods, and codes that are printed on a card. */
export const isSent = (of: ProductKind, isPrinted: boolean) =>
  legalProfiles[of].is_shipped || (isPrinted && (of === 'gift' || of === 'voucher'));

export const day = fc.nat(3000).map((days) => addDays('2024-01-01', days));
export const kind = fc.constantFrom<ProductKind>(...productKinds);
const moment = fc.option(fc.nat(10_000), { nil: null });

export const facts: fc.Arbitrary<WithdrawalFacts> = fc
  .record({
    kind,
    contract_on: day,
    after: fc.nat(60),
    is_renewal: fc.boolean(),
    isPrinted: fc.boolean(),
    shippedAfter: fc.option(fc.nat(20), { nil: null }),
    deliveredAfter: fc.option(fc.nat(10), { nil: null }),
    waived_at: moment,
    early_start_requested_at: moment,
    confirmed_at: moment,
    opened_at: moment,
    openedSince: fc.option(fc.integer({ min: 1, max: 9 }), { nil: null, freq: 3 }),
    pieces_left: fc.nat(3),
    used: fc.nat(3),
    since: fc.nat(3),
  })
  .map(({ after, shippedAfter, deliveredAfter, used, since, openedSince, isPrinted, ...known }) => {
    const declared_at = noon(addDays(known.contract_on, after));
    const shipped_on = shippedAfter === null ? null : addDays(known.contract_on, shippedAfter);
    return {
      ...known,
      is_shipped: isSent(known.kind, isPrinted),
      declared_at,
      opened_at: openedSince === null ? known.opened_at : declared_at + openedSince,
      shipped_on,
      delivered_on:
        shipped_on === null || deliveredAfter === null ? null : addDays(shipped_on, deliveredAfter),
      period: legalProfiles[known.kind].renews
        ? { from: known.contract_on, to: addDays(known.contract_on, 30) }
        : null,
      pieces_unused: Math.max(0, known.pieces_left - used),
      pieces_used_since: openedSince === null ? 0 : Math.min(since, Math.max(0, known.pieces_left - used)),
    };
  });
