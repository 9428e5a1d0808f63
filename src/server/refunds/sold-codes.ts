import type { Selectable, Transaction } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { OrderLineRow } from '#server/orders/find-order.ts';
import type { HostContext } from '#server/server-context.ts';

/** A gift or voucher code that an order brought and that nobody has used up or taken back. */
export type SoldCode = Selectable<Database['gift_codes']>;

/** What is sold as a code, or may have one on its card. */
const codeKinds: ReadonlySet<string> = new Set(['gift', 'voucher', 'gift_box']);

/** What the lines of an order brought in codes. */
export interface LineCodes {
  /** Lines whose pieces are codes or have one on their card. */
  readonly line_ids: ReadonlySet<string>;
  /** Codes that can still be taken back. */
  readonly unused: readonly SoldCode[];
}

/**
 * The codes of these lines, and which can still be taken back: gifts that nobody has redeemed, vouchers with something
 * on them. The fullest come first, so that who withdraws one of two vouchers gets the better one's money. A voucher
 * that is paying for an order right now is in use. `for_update` locks the codes in the order of their ids.
 */
export async function findUnusedCodes(
  trx: Transaction<Database>,
  lines: readonly OrderLineRow[],
  { for_update }: { readonly for_update: boolean },
): Promise<LineCodes> {
  const ids = lines.filter(({ kind }) => codeKinds.has(kind)).map((line) => line.id);
  if (ids.length === 0) return { line_ids: new Set(), unused: [] };
  const codes = await trx
    .selectFrom('gift_codes')
    .selectAll()
    .where('order_line_id', 'in', ids)
    .orderBy('id')
    .$if(for_update, (query) => query.forUpdate())
    .execute();
  if (codes.length === 0) return { line_ids: new Set(), unused: [] };
  const paying = await trx
    .selectFrom('orders')
    .select('voucher_id')
    .where('state', 'in', ['charging', 'unknown', 'awaiting_payment'])
    .where(
      'voucher_id',
      'in',
      codes.map((code) => code.id),
    )
    .execute();
  const unused = codes
    .filter((code) => code.revoked_at === null && code.redeemed_by === null)
    .filter((code) => code.kind !== 'voucher' || code.balance_cents > 0)
    .filter((code) => !paying.some((order) => order.voucher_id === code.id))
    .toSorted((one, other) => other.balance_cents - one.balance_cents);
  return { line_ids: new Set(codes.flatMap(({ order_line_id }) => order_line_id ?? [])), unused };
}

/** Takes codes back: nobody can redeem them any more, and the ledger notes what was still on them. */
export async function revokeCodes(
  trx: Transaction<Database>,
  context: Pick<HostContext, 'clock' | 'ids'>,
  codes: readonly SoldCode[],
  refundId: string,
): Promise<void> {
  if (codes.length === 0) return;
  const now = new Date(context.clock.now());
  await trx
    .updateTable('gift_codes')
    .set({ revoked_at: now, balance_cents: 0 })
    .where(
      'id',
      'in',
      codes.map((code) => code.id),
    )
    .execute();
  const filled = codes.filter((code) => code.balance_cents > 0);
  if (filled.length === 0) return;
  await trx
    .insertInto('voucher_entries')
    .values(
      filled.map((code) => ({
        id: context.ids.uuid(),
        gift_code_id: code.id,
        order_id: null,
        amount_cents: -code.balance_cents,
        cause: 'revoked',
        happened_at: now,
        refund_id: refundId,
      })),
    )
    .execute();
}
