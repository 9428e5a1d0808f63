import type { Cents } from '#core/model/values.ts';
import { includedVat } from './consumer-rights.ts';
import { allocate, cents, noCents, partOf, smallerOf, sumCents } from './money.ts';
import type { RatedLine, VatShare } from './vat.ts';
import { ratedVatShares } from './vat.ts';

/** The data of a paid order line from which a refund is computed. */
export interface RefundableLine extends RatedLine {
  readonly id: string;
  readonly quantity: number;
  /** Whether promotional credit may pay for this line. */
  readonly is_promotable: boolean;
}

/** The data of a paid order. `card + credit` equals the discounted lines plus shipping. Amounts in cents. */
export interface RefundableOrder {
  readonly lines: readonly RefundableLine[];
  readonly shipping: Cents;
  /** VAT rate of shipping in percent, for the case that no line with a price determines it. */
  readonly shipping_rate: number;
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
 * Returns how much of a refund is returned as promotional credit: in proportion to the refunded part of the
 * lines it may pay for, so that a completely refunded order returns exactly what was used. In older orders
 * promotional credit may have paid for other lines too; for these the proportion of the whole order is used.
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
export function areAllGoodsBack(order: RefundableOrder, refunds: readonly DecidedRefund[]): boolean {
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

/**
 * Returns the value of the pieces from index `from` to `from + count` (exclusive). All pieces together have
 * exactly the value of the line.
 */
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

/**
 * Returns how much of the shipping cost is taxed at `rate`. Shipping is only ever refunded in full, so this is
 * the amount on the invoice.
 */
function shippingAt({ lines, shipping, shipping_rate }: RefundableOrder, rate: number): Cents {
  const at = (cost: Cents) =>
    ratedVatShares(lines, cost, shipping_rate).find((share) => share.rate === rate)?.gross ?? noCents;
  return cents(at(shipping) - at(noCents));
}
