import { fc, test } from '@fast-check/vitest';
import { describe, test as example, expect } from 'vitest';
import { productKinds } from '#core/model/product.ts';
import { addDays, calendarDay } from '#core/rules/basics/calendar.ts';
import { isWorkingDayEverywhere } from '#core/rules/basics/working-days.ts';
import {
  endedByUse,
  isUsedSince,
  legalProfiles,
  validateWithdrawal,
  type WithdrawalFacts,
  withdrawalEnd,
} from '#core/rules/consumer-rights/consumer-rights.ts';
import { runs } from '#test/run-length.ts';
import { book, course, day, facts, isSent, kind, noon, pass } from './withdrawal-facts.ts';

describe('a withdrawal', () => {
  test.prop([facts], { numRuns: runs(500) })(
    'is granted within the period, and refused only for the reasons of the law',
    (known) => {
      const checked = validateWithdrawal(known);
      const end = withdrawalEnd(known);
      const isInTime = end === null || calendarDay(known.declared_at) <= end;
      if (checked.ok) {
        expect(isInTime && !known.is_renewal && known.pieces_unused > 0).toBe(true);
        const { numerator, denominator } = checked.value.share;
        expect(numerator).toBeGreaterThanOrEqual(0);
        expect(numerator).toBeLessThanOrEqual(denominator);
        const isPaid = legalProfiles[known.kind].renews && known.early_start_requested_at !== null;
        if (!isPaid) expect(numerator).toBe(denominator);
        const isGoods = legalProfiles[known.kind].is_shipped;
        expect(checked.value.pieces, 'pieces that nobody used since').toBe(
          known.pieces_unused - (isGoods ? 0 : known.pieces_used_since),
        );
        expect(checked.value.pieces).toBeGreaterThan(0);
        expect(checked.value.money).toBe(isGoods && known.shipped_on !== null ? 'on_return' : 'at_once');
        return;
      }
      const { waived_at, confirmed_at, opened_at, declared_at } = known;
      const reasons = {
        USED_SINCE: isInTime && known.pieces_used_since === known.pieces_unused,
        RENEWAL: known.is_renewal,
        ALREADY_BACK: known.pieces_left === 0,
        USED: known.pieces_left > 0 && known.pieces_unused === 0,
        PERIOD_OVER: !isInTime,
        LAPSED:
          known.kind === 'course' &&
          waived_at !== null &&
          confirmed_at !== null &&
          opened_at !== null &&
          opened_at <= declared_at &&
          opened_at >= waived_at &&
          opened_at >= confirmed_at,
      };
      expect(reasons[checked.error]).toBe(true);
    },
  );

  test.prop([kind, day, fc.nat(20), fc.boolean()], { numRuns: runs(300) })(
    'may be declared until day 14 or the next working day, and not later',
    (of, contract_on, transit, isPrinted) => {
      const delivered_on = addDays(contract_on, transit);
      const is_shipped = isSent(of, isPrinted);
      const event = is_shipped ? delivered_on : contract_on;
      const known = {
        ...course,
        kind: of,
        is_shipped,
        waived_at: null,
        contract_on,
        shipped_on: contract_on,
        delivered_on,
      };
      const end = withdrawalEnd(known) ?? '';
      expect(end >= addDays(event, 14)).toBe(true);
      expect(isWorkingDayEverywhere(end)).toBe(true);
      for (let between = addDays(event, 14); between < end; between = addDays(between, 1)) {
        expect(isWorkingDayEverywhere(between)).toBe(false);
      }
      expect(validateWithdrawal({ ...known, declared_at: noon(end) }).ok).toBe(true);
      expect(validateWithdrawal({ ...known, declared_at: noon(addDays(end, 1)) })).toEqual({
        ok: false,
        error: 'PERIOD_OVER',
      });
    },
  );

  example('of goods without a recorded delivery is never too late', () => {
    expect(withdrawalEnd(book)).toBeNull();
    const late = { ...book, declared_at: noon('2028-01-01') };
    expect(validateWithdrawal(late)).toMatchObject({ ok: true, value: { money: 'at_once' } });
    const sent = { ...late, shipped_on: '2026-11-03' };
    expect(validateWithdrawal(sent)).toMatchObject({ ok: true, value: { money: 'on_return' } });
  });

  example.each(['gift', 'voucher'] as const)(
    'of a %s on a card is never too late before its delivery, and paid without a return',
    (kind) => {
      const card = {
        ...course,
        kind,
        is_shipped: true,
        shipped_on: '2026-11-03',
        declared_at: noon('2027-06-01'),
      };
      const granted = { ok: true, value: { money: 'at_once' } };
      expect(validateWithdrawal(card)).toMatchObject(granted);
      expect(validateWithdrawal({ ...card, is_shipped: false })).toEqual({ ok: false, error: 'PERIOD_OVER' });
      const arrived = { ...card, delivered_on: '2027-05-18' };
      expect(validateWithdrawal(arrived)).toMatchObject(granted);
      expect(validateWithdrawal({ ...arrived, delivered_on: '2027-05-17' })).toMatchObject({ ok: false });
    },
  );

  example.each([
    ['no consent', { waived_at: null, opened_at: 3_000 }, true],
    ['no confirmation', { confirmed_at: null, opened_at: 3_000 }, true],
    ['no play', { opened_at: null }, true],
    ['a play before the confirmation', { opened_at: 1_500 }, true],
    ['a play after both', { opened_at: 2_000 }, false],
  ] as const)('of a course with %s', (_, changes, isGranted) => {
    const checked = validateWithdrawal({ ...course, ...changes });
    expect(checked.ok).toBe(isGranted);
    if (!checked.ok) expect(checked.error).toBe('LAPSED');
  });

  example.each([
    ['a course', course, 'LAPSED'],
    ['a membership, asked for early', pass, null],
    ['a membership', { ...pass, early_start_requested_at: null }, null],
    ['a gift', { ...course, kind: 'gift' } as const, null],
  ])(
    'of %s that was opened later is decided by an operator, from one millisecond on',
    (_, bought, before) => {
      const opened = (later: number) => {
        const opened_at = bought.declared_at + later;
        const since = isUsedSince({ opened_at, last_used_at: null }, bought.declared_at);
        const checked = validateWithdrawal({ ...bought, opened_at, pieces_used_since: since ? 1 : 0 });
        return checked.ok ? null : checked.error;
      };
      expect([opened(0), opened(1)]).toEqual([before, 'USED_SINCE']);
    },
  );

  example('of a box whose code was opened later is paid on its return, as of any goods', () => {
    const box = { ...book, kind: 'gift_box', shipped_on: '2026-11-02', pieces_used_since: 1 } as const;
    expect(validateWithdrawal(box)).toMatchObject({ ok: true, value: { money: 'on_return' } });
  });

  example('of a membership is paid by the days that are left, one fewer when something was opened', () => {
    const share = (declared_on: string, changes: Partial<WithdrawalFacts> = {}) => {
      const checked = validateWithdrawal({ ...pass, ...changes, declared_at: noon(declared_on) });
      return checked.ok ? checked.value.share.numerator : null;
    };
    const opened = { opened_at: 3_000 };
    expect([share('2026-11-02'), share('2026-11-02', opened)]).toEqual([365, 364]);
    expect([share('2026-11-12'), share('2026-11-12', opened)]).toEqual([355, 354]);
    expect(share('2026-11-17', opened)).toBeNull();
    const asked = { ...opened, early_start_requested_at: Date.parse('2026-11-10T09:00:00Z') };
    expect([share('2026-11-12', asked), share('2026-11-10', asked)]).toEqual([362, 364]);
    expect(share('2026-11-12', { ...opened, early_start_requested_at: null })).toBe(1);
  });

  example.each([
    ['no consent', { waived_at: null }, false],
    ['no confirmation', { confirmed_at: null }, false],
    ['redeemed before the confirmation, and not opened', { redeemed_at: 1_500 }, false],
    ['redeemed before the confirmation, opened after it', { redeemed_at: 1_500, opened_at: 2_000 }, true],
    ['redeemed after both', { redeemed_at: 2_000 }, true],
    ['redeemed with the declaration', { redeemed_at: 4_000 }, true],
    ['redeemed after the declaration', { redeemed_at: 4_001 }, false],
    ['redeemed before the declaration, and opened after it', { opened_at: 4_001 }, false],
  ])('of a gift that was %s', (_, changes, isOver) => {
    const use = {
      declared_at: 4_000,
      waived_at: 1_000,
      confirmed_at: 2_000,
      opened_at: null,
      redeemed_at: 3_000,
      ...changes,
    };
    expect(endedByUse('gift', use)).toBe(isOver);
    for (const other of productKinds.filter((one) => one !== 'gift'))
      expect(endedByUse(other, use)).toBe(false);
  });
});
