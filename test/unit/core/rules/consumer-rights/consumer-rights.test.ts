import { fc, test } from '@fast-check/vitest';
import { describe, test as example, expect } from 'vitest';
import { type ProductKind, productKinds } from '#core/model/product.ts';
import { addDays, calendarDay } from '#core/rules/basics/calendar.ts';
import { cents } from '#core/rules/basics/money.ts';
import { vatRate } from '#core/rules/basics/vat-rates.ts';
import { isWorkingDay, isWorkingDayEverywhere } from '#core/rules/basics/working-days.ts';
import { vatShares } from '#core/rules/carts/vat.ts';
import {
  contentHold,
  endedByUse,
  includedVat,
  isUsedSince,
  isUseToNote,
  legalProfiles,
  type NotedUse,
  needsWaiver,
  offersEarlyStart,
  quantityLimit,
  validateWithdrawal,
  type WithdrawalFacts,
  waiverKeys,
  withdrawalEnd,
} from '#core/rules/consumer-rights/consumer-rights.ts';
import { productKind } from '#test/arbitraries/arbitrary-product.ts';
import { runs } from '#test/run-length.ts';

describe('the legal profile of', () => {
  test.each<[ProductKind, number, boolean, string, string | null, boolean, boolean, number | null]>([
    // Columns: kind, VAT rate, shipped, start of the withdrawal period, waiver, fixed price, renews, quantity
    // limit
    ['course', 19, false, 'contract', 'digital_content', false, false, 1],
    ['book', 7, true, 'delivery', null, true, false, null],
    ['gift', 19, false, 'contract', 'code', false, false, null],
    ['voucher', 0, false, 'contract', null, false, false, null],
    ['gift_box', 19, true, 'delivery', null, false, false, null],
    ['membership', 19, false, 'contract', null, false, true, 1],
    ['subscription', 19, false, 'contract', null, false, true, 1],
  ])('%s', (kind, vat_rate, is_shipped, starts_with, waiver_key, is_fixed_price, renews, max_quantity) => {
    expect(vatRate(legalProfiles[kind].vat_class, 'DE')).toBe(vat_rate);
    expect(legalProfiles[kind]).toMatchObject({
      is_shipped,
      withdrawal: { days: 14, starts_with, waiver_key, is_paid_pro_rata: renews },
      is_fixed_price,
      renews,
      max_quantity,
    });
  });

  test('goods say parcel, codes mail, the rest at once', () => {
    const notes = Object.fromEntries(productKinds.map((kind) => [kind, legalProfiles[kind].delivery_note]));
    expect(notes).toEqual({
      course: 'at_once',
      book: 'parcel',
      gift: 'by_mail',
      voucher: 'by_mail',
      gift_box: 'parcel',
      membership: 'at_once',
      subscription: 'at_once',
    });
  });
});

describe('VAT', () => {
  test.prop([productKind, fc.constantFrom(null, 'DE', 'AT', 'FR')])(
    'is German inside the EU and while the country is unknown',
    (kind, country) => {
      expect(vatRate(legalProfiles[kind].vat_class, country)).toBe(
        vatRate(legalProfiles[kind].vat_class, 'DE'),
      );
    },
  );

  test.prop([productKind])('is none in Switzerland', (kind) => {
    expect(vatRate(legalProfiles[kind].vat_class, 'CH')).toBe(0);
  });

  test.each([
    [11_900, 19, 1900],
    [10_000, 19, 1597],
    [1070, 7, 70],
    [5000, 0, 0],
    [0, 19, 0],
    [-11_900, 19, -1900],
  ])('contained in %i at %i %% is %i', (gross, rate, expected) => {
    expect(includedVat(cents(gross), rate)).toBe(expected);
  });

  test.prop([fc.nat(100_000_000), fc.constantFrom(0, 7, 19)], { numRuns: runs(300) })(
    'is round(gross × rate ÷ (100 + rate))',
    (gross, rate) => {
      expect(includedVat(cents(gross), rate)).toBe(Math.round((gross * rate) / (100 + rate)));
    },
  );

  const book = { kind: 'book', is_shipped: true, price: cents(3000), discount: cents(0) } as const;
  const box = { kind: 'gift_box', is_shipped: true, price: cents(2000), discount: cents(1000) } as const;
  const course = { kind: 'course', is_shipped: false, price: cents(9900), discount: cents(0) } as const;

  test('of shipping follows what is shipped, by its value after discounts', () => {
    expect(vatShares([book, box, course], cents(400), 'AT')).toEqual([
      { rate: 19, gross: 1000 + 100 + 9900, vat: includedVat(cents(11_000), 19) },
      { rate: 7, gross: 3300, vat: includedVat(cents(3300), 7) },
    ]);
  });

  test('of shipping what a coupon made free follows its price before', () => {
    expect(vatShares([{ ...book, discount: cents(3000) }, course], cents(499), 'AT')).toEqual([
      { rate: 19, gross: 9900, vat: 1581 },
      { rate: 7, gross: 499, vat: 33 },
    ]);
  });

  test.each([
    ['AT', 19],
    ['CH', 0],
  ])('of a parcel without value to %s is at %i %%', (country, rate) => {
    expect(vatShares([{ ...book, price: cents(0) }], cents(499), country)).toMatchObject([
      { rate, gross: 499 },
    ]);
  });
});

