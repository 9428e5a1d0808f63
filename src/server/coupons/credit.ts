import { sql, type Transaction } from 'kysely';
import type { Credit } from '#core/model/code.ts';
import { cents } from '#core/rules/basics/money.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { type GiftCodeRow, giftCodeLength } from './gift-codes.ts';

/**
 * Moves the balance of a locked voucher to the user's credit of the same kind (paid or promotional) and records it in
 * the ledger. Returns the sum of both credits in cents.
 */
export async function addToCredit(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  voucher: GiftCodeRow,
  userId: string,
): Promise<number> {
  const amount = voucher.balance_cents;
  const creditId = await lockCredit(trx, context, userId, voucher.is_promotional);
  await trx.updateTable('gift_codes').set({ balance_cents: 0 }).where('id', '=', voucher.id).execute();
  await trx
    .updateTable('gift_codes')
    .set({ balance_cents: sql<number>`balance_cents + ${amount}` })
    .where('id', '=', creditId)
    .execute();
  const happened_at = new Date(context.clock.now());
  const entry = (gift_code_id: string, amount_cents: number) => ({
    id: context.ids.uuid(),
    gift_code_id,
    order_id: null,
    amount_cents,
    cause: 'redeemed',
    happened_at,
  });
  await trx
    .insertInto('voucher_entries')
    .values([entry(voucher.id, -amount), entry(creditId, amount)])
    .execute();
  const { balance } = await trx
    .selectFrom('gift_codes')
    .select(sql<number>`sum(balance_cents)::int`.as('balance'))
    .where('kind', '=', 'credit')
    .where('redeemed_by', '=', userId)
    .executeTakeFirstOrThrow();
  return balance;
}

/**
 * Whether an entry of a redeemed voucher belongs to its present owner: the voucher may have become redeemable again
 * after the account of an earlier owner was deleted (`release`). For queries of `voucher_entries` and `gift_codes`.
 */
export const isOfCurrentOwner = sql<boolean>`not exists (
  select from voucher_entries released
  where released.gift_code_id = gift_codes.id and released.cause = 'released'
    and released.happened_at > voucher_entries.happened_at and released.happened_at < gift_codes.redeemed_at
)`;

/** The balances of a user's paid and promotional credit; 0 while there is none. */
export async function readCredit({ db }: Pick<ServerContext, 'db'>, userId: string): Promise<Credit> {
  const rows = await db
    .selectFrom('gift_codes')
    .select(['is_promotional', 'balance_cents'])
    .where('kind', '=', 'credit')
    .where('redeemed_by', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
  const balanceOf = (isPromotional: boolean) =>
    cents(rows.find((row) => row.is_promotional === isPromotional)?.balance_cents ?? 0);
  return { paid: balanceOf(false), promotional: balanceOf(true) };
}

/** Length of the internal code of a credit, which is never shown or typed. */
const codeLength = 24;

/**
 * Returns the id of the user's paid or promotional credit, which is created if missing and locked. A unique index
 * allows one of each per user.
 */
export async function lockCredit(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  userId: string,
  isPromotional: boolean,
): Promise<string> {
  const now = new Date(context.clock.now());
  await trx
    .insertInto('gift_codes')
    .values({
      id: context.ids.uuid(),
      code: context.ids.code(codeLength),
      kind: 'credit',
      is_promotional: isPromotional,
      product_id: null,
      order_line_id: null,
      redeemed_by: userId,
      redeemed_at: now,
      created_at: now,
    })
    // A literal, because with a parameter PostgreSQL's generic plan does not match the partial index.
    .onConflict((conflict) =>
      conflict.columns(['redeemed_by', 'is_promotional']).where('kind', '=', sql.lit('credit')).doNothing(),
    )
    .execute();
  const credit = await trx
    .selectFrom('gift_codes')
    .select('id')
    .where('kind', '=', 'credit')
    .where('redeemed_by', '=', userId)
    .where('is_promotional', '=', isPromotional)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return credit.id;
}

/** Creates a voucher that nobody has bought, with a balance of 0; returns its id. */
export async function createVoucher(
  trx: Transaction<Database>,
  { clock, ids }: Pick<ServerContext, 'clock' | 'ids'>,
  isPromotional: boolean,
): Promise<string> {
  const id = ids.uuid();
  await trx
    .insertInto('gift_codes')
    .values({
      id,
      code: ids.code(giftCodeLength),
      kind: 'voucher',
      is_promotional: isPromotional,
      product_id: null,
      order_line_id: null,
      created_at: new Date(clock.now()),
    })
    .execute();
  return id;
}
