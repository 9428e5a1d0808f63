import type { Cents } from '#core/model/values.ts';
import { allocate } from '#core/rules/basics/allocate.ts';
import { cents, noCents, notNegative, partOf, smallerOf, sumCents } from '#core/rules/basics/money.ts';
import {
  type PromotableLine,
  type PromotionalParts,
  promotionalParts,
  taxOf,
  type VatShare,
} from '#core/rules/carts/vat.ts';
import { includedVat } from '#core/rules/consumer-rights/consumer-rights.ts';

/** The data of a paid order line from which a refund is computed. */
export interface RefundableLine extends PromotableLine {
  readonly id: string;
  readonly quantity: number;
  /** VAT rate in percent at which it was sold. */
  readonly rate: number;
  /** Country of taxation, if not the country of the order (`ownVatCountry`). */
  readonly country?: string;
}

/** The data of a paid order. `card + credit` equals the discounted lines plus shipping. Amounts in cents. */
export interface RefundableOrder {
  readonly lines: readonly RefundableLine[];
  readonly shipping: Cents;
  /** The VAT of the invoice. */
  readonly vat_shares: readonly VatShare[];
  /** Whether promotional credit reduced that VAT; false for invoices of earlier versions. */
  readonly promotion_lowers_vat: boolean;
  /** Amount paid through the gateway. */
  readonly card: Cents;
  /** Amount paid by voucher or account credit. */
  readonly credit: Cents;
  /** The part of `credit` that was promotional credit. */
  readonly promotional: Cents;
}

/** The refunded part of one line. */
export interface RefundedLine {
  readonly line_id: string;
  /** Number of returned pieces; 0 when only money is refunded. */
  readonly quantity: number;
  readonly amount: Cents;
}

/** A decided refund; the gateway may not have paid it out yet. */
export interface DecidedRefund {
  readonly lines: readonly RefundedLine[];
  readonly shipping: Cents;
  readonly card: Cents;
  readonly credit: Cents;
  /** The part of `credit` that is returned as promotional credit. */
  readonly promotional: Cents;
}

/** The requested refund of one line. Without `amount` the value of the pieces is refunded. */
export interface WantedLine {
  readonly line_id: string;
  readonly quantity: number;
  readonly amount?: Cents;
}

export interface RefundRequest {
  readonly lines: readonly WantedLine[];
  readonly includes_shipping: boolean;
}

/** A refund with the VAT that it corrects. */
export interface RefundPlan extends DecidedRefund {
  /**
   * The gross amount and VAT to deduct from each rate, as positive amounts. Over all refunds of an order the
   * VAT adds up to that of the invoice.
   */
  readonly vat_shares: readonly VatShare[];
}

/** The part of one line that has not been refunded. */
export interface LineLeft {
  readonly quantity: number;
  readonly amount: Cents;
}

/** Returns the pieces and cents of a line that were not refunded yet. */
export function leftOfLine(line: RefundableLine, earlier: readonly DecidedRefund[]): LineLeft {
  const taken = earlier.flatMap((refund) => refund.lines).filter((back) => back.line_id === line.id);
  return {
    quantity: line.quantity - taken.reduce((sum, back) => sum + back.quantity, 0),
    amount: cents(line.price - line.discount - sumCents(taken.map((back) => back.amount))),
  };
}

/**
 * Computes a refund. Pieces and cents are limited to what was not refunded yet. Promotional credit gets back
 * its share first; of the remaining amount the card is refunded before other credit. Returns null when
 * nothing of the request can be refunded. In no sequence of refunds a line, a VAT rate, the card or the
 * credit gets back more than was paid.
 */
export function planRefund(
  order: RefundableOrder,
  earlier: readonly DecidedRefund[],
  request: RefundRequest,
): RefundPlan | null {
  const lines = order.lines
    .map((line) => planLine(line, earlier, request.lines))
    .filter((line) => line.quantity > 0 || line.amount > 0);
  const shippingLeft = cents(order.shipping - sumCents(earlier.map((refund) => refund.shipping)));
  const shipping = request.includes_shipping ? shippingLeft : noCents;
  if (lines.length === 0 && shipping === 0) return null;
  const value = cents(sumCents(lines.map((line) => line.amount)) + shipping);
  const cardLeft = cents(order.card - sumCents(earlier.map((refund) => refund.card)));
  const promotional = promotionalShare(order, earlier, { lines, shipping });
  const card = smallerOf(cents(value - promotional), cardLeft);
  const plan = { lines, shipping, card, credit: cents(value - card), promotional };
  return { ...plan, vat_shares: correctedShares(order, earlier, plan) };
}

/**
 * Returns the part of a refund that is returned as promotional credit: in proportion to the refunded parts of each line
 * and of shipping, so that a complete refund returns exactly the used amount.
 */
function promotionalShare(
  order: RefundableOrder,
  earlier: readonly DecidedRefund[],
  now: RefundedParts,
): Cents {
  const back = promotionalBack(order, [...earlier, now]);
  const before = sumCents(earlier.map((refund) => refund.promotional));
  return notNegative(sumCents(back.lines) + back.shipping - before);
}

type RefundedParts = Pick<DecidedRefund, 'lines' | 'shipping'>;

