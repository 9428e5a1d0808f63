import { fc, test } from '@fast-check/vitest';
import { describe, test as example, expect } from 'vitest';
import { cents, sumCents } from '#core/rules/basics/money.ts';
import { includedVat } from '#core/rules/consumer-rights/consumer-rights.ts';
import {
  areAllGoodsReturned,
  type DecidedRefund,
  isWhollyRefunded,
  leftOfLine,
  planRefund,
  type RefundableOrder,
  type RefundPlan,
  type RefundRequest,
  spreadAmount,
  wholeRest,
} from '#core/rules/payments/refund.ts';
import { refundableOrder, refundRequest } from '#test/arbitraries/arbitrary-order.ts';
import { startVoucher, voucherCommands } from '#test/models/voucher-model.ts';
import { runs } from '#test/run-length.ts';

const requests = fc.array(refundRequest, { maxLength: 6 });

function grantAll(paid: RefundableOrder, all: readonly RefundRequest[]): RefundPlan[] {
  const granted: RefundPlan[] = [];
  for (const request of all) {
    const plan = planRefund(paid, granted, request);
    if (plan !== null) granted.push(plan);
  }
  return granted;
}

const sum = (refunds: readonly DecidedRefund[], part: 'card' | 'credit' | 'shipping' | 'promotional') =>
  sumCents(refunds.map((refund) => refund[part]));

describe('refunds of one order', () => {
  test.prop([refundableOrder, requests], { numRuns: runs(300) })(
    'never give back more than was paid: per line, per rate, by card, by credit, for shipping',
    (paid, all) => {
      const granted = grantAll(paid, all);
      for (const one of paid.lines) {
        const left = leftOfLine(one, granted);
        expect(left.quantity).toBeGreaterThanOrEqual(0);
        expect(left.amount).toBeGreaterThanOrEqual(0);
      }
      expect(sum(granted, 'card')).toBeLessThanOrEqual(paid.card);
      expect(sum(granted, 'credit')).toBeLessThanOrEqual(paid.credit);
      expect(sum(granted, 'promotional')).toBeLessThanOrEqual(paid.promotional);
      expect(sum(granted, 'credit') - sum(granted, 'promotional')).toBeLessThanOrEqual(
        paid.credit - paid.promotional,
      );
      expect(sum(granted, 'shipping')).toBeLessThanOrEqual(paid.shipping);
      for (const plan of granted) {
        const value = sumCents(plan.lines.map((back) => back.amount)) + plan.shipping;
        expect(plan.card + plan.credit).toBe(value);
        const lowered = paid.promotion_lowers_vat ? plan.promotional : 0;
        expect(sumCents(plan.vat_shares.map((share) => share.gross))).toBe(value - lowered);
        expect(plan.promotional).toBeGreaterThanOrEqual(0);
        // Credit that was paid for is refunded only after the card is refunded completely.
        if (plan.credit > plan.promotional)
          expect(sum(granted.slice(0, granted.indexOf(plan) + 1), 'card')).toBe(paid.card);
      }
      for (const share of paid.vat_shares) {
        const back = granted.flatMap((plan) => plan.vat_shares).filter(({ rate }) => rate === share.rate);
        const gross = sumCents(back.map((one) => one.gross));
        const vat = sumCents(back.map((one) => one.vat));
        expect(gross).toBeLessThanOrEqual(share.gross);
        expect(vat).toBeLessThanOrEqual(share.vat);
        expect(vat).toBe(share.vat - includedVat(cents(share.gross - gross), share.rate));
      }
    },
  );

  test.prop([refundableOrder, requests], { numRuns: runs(300) })(
    'are the whole order after the rest of it, to the cent and for the VAT of each rate',
    (paid, all) => {
      const granted = grantAll(paid, all);
      const rest = planRefund(paid, granted, wholeRest(paid, granted));
      const everything = rest === null ? granted : [...granted, rest];
      expect(isWhollyRefunded(paid, everything)).toBe(true);
      expect(sum(everything, 'card')).toBe(paid.card);
      expect(sum(everything, 'credit')).toBe(paid.credit);
      expect(sum(everything, 'promotional')).toBe(paid.promotional);
      expect(sum(everything, 'shipping')).toBe(paid.shipping);
      for (const share of paid.vat_shares) {
        const back = everything.flatMap((plan) => plan.vat_shares).filter(({ rate }) => rate === share.rate);
        expect(sumCents(back.map((one) => one.gross))).toBe(share.gross);
        expect(sumCents(back.map((one) => one.vat))).toBe(share.vat);
      }
      expect(planRefund(paid, everything, wholeRest(paid, everything))).toBeNull();
    },
  );

  test.prop([refundableOrder, requests], { numRuns: runs(200) })(
    'are whole exactly when their sum is the total',
    (paid, all) => {
      const granted = grantAll(paid, all);
      const back = sum(granted, 'card') + sum(granted, 'credit');
      const total = paid.card + paid.credit;
      const isPiecesBack = paid.lines.every((one) => leftOfLine(one, granted).quantity === 0);
      expect(isWhollyRefunded(paid, granted)).toBe(total === 0 ? isPiecesBack : back === total);
    },
  );

  test.prop([refundableOrder], { numRuns: runs(200) })(
    'of single pieces add up to the line, whatever a third of it is',
    (paid) => {
      for (const one of paid.lines) {
        const granted: RefundPlan[] = [];
        for (let piece = 0; piece < one.quantity; piece += 1) {
          const request = { lines: [{ line_id: one.id, quantity: 1 }], includes_shipping: false };
          const plan = planRefund(paid, granted, request);
          if (plan !== null) granted.push(plan);
        }
        expect(leftOfLine(one, granted)).toEqual({ quantity: 0, amount: 0 });
      }
    },
  );

  test.prop([refundableOrder, fc.nat(100_000)], { numRuns: runs(200) })(
    'of one sum spread it over the lines named, up to what is left of them',
    (paid, amount) => {
      const lines = paid.lines.slice(0, 2);
      const named = ['of another order', ...lines.map(({ id }) => id)].map((line_id) => ({
        line_id,
        quantity: 0,
      }));
      const left = lines.map((one) => leftOfLine(one, []).amount);
      const [foreign, ...own] = spreadAmount(paid, [], named, cents(amount)).map((one) => one.amount);
      expect(foreign, 'for a line of another order').toBe(0);
      expect(sumCents(own.map((part) => part ?? cents(0)))).toBe(Math.min(amount, sumCents(left)));
      for (const [index, part] of own.entries()) expect(part).toBeLessThanOrEqual(left[index] ?? 0);
    },
  );
});

