import fc from 'fast-check';
import { expect } from 'vitest';
import type { Cents } from '#core/model/values.ts';
import { cents, noCents } from '#core/rules/basics/money.ts';
import {
  type DecidedRefund,
  isWhollyRefunded,
  planRefund,
  type RefundableOrder,
  type RefundRequest,
  wholeRest,
} from '#core/rules/payments/refund.ts';

/**
 * The rest of a paid order that can still be refunded: pieces and cents of each line, shipping, card and
 * credit in cents.
 */
export interface RefundModel {
  lines: Map<string, { pieces: number; money: number }>;
  shipping: number;
  card: number;
  credit: number;
}

/** The order under test and the refunds granted so far. */
export interface RefundSystem {
  readonly order: RefundableOrder;
  refunds: DecidedRefund[];
}

/** Returns the model and the system for a paid order before any refund. */
export function startRefunds(order: RefundableOrder): { model: RefundModel; real: RefundSystem } {
  const lines = new Map(
    order.lines.map((line) => [line.id, { pieces: line.quantity, money: line.price - line.discount }]),
  );
  const { shipping, card, credit } = order;
  // Refunds to promotional credit are tested by separate properties.
  const paid = { ...order, promotional: noCents };
  return { model: { lines, shipping, card, credit }, real: { order: paid, refunds: [] } };
}

type RefundCommand = fc.Command<RefundModel, RefundSystem>;

/** Returns a command that is possible in every state. */
function command(label: string, run: RefundCommand['run']): RefundCommand {
  return { check: () => true, run, toString: () => label };
}

const lineIndex = fc.nat(5);

/** Generates refunds of pieces, of amounts, of shipping and of the complete rest, in any order. */
export const refundCommands = fc.commands<RefundModel, RefundSystem>(
  [
    fc.record({ line: lineIndex, pieces: fc.integer({ min: 1, max: 6 }) }).map(refundPieces),
    fc.record({ line: lineIndex, amount: fc.integer({ min: 1, max: 30_000 }).map(cents) }).map(refundAmount),
    fc.constant(refundShipping()),
    fc.constant(refundRest()),
  ],
  { maxCommands: 12 },
);

function refundPieces({ line, pieces }: { line: number; pieces: number }): RefundCommand {
  return command(`${pieces} pieces of line ${line}`, (model, real) => {
    const id = `line-${line}`;
    const left = model.lines.get(id)?.pieces ?? 0;
    const request = { lines: [{ line_id: id, quantity: pieces }], includes_shipping: false };
    const given = grant(model, real, request);
    expect(given?.lines[0]?.quantity ?? 0).toBe(Math.min(pieces, left));
    subtract(model, given);
  });
}

function refundAmount({ line, amount }: { line: number; amount: Cents }): RefundCommand {
  return command(`${amount} cents of line ${line}`, (model, real) => {
    const id = `line-${line}`;
    const left = model.lines.get(id)?.money ?? 0;
    const request = { lines: [{ line_id: id, quantity: 0, amount }], includes_shipping: false };
    const given = grant(model, real, request);
    expect(given === null ? 0 : given.card + given.credit).toBe(Math.min(amount, left));
    subtract(model, given);
  });
}

function refundShipping(): RefundCommand {
  return command('the shipping', (model, real) => {
    const given = grant(model, real, { lines: [], includes_shipping: true });
    expect(given === null ? 0 : given.card + given.credit).toBe(model.shipping);
    subtract(model, given);
  });
}

function refundRest(): RefundCommand {
  return command('the rest', (model, real) => {
    subtract(model, grant(model, real, wholeRest(real.order, real.refunds)));
    expect([model.card, model.credit, model.shipping]).toEqual([0, 0, 0]);
    expect(isWhollyRefunded(real.order, real.refunds)).toBe(true);
  });
}

function grant(model: RefundModel, real: RefundSystem, request: RefundRequest): DecidedRefund | null {
  const plan = planRefund(real.order, real.refunds, request);
  if (plan === null) return null;
  real.refunds.push(plan);
  // The card is refunded first, then the voucher.
  expect(plan.card).toBe(Math.min(plan.card + plan.credit, model.card));
  return plan;
}

/** Subtracts a refund from the model. Nothing may be refunded twice. */
function subtract(model: RefundModel, given: DecidedRefund | null): void {
  if (given === null) return;
  for (const { line_id, quantity, amount } of given.lines) {
    const left = model.lines.get(line_id);
    if (left === undefined) throw new Error(`A refund of ${line_id}, which the order does not have`);
    left.pieces -= quantity;
    left.money -= amount;
    expect(left.pieces).toBeGreaterThanOrEqual(0);
    expect(left.money).toBeGreaterThanOrEqual(0);
  }
  model.shipping -= given.shipping;
  model.card -= given.card;
  model.credit -= given.credit;
  const left = [...model.lines.values()].reduce((sum, { money }) => sum + money, model.shipping);
  expect(model.card + model.credit).toBe(left);
  for (const amount of [model.shipping, model.card, model.credit]) expect(amount).toBeGreaterThanOrEqual(0);
}