/** Returns the promotional credit that these refunds return for each line and for shipping. */
function promotionalBack(order: RefundableOrder, refunds: readonly RefundedParts[]): PromotionalParts {
  const used = promotionalParts(order.lines, order.shipping, order.promotional);
  return {
    lines: order.lines.map((line, index) => {
      const value = line.price - line.discount;
      return value === 0
        ? noCents
        : cents(Math.floor(((used.lines[index] ?? 0) * backOf(line, refunds)) / value));
    }),
    shipping: refunds.some((refund) => refund.shipping > 0) ? used.shipping : noCents,
  };
}

/** Returns the refunded amount of a line. */
function backOf({ id }: RefundableLine, refunds: readonly RefundedParts[]): Cents {
  const parts = refunds.flatMap((refund) => refund.lines).filter((back) => back.line_id === id);
  return sumCents(parts.map((back) => back.amount));
}

/** Returns a refund request for everything that was not refunded yet. */
export function wholeRest(order: RefundableOrder, earlier: readonly DecidedRefund[]): RefundRequest {
  return {
    lines: order.lines.map((line) => ({ line_id: line.id, ...leftOfLine(line, earlier) })),
    includes_shipping: true,
  };
}

/**
 * Splits an amount over the requested lines, in proportion to their amounts that were not refunded yet, and
 * limits it to their sum.
 */
export function spreadAmount(
  order: RefundableOrder,
  earlier: readonly DecidedRefund[],
  wanted: readonly WantedLine[],
  amount: Cents,
): readonly WantedLine[] {
  const left = wanted.map((want) => {
    const line = order.lines.find(({ id }) => id === want.line_id);
    return line === undefined ? noCents : leftOfLine(line, earlier).amount;
  });
  const parts = allocate(smallerOf(amount, sumCents(left)), left);
  return wanted.map((want, index) => ({ ...want, amount: parts[index] ?? noCents }));
}

/** Returns whether all goods of an order were returned; the shipping cost is then refunded too. */
export function areAllGoodsReturned(order: RefundableOrder, refunds: readonly DecidedRefund[]): boolean {
  const goods = order.lines.filter((line) => line.is_shipped);
  return goods.length > 0 && goods.every((line) => leftOfLine(line, refunds).quantity === 0);
}

/**
 * Returns whether these refunds cover the whole payment; for an order that cost nothing, whether they cover
 * all pieces.
 */
export function isWhollyRefunded(order: RefundableOrder, refunds: readonly DecidedRefund[]): boolean {
  const back = sumCents(refunds.map((refund) => cents(refund.card + refund.credit)));
  if (back !== order.card + order.credit) return false;
  return back > 0 || order.lines.every((line) => leftOfLine(line, refunds).quantity === 0);
}

function planLine(
  line: RefundableLine,
  earlier: readonly DecidedRefund[],
  wanted: readonly WantedLine[],
): RefundedLine {
  const requested = wanted.filter((want) => want.line_id === line.id);
  const left = leftOfLine(line, earlier);
  const wantedQuantity = requested.reduce((sum, want) => sum + want.quantity, 0);
  const quantity = Math.min(wantedQuantity, left.quantity);
  const named = requested.flatMap((want) => want.amount ?? []);
  const worth =
    named.length > 0 ? sumCents(named) : worthOfPieces(line, line.quantity - left.quantity, quantity);
  return { line_id: line.id, quantity, amount: smallerOf(worth, left.amount) };
}

/** Returns the value of the pieces from index `from` to `from + count` (exclusive). All pieces add up to the line. */
function worthOfPieces(line: RefundableLine, from: number, count: number): Cents {
  const net = cents(line.price - line.discount);
  return cents(partOf(net, from + count, line.quantity) - partOf(net, from, line.quantity));
}

/**
 * Returns the gross amount and VAT of a refund per rate. VAT is the difference of two rounded remaining
 * amounts, so that rounding errors do not add up.
 */
function correctedShares(
  order: RefundableOrder,
  earlier: readonly DecidedRefund[],
  plan: RefundedParts,
): readonly VatShare[] {
  return order.vat_shares.flatMap((share) => {
    const { rate, gross } = share;
    const before = cents(gross - grossAt(order, earlier, share));
    const after = cents(gross - grossAt(order, [...earlier, plan], share));
    const vat = cents(includedVat(before, rate) - includedVat(after, rate));
    return before === after ? [] : [{ ...share, gross: cents(before - after), vat }];
  });
}

/** Returns the refunded amount that was taxed at a rate. */
function grossAt(order: RefundableOrder, refunds: readonly RefundedParts[], share: VatShare): Cents {
  const everything = [
    {
      lines: order.lines.map((line) => ({
        line_id: line.id,
        quantity: 0,
        amount: cents(line.price - line.discount),
      })),
      shipping: order.shipping,
    },
  ];
  const ofLines = linesAt(order, refunds, share);
  // Shipping is always refunded completely. Its part at this rate is the gross amount without the lines.
  const isShippingBack = refunds.some((refund) => refund.shipping > 0);
  return isShippingBack ? cents(ofLines + share.gross - linesAt(order, everything, share)) : ofLines;
}

function linesAt(order: RefundableOrder, refunds: readonly RefundedParts[], share: VatShare): Cents {
  const promotional = promotionalBack(order, refunds).lines;
  return sumCents(
    order.lines.map((line, index) => {
      if (taxOf(line) !== taxOf(share)) return noCents;
      const lowered = order.promotion_lowers_vat ? (promotional[index] ?? noCents) : noCents;
      return cents(backOf(line, refunds) - lowered);
    }),
  );
}
