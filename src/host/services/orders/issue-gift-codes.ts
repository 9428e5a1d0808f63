import type { Transaction } from 'kysely';
import type { Database } from '#host/database/schema.ts';
import type { HostContext } from '#host/host-context.ts';
import type { OrderLineRow } from './find-order.ts';

/** 16 characters of 32 are 80 random bits: nobody guesses one. */
const codeLength = 16;

/**
 * Makes a code for every gift and voucher that was bought, one per piece (decisions §4). A voucher's balance starts at
 * what was paid for one piece before discounts; coupons never lower vouchers. The ledger notes each issue.
 */
export async function issueGiftCodes(
  trx: Transaction<Database>,
  context: Pick<HostContext, 'clock' | 'ids'>,
  lines: readonly OrderLineRow[],
): Promise<void> {
  const now = new Date(context.clock.now());
  const codes = lines
    .filter((line) => line.kind === 'gift' || line.kind === 'voucher')
    .flatMap((line) =>
      Array.from({ length: line.quantity }, () => {
        const value = line.kind === 'voucher' ? line.unit_price_cents : 0;
        return {
          id: context.ids.uuid(),
          code: context.ids.code(codeLength),
          kind: line.kind,
          product_id: line.product_id,
          initial_cents: value,
          balance_cents: value,
          order_line_id: line.id,
          created_at: now,
        };
      }),
    );
  if (codes.length === 0) return;
  await trx.insertInto('gift_codes').values(codes).execute();
  const vouchers = codes.filter((code) => code.kind === 'voucher');
  if (vouchers.length === 0) return;
  await trx
    .insertInto('voucher_entries')
    .values(
      vouchers.map((voucher) => ({
        id: context.ids.uuid(),
        gift_code_id: voucher.id,
        order_id: null,
        amount_cents: voucher.initial_cents,
        cause: 'issued',
        happened_at: now,
      })),
    )
    .execute();
}
