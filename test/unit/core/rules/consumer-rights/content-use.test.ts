import { fc, test } from '@fast-check/vitest';
import { describe, test as example, expect } from 'vitest';
import { addDays, calendarDay } from '#core/rules/basics/calendar.ts';
import {
  contentHold,
  endedByUse,
  isUsedSince,
  legalProfiles,
  mustRecordUse,
  type RecordedUse,
  validateWithdrawal,
  withdrawalEnd,
} from '#core/rules/consumer-rights/consumer-rights.ts';
import { runs } from '#test/run-length.ts';
import { course, facts, noon } from './withdrawal-facts.ts';

describe('content', () => {
  const instants = fc.option(fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2032-04-01') }), {
    nil: null,
  });

  test.prop([facts, instants, instants, instants, fc.nat(40), fc.integer({ min: -40, max: 20 })], {
    numRuns: runs(1_000),
  })(
    'that was opened is paid for: no withdrawal before or after it refunds the whole price automatically',
    (known, waived_at, early_start_requested_at, confirmed_at, opens, later) => {
      fc.pre(!legalProfiles[known.kind].is_shipped && !known.is_renewal && known.kind !== 'voucher');
      const today = addDays(known.contract_on, opens);
      const opened_at = Date.parse(`${today}T12:00:00Z`);
      const asked = [waived_at, early_start_requested_at, confirmed_at].map((at) =>
        at === null ? null : Math.min(at, opened_at),
      );
      const purchase = {
        ...known,
        waived_at: asked[0] ?? null,
        early_start_requested_at: asked[1] ?? null,
        confirmed_at: asked[2] ?? null,
        pieces_left: 1,
        pieces_unused: 1,
      };
      // A gift is only sold with the consent; the period of an older one on a card may never end.
      fc.pre(!known.is_shipped || purchase.waived_at !== null);
      fc.pre(contentHold({ ...purchase, today }) === null);
      const declared_at = noon(addDays(today, Math.max(later, -opens)));
      const use = { ...purchase, declared_at, opened_at, redeemed_at: opened_at };
      const declared = {
        ...use,
        pieces_unused: endedByUse(use.kind, use) ? 0 : 1,
        pieces_used_since: isUsedSince({ opened_at, last_used_at: null }, declared_at) ? 1 : 0,
      };
      const checked = validateWithdrawal(declared);
      if (checked.ok) expect(checked.value.share.numerator).toBeLessThan(checked.value.share.denominator);
    },
  );

  const hour = 3_600_000;
  const hours = fc.integer({ min: 0, max: 30 * 24 }).map((count) => count * hour);
  const never = fc.option(hours, { nil: null });

  test.prop([facts, fc.boolean(), never, never, hours, fc.array(hours, { minLength: 1, maxLength: 6 })], {
    numRuns: runs(1_000),
  })(
    'has the same right of withdrawal by its recorded uses as by all uses; of a service, or a code without consent, by those of later days',
    (known, hasConsent, asked, confirmed, declared, used) => {
      const { kind: of } = known;
      fc.pre(!legalProfiles[of].is_shipped && !known.is_renewal && of !== 'voucher');
      const { waiver_key, is_paid_pro_rata } = legalProfiles[of].withdrawal;
      const began = noon(known.contract_on);
      const declared_at = began + declared;
      const purchaseAt = (at: number) => ({
        ...known,
        waived_at: hasConsent ? began : null,
        early_start_requested_at: asked !== null && began + asked <= at ? began + asked : null,
        confirmed_at: confirmed !== null && began + confirmed <= at ? began + confirmed : null,
      });
      const uses = used
        .map((after) => began + after)
        .toSorted((one, other) => one - other)
        .filter((at) => contentHold({ ...purchaseAt(at), today: calendarDay(at) }) === null);
      const noted = uses.reduce<RecordedUse>(
        (before, at) => {
          if (!mustRecordUse(purchaseAt(at), before, calendarDay(at))) return before;
          return before.opened_at === null
            ? { opened_at: at, last_used_at: null }
            : { opened_at: before.opened_at, last_used_at: at };
        },
        { opened_at: null, last_used_at: null },
      );
      const { opened_at } = noted;
      const purchase = { ...purchaseAt(began + 60 * 24 * hour), declared_at, opened_at };
      const isEnded =
        opened_at !== null && endedByUse(of, { ...purchase, opened_at, redeemed_at: opened_at });
      const facts = {
        ...purchase,
        pieces_left: 1,
        pieces_unused: isEnded ? 0 : 1,
        pieces_used_since: isUsedSince(noted, declared_at) ? 1 : 0,
      };
      const checked = validateWithdrawal(facts);
      const end = withdrawalEnd(facts);
      const isRefused = !checked.ok && checked.error !== 'USED_SINCE';
      const isOver = end !== null && calendarDay(declared_at) > end;
      // Of an old gift on a card without consent no use ends the right (§ 357a (3) BGB).
      const neverEnds = is_paid_pro_rata || (waiver_key === 'code' && !hasConsent);
      expect(isRefused).toBe(isOver || (!neverEnds && uses.some((at) => at <= declared_at)));
      if (isRefused) return;
      const since = uses.filter((at) => at > declared_at);
      const ofLaterDays = since.filter((at) => calendarDay(at) > calendarDay(declared_at));
      if (!checked.ok) expect(since).not.toEqual([]);
      else expect(neverEnds ? ofLaterDays : since).toEqual([]);
    },
  );

  const bought = { ...course, today: '2026-11-02' };
  const bare = { ...bought, waived_at: null, confirmed_at: null };
  const lateGift = { ...bought, kind: 'gift', confirmed_at: null, today: '2026-11-17' } as const;
  const membership = { ...bought, kind: 'membership' } as const;
  const bareMembership = { ...membership, early_start_requested_at: null, confirmed_at: null };
  const box = { ...bought, kind: 'gift_box', today: '2027-11-02' } as const;
  example.each([
    ['a course', bought, null],
    ['a course without confirmation', { ...bought, confirmed_at: null }, 'CONFIRMATION'],
    ['a course without consent', { ...bought, waived_at: null }, 'CONSENT'],
    ['a course without both on the last day', { ...bare, today: '2026-11-16' }, 'CONSENT'],
    ['a course without both after it', { ...bare, today: '2026-11-17' }, null],
    ['a gift without consent', { ...bought, kind: 'gift', waived_at: null }, 'CONSENT'],
    ['an unconfirmed gift on a card after the last day', { ...lateGift, is_shipped: true }, 'CONFIRMATION'],
    ['an unconfirmed gift after the last day', lateGift, null],
    ['a membership', { ...membership, waived_at: null }, null],
    ['a membership without an early start', { ...membership, early_start_requested_at: null }, 'EARLY_START'],
    ['a membership without both', bareMembership, 'EARLY_START'],
    ['a membership without both after the last day', { ...bareMembership, today: '2026-11-17' }, null],
    ['a membership without confirmation', { ...membership, confirmed_at: null }, 'CONFIRMATION'],
    ['the code of a box', { ...box, waived_at: null }, null],
    ['the code of a box without confirmation', { ...box, confirmed_at: null }, 'CONFIRMATION'],
  ] as const)('of %s', (_, purchase, reason) => {
    expect(contentHold(purchase)).toBe(reason);
  });
});
