import { err, ok, type Result } from '#core/rules/basics/result.ts';

/**
 * A line of goods: pieces that were bought, refunded, sent in earlier parcels, of these those that came back, and
 * pieces withdrawn by declarations that still wait for goods to return, sent ones or not.
 */
export interface GoodsLine {
  readonly id: string;
  readonly quantity: number;
  readonly refunded: number;
  readonly sent: number;
  readonly returned: number;
  readonly awaited: number;
}

/** Pieces of a line in one parcel. */
export interface PackedLine {
  readonly line_id: string;
  readonly quantity: number;
}

/**
 * Returns how many pieces of a line are still to be sent. A refund takes pieces that have not left before those that
 * have, so refunded pieces are never sent; pieces that came back are those that their refund took. A withdrawal that
 * waits for goods is about those that have left, and what it takes beyond them stays
 * (docs/behaviour/orders.md#parcels).
 */
export function leftToSend(line: GoodsLine): number {
  return Math.max(0, notSent(line) - Math.max(0, line.awaited - awayOf(line)));
}

/** Pieces that have left and not come back. */
function awayOf({ sent, returned }: GoodsLine): number {
  return sent - returned;
}

/** Paid pieces that have not left. */
function notSent(line: GoodsLine): number {
  return Math.max(0, line.quantity - line.refunded - awayOf(line));
}

/**
 * Returns what a parcel contains: the wanted pieces, or with `all` everything that is left. Fails when nothing is
 * wanted, or more than is left.
 */
export function packParcel(
  goods: readonly GoodsLine[],
  wanted: 'all' | readonly PackedLine[],
): Result<readonly PackedLine[], 'NOTHING' | 'MORE_THAN_LEFT'> {
  const left = new Map(goods.map((line) => [line.id, leftToSend(line)]));
  const pieces = new Map<string, number>();
  if (wanted === 'all') for (const [id, quantity] of left) pieces.set(id, quantity);
  else for (const { line_id, quantity } of wanted) pieces.set(line_id, (pieces.get(line_id) ?? 0) + quantity);
  const packed = [...pieces]
    .map(([line_id, quantity]) => ({ line_id, quantity }))
    .filter(({ quantity }) => quantity > 0);
  if (packed.length === 0) return err('NOTHING');
  if (packed.some(({ line_id, quantity }) => quantity > (left.get(line_id) ?? 0)))
    return err('MORE_THAN_LEFT');
  return ok(packed);
}

/**
 * Returns what becomes of open goods once nothing of them is left to send: `ship` when some were sent, `call_off` when
 * none were; null while something is left, also of what a withdrawal takes: after its rejection it has to be sent.
 */
export function endOfSending(goods: readonly GoodsLine[]): 'ship' | 'call_off' | null {
  if (goods.some((line) => notSent(line) > 0)) return null;
  return goods.some(({ sent }) => sent > 0) ? 'ship' : 'call_off';
}
