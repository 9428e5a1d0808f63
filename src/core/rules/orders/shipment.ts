import { err, ok, type Result } from '#core/rules/basics/result.ts';

/**
 * Numbers of pieces of a line of goods: bought, refunded, sent in earlier parcels, returned of these, and `awaited`:
 * withdrawn by declarations that still wait for returned goods, whether or not they were sent.
 */
export interface GoodsLine {
  readonly id: string;
  readonly quantity: number;
  readonly refunded: number;
  readonly sent: number;
  readonly returned: number;
  readonly awaited: number;
}

/** Pieces of a line in a parcel. */
export interface PackedLine {
  readonly line_id: string;
  readonly quantity: number;
}

/**
 * Returns how many pieces of a line are still to be sent. Refunds count for unsent pieces first, so refunded pieces are
 * never sent; returned pieces are refunded ones. A withdrawal that waits for goods counts for sent pieces first; the
 * rest of it reduces what is sent (docs/behaviour/orders.md#parcels).
 */
export function leftToSend(line: GoodsLine): number {
  return Math.max(0, notSent(line) - Math.max(0, line.awaited - awayOf(line)));
}

/** Returns the number of pieces that were sent and not returned. */
function awayOf({ sent, returned }: GoodsLine): number {
  return sent - returned;
}

/** Returns the number of paid pieces that were not sent. */
function notSent(line: GoodsLine): number {
  return Math.max(0, line.quantity - line.refunded - awayOf(line));
}

/**
 * Returns the contents of a parcel: the wanted pieces, or with `all` everything left to send. Fails when nothing is
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
 * Returns the event of open goods when nothing is left to send: `ship` if some were sent, `call_off` if none were. Null
 * while pieces are left, including pieces of a pending withdrawal, which must be sent if it is rejected.
 */
export function endOfSending(goods: readonly GoodsLine[]): 'ship' | 'call_off' | null {
  if (goods.some((line) => notSent(line) > 0)) return null;
  return goods.some(({ sent }) => sent > 0) ? 'ship' : 'call_off';
}
