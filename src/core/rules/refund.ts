import type { Cents } from '#core/model/values.ts';
import { includedVat } from './consumer-rights.ts';
import { allocate, cents, noCents, partOf, smallerOf, sumCents } from './money.ts';
import type { RatedLine, VatShare } from './vat.ts';
import { ratedVatShares } from './vat.ts';

/** A line of a paid order, with what a refund needs of it. */
export interface RefundableLine extends RatedLine {
  readonly id: string;
  readonly quantity: number;
}

/** A paid order; `card + credit` is what its lines after discounts and its shipping add up to. */
export interface RefundableOrder {
  readonly lines: readonly RefundableLine[];
  readonly shipping: Cents;
  /** Rate of shipping that no line of value carries, in percent. */
  readonly shipping_rate: number;
  /** Paid through the gateway. */
  readonly card: Cents;
  /** Paid by voucher or account credit. */
  readonly credit: Cents;
}

/** The refunded part of one line. */
export interface RefundedLine {
  readonly line_id: string;
  /** Pieces that were taken back; 0 for money alone. */
  readonly quantity: number;
  readonly amount: Cents;
}

/** A refund that was decided, whether or not the gateway has paid it out. */
export interface DecidedRefund {
  readonly lines: readonly RefundedLine[];
  readonly shipping: Cents;
  readonly card: Cents;
  readonly credit: Cents;
}

/** The requested refund of one line; without `amount` the value of its pieces. */
export interface WantedLine {
  readonly line_id: string;
  readonly quantity: number;
  readonly amount?: Cents;
}

export interface RefundRequest {
  readonly lines: readonly WantedLine[];
  readonly includes_shipping: boolean;
}

/** A refund as it can be decided, with the VAT that it corrects. */
export interface RefundPlan extends DecidedRefund {
  /** What leaves each rate: positive gross and VAT; the VAT of all plans of an order adds up to the invoice's. */
  readonly vat_shares: readonly VatShare[];
}

/** The part of one line that has not been refunded. */
export interface LineLeft {
  readonly quantity: number;
  readonly amount: Cents;
}

/** Pieces and cents of a line that no earlier refund has taken back. */
export function leftOfLine(line: RefundableLine, earlier: readonly DecidedRefund[]): LineLeft {
  const taken = earlier.flatMap((refund) => refund.lines).filter((back) => back.line_id === line.id);
  return {
    quantity: line.quantity - taken.reduce((sum, back) => sum + back.quantity, 0),
    amount: cents(line.price - line.discount - sumCents(taken.map((back) => back.amount))),
  };
}

/**
 * Decides a refund: pieces and cents are cut down to what earlier refunds have left, the card gets its money before
 * the voucher does. Null when nothing of the request is left. Whatever sequence of requests is granted, no
 * line, no rate, neither card nor credit ever gives back more than it took.
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
  const card = smallerOf(value, cardLeft);
  const plan = { lines, shipping, card, credit: cents(value - card) };
  return { ...plan, vat_shares: correctedShares(order, earlier, plan) };
}

/** Everything of an order that is left, whatever its pieces were worth. */
export function wholeRest(order: RefundableOrder, earlier: readonly DecidedRefund[]): RefundRequest {
  return {
    lines: order.lines.map((line) => ({ line_id: line.id, ...leftOfLine(line, earlier) })),
    includes_shipping: true,
  };
}

/** Spreads one sum over the lines of a request, by what is left of each; never more than that. */
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

/** Whether all pieces of all goods of an order are taken back: then its shipping is given back too. */
export function areAllGoodsBack(order: RefundableOrder, refunds: readonly DecidedRefund[]): boolean {
  const goods = order.lines.filter((line) => line.is_shipped);
  return goods.length > 0 && goods.every((line) => leftOfLine(line, refunds).quantity === 0);
}

/** Whether these refunds are all of an order's money, and of an order without money all of its pieces. */
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
  const asked = requested.reduce((sum, want) => sum + want.quantity, 0);
  const quantity = Math.min(asked, left.quantity);
  const named = requested.flatMap((want) => want.amount ?? []);
  const worth =
    named.length > 0 ? sumCents(named) : worthOfPieces(line, line.quantity - left.quantity, quantity);
  return { line_id: line.id, quantity, amount: smallerOf(worth, left.amount) };
}

/** Pieces `from` to `from + count` of a line; all of them together are worth exactly the line. */
function worthOfPieces(line: RefundableLine, from: number, count: number): Cents {
  const net = cents(line.price - line.discount);
  return cents(partOf(net, from + count, line.quantity) - partOf(net, from, line.quantity));
}

/** What a plan takes from each rate. VAT is the difference of two rounded rests, so that it never drifts. */
function correctedShares(
  order: RefundableOrder,
  earlier: readonly DecidedRefund[],
  plan: DecidedRefund,
): readonly VatShare[] {
  const sold = ratedVatShares(order.lines, order.shipping, order.shipping_rate);
  return sold.flatMap(({ rate, gross }) => {
    const before = cents(gross - sumCents(earlier.map((refund) => grossAt(order, refund, rate))));
    const taken = grossAt(order, plan, rate);
    const vat = cents(includedVat(before, rate) - includedVat(cents(before - taken), rate));
    return taken === 0 ? [] : [{ rate, gross: taken, vat }];
  });
}

function grossAt(order: RefundableOrder, refund: DecidedRefund, rate: number): Cents {
  const ofLines = refund.lines
    .filter((back) => order.lines.find((line) => line.id === back.line_id)?.rate === rate)
    .map((back) => back.amount);
  const isShippingBack = refund.shipping > 0;
  return cents(sumCents(ofLines) + (isShippingBack ? shippingAt(order, rate) : 0));
}

/** Shipping goes back as a whole, so its part at a rate is what the invoice put there. */
function shippingAt({ lines, shipping, shipping_rate }: RefundableOrder, rate: number): Cents {
  const at = (cost: Cents) =>
    ratedVatShares(lines, cost, shipping_rate).find((share) => share.rate === rate)?.gross ?? noCents;
  return cents(at(shipping) - at(noCents));
}
