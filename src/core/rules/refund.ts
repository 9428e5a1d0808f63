import type { Cents } from '#core/model/values.ts';
import { includedVat } from './consumer-rights.ts';
import { allocate, cents, noCents, partOf, smallerOf, sumCents } from './money.ts';
import type { RatedLine, VatShare } from './vat.ts';
import { ratedVatShares } from './vat.ts';

/** A line of a paid order, with what a refund needs of it. */
export interface RefundableLine extends RatedLine {
  readonly id: string;
  readonly quantity: number;
  /** Promotional credit may pay for it. */
  readonly is_promotable: boolean;
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
  /** The part of `credit` that nobody had paid for. */
  readonly promotional: Cents;
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
  /** The part of `credit` that goes back to promotional credit. */
  readonly promotional: Cents;
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
 * Decides a refund: pieces and cents are cut down to what earlier refunds have left. Promotional credit gets back its
 * share of what it may pay, so that the rest is never paid out; of that rest the card gets its money before the voucher. Null when nothing of the request is left. Whatever sequence of requests is granted, no
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
  const promotional = promotionalShare(order, earlier, { lines, shipping });
  const card = smallerOf(cents(value - promotional), cardLeft);
  const plan = { lines, shipping, card, credit: cents(value - card), promotional };
  return { ...plan, vat_shares: correctedShares(order, earlier, plan) };
}

/**
 * What of a refund goes back to promotional credit: in proportion to the refunded part of what it may pay, in sum over all
 * refunds, so that wholly refunded orders give back exactly what they took. Orders from before that rule may have paid
 * more by it: then all of the order counts.
 */
function promotionalShare(
  order: RefundableOrder,
  earlier: readonly DecidedRefund[],
  now: Pick<DecidedRefund, 'lines' | 'shipping'>,
): Cents {
  if (order.promotional === 0) return noCents;
  const promotable = order.lines.filter((line) => line.is_promotable);
  const isParcelCounted = promotable.some((line) => line.is_shipped);
  const amountOf = (lines: readonly RefundableLine[], shipping: Cents) =>
    cents(sumCents(lines.map((line) => cents(line.price - line.discount))) + shipping);
  const counted = amountOf(promotable, isParcelCounted ? order.shipping : noCents);
  const isEverything = counted < order.promotional;
  const whole = isEverything ? amountOf(order.lines, order.shipping) : counted;
  const ids = new Set((isEverything ? order.lines : promotable).map(({ id }) => id));
  const backOf = (refund: Pick<DecidedRefund, 'lines' | 'shipping'>) =>
    sumCents(refund.lines.filter((back) => ids.has(back.line_id)).map((back) => back.amount)) +
    (isEverything || isParcelCounted ? refund.shipping : 0);
  const back = [...earlier, now].reduce((sum, refund) => sum + backOf(refund), 0);
  const before = sumCents(earlier.map((refund) => refund.promotional));
  return cents(Math.floor((order.promotional * back) / whole) - before);
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