test.prop([fc.integer({ min: 0, max: 100_000 }), voucherCommands], { numRuns: runs(200) })(
  'a voucher pays for orders and gets its money back, to the cent',
  (value, commands) => {
    fc.modelRun(() => startVoucher(value), commands);
  },
);

const twoGoods: RefundableOrder = {
  lines: [
    {
      id: 'book',
      rate: 7,
      is_shipped: true,
      is_promotable: false,
      quantity: 2,
      price: cents(4980),
      discount: cents(0),
    },
    {
      id: 'course',
      rate: 19,
      is_shipped: false,
      is_promotable: true,
      quantity: 1,
      price: cents(8900),
      discount: cents(890),
    },
  ],
  shipping: cents(499),
  vat_shares: [
    { rate: 19, gross: cents(8010), vat: cents(1279) },
    { rate: 7, gross: cents(5479), vat: cents(358) },
  ],
  promotion_lowers_vat: false,
  card: cents(8489),
  credit: cents(5000),
  promotional: cents(0),
};

describe('an order that promotional credit paid in part', () => {
  const paid: RefundableOrder = { ...twoGoods, promotional: cents(3000) };
  const course = { lines: [{ line_id: 'course', quantity: 1 }], includes_shipping: false };
  const books = { lines: [{ line_id: 'book', quantity: 2 }], includes_shipping: true };

  example.each([
    ['the course', [course, books]],
    ['the books', [books, course]],
  ] as const)('returns it with the products that it paid, never as money, %s first', (_, all) => {
    const granted = grantAll(paid, all);
    const of = (request: RefundRequest) => granted[(all as readonly RefundRequest[]).indexOf(request)];
    expect(of(course)?.promotional).toBe(3000);
    expect(of(books)).toMatchObject({ promotional: 0 });
    expect([sum(granted, 'card'), sum(granted, 'credit')]).toEqual([8489, 5000]);
  });
});

describe('a refund', () => {
  example('of one book of two takes half its VAT and no shipping', () => {
    const plan = planRefund(twoGoods, [], {
      lines: [{ line_id: 'book', quantity: 1 }],
      includes_shipping: false,
    });
    expect(plan).toMatchObject({ card: 2490, credit: 0, shipping: 0 });
    expect(plan?.vat_shares).toEqual([{ rate: 7, gross: 2490, vat: 358 - 196 }]);
  });

  example('of all goods is recognised', () => {
    const back = (quantity: number) => ({
      lines: [{ line_id: 'book', quantity, amount: cents(0) }],
      shipping: cents(0),
      card: cents(0),
      credit: cents(0),
      promotional: cents(0),
    });
    expect(areAllGoodsReturned(twoGoods, [back(1)])).toBe(false);
    expect(areAllGoodsReturned(twoGoods, [back(1), back(1)])).toBe(true);
    expect(areAllGoodsReturned({ ...twoGoods, lines: twoGoods.lines.slice(1) }, [])).toBe(false);
  });

  example('of a line that the order does not have is null', () => {
    const request = { lines: [{ line_id: 'box', quantity: 1 }], includes_shipping: false };
    expect(planRefund(twoGoods, [], request)).toBeNull();
  });
});
