import { fc, test } from '@fast-check/vitest';
import { describe, test as example, expect } from 'vitest';
import { addDays, calendarDay } from '#core/rules/basics/calendar.ts';
import {
  contentHold,
  endedByUse,
  isUsedSince,
  isUseToNote,
  legalProfiles,
  type NotedUse,
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
    'that is given out is paid for: no withdrawal before or after it brings the whole price back by itself',
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
      // A gift is only sold with the consent; the days of an older one on a card may be open for ever.
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
    'is withdrawn from by its noted uses as by all of its uses: a service, or a code without consent, by those of later days too',
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
      const noted = uses.reduce<NotedUse>(
        (before, at) => {
          if (!isUseToNote(purchaseAt(at), before, calendarDay(at))) return before;
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
  example.each([
    ['a course', bought, null],
    ['a course without confirmation', { ...bought, confirmed_at: null }, 'CONFIRMATION'],
    ['a course without consent', { ...bought, waived_at: null }, 'CONSENT'],
    [
      'a course without both on the last day',
      { ...bought, today: '2026-11-16', waived_at: null, confirmed_at: null },
      'CONSENT',
    ],
    [
      'a course without both after it',
      { ...bought, today: '2026-11-17', waived_at: null, confirmed_at: null },
      null,
    ],
    ['a gift without consent', { ...bought, kind: 'gift', waived_at: null }, 'CONSENT'],
    [
      'a gift on a card without confirmation after the days from the contract',
      { ...bought, kind: 'gift', is_shipped: true, confirmed_at: null, today: '2026-11-17' },
      'CONFIRMATION',
    ],
    [
      'a gift without confirmation after the last day',
      { ...bought, kind: 'gift', confirmed_at: null, today: '2026-11-17' },
      null,
    ],
    ['a membership', { ...bought, kind: 'membership', waived_at: null }, null],
    [
      'a membership that was not asked for early',
      { ...bought, kind: 'membership', early_start_requested_at: null },
      'EARLY_START',
    ],
    [
      'a membership without both',
      { ...bought, kind: 'membership', early_start_requested_at: null, confirmed_at: null },
      'EARLY_START',
    ],
    [
      'a membership without both after the last day',
      {
        ...bought,
        kind: 'membership',
        today: '2026-11-17',
        early_start_requested_at: null,
        confirmed_at: null,
      },
      null,
    ],
    [
      'a membership without confirmation',
      { ...bought, kind: 'membership', confirmed_at: null },
      'CONFIRMATION',
    ],
    ['the code of a box', { ...bought, kind: 'gift_box', waived_at: null, today: '2027-11-02' }, null],
    [
      'the code of a box without confirmation',
      { ...bought, kind: 'gift_box', confirmed_at: null, today: '2027-11-02' },
      'CONFIRMATION',
    ],
  ] as const)('of %s', (_, purchase, reason) => {
    expect(contentHold(purchase)).toBe(reason);
  });
});