describe('limits and consent', () => {
  test.prop([productKind, fc.option(fc.integer({ min: 1, max: 20 }))])(
    'a limit is the lower of kind and catalogue',
    (kind, catalogue) => {
      const own = legalProfiles[kind].max_quantity;
      const limit = quantityLimit(kind, catalogue);
      if (own === null && catalogue === null) expect(limit).toBeNull();
      else
        expect(limit).toBe(Math.min(own ?? Number.POSITIVE_INFINITY, catalogue ?? Number.POSITIVE_INFINITY));
    },
  );

  test('consent to lose the right of withdrawal is asked for courses and codes', () => {
    expect(productKinds.filter((kind) => needsWaiver([kind]))).toEqual(['course', 'gift']);
    expect(waiverKeys(['voucher', 'gift', 'course'])).toEqual(['digital_content', 'code']);
    expect(productKinds.filter((kind) => offersEarlyStart([kind]))).toEqual(['membership', 'subscription']);
    expect(needsWaiver(['book', 'course'])).toBe(true);
    expect(needsWaiver([])).toBe(false);
  });
});

/** Noon of a day in Greenwich, in milliseconds. */
const noon = (on: string) => Date.parse(`${on}T12:00:00Z`);

/** A course bought on a Monday; the day 14 days later is also a Monday. */
const course: WithdrawalFacts = {
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
const book: WithdrawalFacts = { ...course, kind: 'book', is_shipped: true, waived_at: null };
const pass: WithdrawalFacts = {
  ...course,
  kind: 'membership',
  period: { from: '2026-11-02', to: '2027-11-02' },
};

/** Goods are sent, and codes that are printed on a card. */
const isSent = (of: ProductKind, isPrinted: boolean) =>
  legalProfiles[of].is_shipped || (isPrinted && (of === 'gift' || of === 'voucher'));

const day = fc.nat(3000).map((days) => addDays('2024-01-01', days));
const kind = fc.constantFrom<ProductKind>(...productKinds);
const moment = fc.option(fc.nat(10_000), { nil: null });

const facts: fc.Arbitrary<WithdrawalFacts> = fc
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

describe('a withdrawal', () => {
  test.prop([facts], { numRuns: runs(500) })(
    'within the period is refused for reasons the law knows only',
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
    'may be declared through day 14 and the days off behind it, and no longer',
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

  example('of goods whose delivery nobody has noted is never too late', () => {
    expect(withdrawalEnd(book)).toBeNull();
    const late = { ...book, declared_at: noon('2028-01-01') };
    expect(validateWithdrawal(late)).toMatchObject({ ok: true, value: { money: 'at_once' } });
    const sent = { ...late, shipped_on: '2026-11-03' };
    expect(validateWithdrawal(sent)).toMatchObject({ ok: true, value: { money: 'on_return' } });
  });

  example.each(['gift', 'voucher'] as const)(
    'of a %s on a card is never too late before it has arrived, and paid without sending it back',
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

  example('of goods that have left is paid once they are back', () => {
    const sent = { ...book, shipped_on: '2026-11-03', declared_at: noon('2026-11-04') };
    expect(validateWithdrawal(sent)).toMatchObject({ ok: true, value: { money: 'on_return' } });
  });

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
  ])('of %s that was opened later is for an operator, from the next millisecond on', (_, bought, before) => {
    const opened = (later: number) => {
      const opened_at = bought.declared_at + later;
      const since = isUsedSince({ opened_at, last_used_at: null }, bought.declared_at);
      const checked = validateWithdrawal({ ...bought, opened_at, pieces_used_since: since ? 1 : 0 });
      return checked.ok ? null : checked.error;
    };
    expect([opened(0), opened(1)]).toEqual([before, 'USED_SINCE']);
  });

  example('of a box whose code was opened later is paid once it is back, as of any goods', () => {
    const box = {
      ...book,
      kind: 'gift_box',
      shipped_on: '2026-11-02',
      pieces_used_since: 1,
    } as const;
    expect(validateWithdrawal(box)).toMatchObject({ ok: true, value: { money: 'on_return' } });
  });

  example(
    'of a membership is paid by the days that are left, with the last one when something was opened',
    () => {
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
    },
  );

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

describe('working days', () => {
  example.each([
    ['2026-04-03', false],
    ['2026-04-06', false],
    ['2026-05-14', false],
    ['2026-05-25', false],
    ['2027-03-26', false],
    ['2027-03-29', false],
    ['2026-10-03', false],
    ['2026-12-25', false],
    ['2026-12-05', false],
    ['2026-12-06', false],
    ['2026-12-07', true],
    ['2026-11-18', true],
    ['2027-01-01', false],
  ])('%s: %s', (date, isOne) => {
    expect(isWorkingDay(date)).toBe(isOne);
  });

  example.each([
    ['Epiphany', '2026-01-06', '2026-01-07'],
    ['Women’s Day', '2027-03-08', '2027-03-09'],
    ['Corpus Christi', '2026-06-04', '2026-06-05'],
    ['the national day of Switzerland', '2028-08-01', '2028-08-02'],
    ['Assumption, on a Friday', '2025-08-15', '2025-08-18'],
    ['the national day of Austria', '2026-10-26', '2026-10-27'],
    ['Reformation and All Saints, from a Friday', '2025-10-31', '2025-11-03'],
    ['the day of Repentance in Saxony', '2026-11-18', '2026-11-19'],
    ['the Wednesday before the earliest one', '2026-11-11', '2026-11-11'],
    ['the latest day of Repentance', '2028-11-22', '2028-11-23'],
    ['the Wednesday behind the latest one', '2023-11-29', '2023-11-29'],
    ['Immaculate Conception', '2026-12-08', '2026-12-09'],
    ['the day of Neuchâtel’s republic', '2027-03-01', '2027-03-02'],
    ['the day of Jura’s independence', '2026-06-23', '2026-06-24'],
    ['Peter and Paul in Ticino', '2026-06-29', '2026-06-30'],
    ['Saint Maurice in Appenzell', '2026-09-22', '2026-09-23'],
    ['Nicholas of Flüe in Obwalden, on a Friday', '2026-09-25', '2026-09-28'],
    ['the last day of a year, in Geneva, and what is behind it', '2026-12-31', '2027-01-04'],
    ['Maundy Thursday, the first Thursday of April', '2026-04-02', '2026-04-02'],
    ['Näfels in Glarus, a week after Maundy Thursday', '2026-04-09', '2026-04-10'],
    ['Näfels on the first of April', '2027-04-01', '2027-04-02'],
    ['the second Thursday of April behind it', '2027-04-08', '2027-04-08'],
    ['the Thursday before the earliest fast of Geneva', '2024-08-29', '2024-08-29'],
    ['the earliest fast of Geneva', '2024-09-05', '2024-09-06'],
    ['the latest fast of Geneva', '2025-09-11', '2025-09-12'],
    ['the Thursday behind the latest one', '2025-09-18', '2025-09-18'],
    ['the Monday before the earliest federal fast', '2024-09-09', '2024-09-09'],
    ['the Monday of the earliest federal fast, in Vaud', '2024-09-16', '2024-09-17'],
    ['the Monday of a later one', '2026-09-21', '2026-09-23'],
    ['the Monday behind the latest one', '2026-09-28', '2026-09-28'],
  ])('a period that ends on %s ends on the next day that is one everywhere', (_, last, ends) => {
    expect(withdrawalEnd({ ...course, contract_on: addDays(last, -14) })).toBe(ends);
    expect(withdrawalEnd({ ...book, delivered_on: addDays(last, -14) })).toBe(ends);
  });
});
