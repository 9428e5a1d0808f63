import fc from 'fast-check';
import { expect } from 'vitest';
import { cents, noCents } from '#core/rules/basics/money.ts';
import { type PricingInput, priceCart } from '#core/rules/carts/cart-pricing.ts';
import {
  type DecidedRefund,
  planRefund,
  type RefundableOrder,
  wholeRest,
} from '#core/rules/payments/refund.ts';
import { pricingInput } from '#test/arbitraries/arbitrary-coupon.ts';

/**
 * A simple model of a voucher, in cents: its value, its balance and the part of each order that it still pays
 * for.
 */
export interface VoucherModel {
  readonly value: number;
  balance: number;
  spent: number[];
}

/** The voucher under test and the orders that it paid for. */
export interface VoucherSystem {
  balance: number;
  readonly orders: { readonly order: RefundableOrder; readonly refunds: DecidedRefund[] }[];
}

/** Returns the model and the system for an unused voucher that is worth `value` cents. */
export function startVoucher(value: number): { model: VoucherModel; real: VoucherSystem } {
  return { model: { value, balance: value, spent: [] }, real: { balance: value, orders: [] } };
}

type VoucherCommand = fc.Command<VoucherModel, VoucherSystem>;

/** Generates orders that a voucher pays for, and refunds of lines and of whole orders to the voucher. */
export const voucherCommands = fc.commands<VoucherModel, VoucherSystem>(
  [
    pricingInput.map(payWithVoucher),
    fc.record({ order: fc.nat(4), line: fc.nat(3) }).map(refundLine),
    fc.nat(4).map(refundOrder),
  ],
  { maxCommands: 12 },
);

function payWithVoucher(input: PricingInput): VoucherCommand {
  return {
    check: () => true,
    run(model, real) {
      const priced = priceCart({
        ...input,
        credit_balance: cents(real.balance),
        promotional_balance: noCents,
      });
      const vouchers = priced.products
        .filter(({ product_data }) => product_data.kind === 'voucher')
        .reduce((sum, { price }) => sum + price, 0);
      // A voucher pays as much as possible, but never for another voucher.
      expect(priced.credit).toBe(Math.min(model.balance, priced.total - vouchers));
      const off = new Map(priced.discounts.lines.map((line) => [line.line_id, line.amount]));
      const lines = priced.products.map(({ line_id, quantity, price, product_data }) => ({
        id: line_id,
        quantity,
        price,
        discount: off.get(line_id) ?? noCents,
        rate: 19,
        is_shipped: product_data.is_shipped,
        is_promotable: true,
      }));
      const { credit, amount_due: card } = priced;
      const shipping = priced.shipping_cost ?? noCents;
      const amounts = { shipping, card, credit, promotional: noCents };
      const order = { lines, ...amounts, vat_shares: [], promotion_lowers_vat: true };
      real.orders.push({ order, refunds: [] });
      real.balance -= credit;
      model.balance -= Math.min(model.balance, priced.total - vouchers);
      model.spent.push(credit);
      expectSame(model, real);
    },
    toString: () => `pay for ${input.lines.length} lines`,
  };
}

function refundLine({ order, line }: { order: number; line: number }): VoucherCommand {
  return {
    check: (model) => order < model.spent.length,
    run(model, real) {
      const paid = real.orders[order];
      const id = paid?.order.lines[line]?.id;
      if (paid === undefined || id === undefined) return;
      const request = { lines: [{ line_id: id, quantity: 1 }], includes_shipping: false };
      giveBack(model, real, order, planRefund(paid.order, paid.refunds, request));
    },
    toString: () => `refund a piece of line ${line} of order ${order}`,
  };
}

function refundOrder(order: number): VoucherCommand {
  return {
    check: (model) => order < model.spent.length,
    run(model, real) {
      const paid = real.orders[order];
      if (paid === undefined) return;
      giveBack(model, real, order, planRefund(paid.order, paid.refunds, wholeRest(paid.order, paid.refunds)));
      expect(model.spent[order]).toBe(0);
    },
    toString: () => `refund order ${order}`,
  };
}

function giveBack(
  model: VoucherModel,
  real: VoucherSystem,
  order: number,
  refund: DecidedRefund | null,
): void {
  if (refund === null) return;
  real.orders[order]?.refunds.push(refund);
  real.balance += refund.credit;
  model.balance += refund.credit;
  model.spent[order] = (model.spent[order] ?? 0) - refund.credit;
  expectSame(model, real);
}

/** Expects that the balance and the amounts in orders always add up to the voucher's value. */
function expectSame(model: VoucherModel, real: VoucherSystem): void {
  expect(real.balance).toBe(model.balance);
  expect(model.balance).toBeGreaterThanOrEqual(0);
  for (const spent of model.spent) expect(spent).toBeGreaterThanOrEqual(0);
  expect(model.spent.reduce((sum, spent) => sum + spent, model.balance)).toBe(model.value);
}
