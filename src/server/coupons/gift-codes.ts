import { createHash } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { GiftTheme } from '#core/model/gift-choice.ts';
import type { Result } from '#core/rules/basics/result.ts';
import { withoutHyphens } from '#core/rules/coupons/discounts.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { DomainFailure } from '#server/platform/domain-failure.ts';
import { limitOf, type RateLimit, selectHits, validateHits } from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

export type GiftCodeRow = Selectable<Database['gift_codes']>;

/** Length of a gift or voucher code: 16 characters out of 32 are 80 random bits, too many to guess. */
export const giftCodeLength = 16;

/** Column with the theme of a gift. For queries of `order_lines`. */
export const giftTheme = sql<GiftTheme>`coalesce(order_lines.custom_properties ->> 'theme', 'neutral')`.as(
  'theme',
);

/**
 * Id of the course or membership that a gift code gives: for a bought code what its order line has promised, whatever
 * the product gives to later buyers; for any other code what its product gives now; for vouchers the product itself.
 * For queries of `gift_codes` (docs/behaviour/gifts.md#what-a-code-gives).
 */
export const givenProductId = sql<string>`(
  select coalesce(
    promised.course_id,
    -- Every membership opens the same, so a line that promised one is not told which.
    case when promised.order_line_id is not null and given.kind is distinct from 'membership'
      then (select id from products where kind = 'membership' order by is_active desc, position, id limit 1) end,
    given.id, sold.id)
  from products sold
  left join products given on given.id = sold.details -> 'gives' ->> 'product_id'
  left join digital_contents promised on promised.gift_code_id = gift_codes.id
  where sold.id = gift_codes.product_id)`;

/** Returns a coupon code as it is stored; undefined when there is none. */
export async function findCouponCode(db: Kysely<Database>, typed: string): Promise<string | undefined> {
  const found = await selectCouponCode(db, typed).select('code').executeTakeFirst();
  return found?.code;
}

/** Selects a coupon code as people type it, with or without hyphens. */
export function selectCouponCode(db: Kysely<Database>, typed: string) {
  return db.selectFrom('coupon_codes').where(sql`replace(code, '-', '')`, '=', withoutHyphens(typed));
}

/**
 * A gift or voucher code; undefined when unknown. Account credits have no code. The lookup uses a digest of the code,
 * so its duration does not reveal how much of a guess is right. `for_update` locks the row.
 */
export function findGiftCode(
  db: Kysely<Database>,
  code: string,
  { for_update = false }: { readonly for_update?: boolean } = {},
): Promise<GiftCodeRow | undefined> {
  return selectGiftCode(db, code)
    .selectAll()
    .$if(for_update, (query) => query.forUpdate())
    .executeTakeFirst();
}

function selectGiftCode(db: Kysely<Database>, code: string) {
  const plain = withoutHyphens(code);
  return db
    .selectFrom('gift_codes')
    .where(sql`md5(replace(code, '-', ''))`, '=', createHash('md5').update(plain).digest('hex'))
    .where(sql`replace(code, '-', '')`, '=', plain)
    .where('kind', '!=', 'credit');
}

/** Result of the lookup of a typed code. */
interface TypedCode {
  readonly gift: UsableGift | null;
  readonly coupon: { readonly code: string; readonly free_product_id: string | null } | null;
  /** Whether the guess limits allow another guess. */
  readonly limits: Result<null, DomainFailure>;
}

/** Looks up a typed code among all kinds of codes and checks the guess limits, in one query. */
export async function findTypedCode(
  db: Kysely<Database>,
  context: Pick<ServerContext, 'clock'>,
  typed: string,
  limits: readonly RateLimit[],
): Promise<TypedCode> {
  const gift = selectGiftCode(db, typed)
    .select(['id', 'kind', 'is_promotional', 'revoked_at', 'redeemed_at', 'balance_cents'])
    .limit(1);
  const coupon = selectCouponCode(db, typed)
    .innerJoin('promotions', 'promotions.id', 'coupon_codes.promotion_id')
    .select(['coupon_codes.code', 'promotions.free_product_id'])
    .limit(1);
  const { hits, ...found } = await db
    .selectNoFrom([
      selectHits(limits).as('hits'),
      sql<TypedCode['gift']>`(select row_to_json(gift) from (${gift}) gift)`.as('gift'),
      sql<TypedCode['coupon']>`(select row_to_json(coupon) from (${coupon}) coupon)`.as('coupon'),
    ])
    .executeTakeFirstOrThrow();
  return { ...found, limits: validateHits(context, limits, hits) };
}

/** Columns of a gift or voucher that `isGiftCodeUsable` needs. Read through JSON, its times are strings. */
interface UsableGift extends Pick<GiftCodeRow, 'id' | 'kind' | 'is_promotional' | 'balance_cents'> {
  readonly revoked_at: Date | string | null;
  readonly redeemed_at: Date | string | null;
}

/**
 * Whether a gift or voucher code can still be used. Callers refuse a used or revoked code like an unknown one, so that
 * guesses do not reveal which codes exist.
 */
export function isGiftCodeUsable(row: Omit<UsableGift, 'id'>): boolean {
  if (row.revoked_at !== null || row.redeemed_at !== null) return false;
  return row.kind !== 'voucher' || row.balance_cents > 0;
}

/** Rate limits for unusable codes, by client address and by account; only wrong guesses count. */
export function guessLimits(address: string, userId: string | null): RateLimit[] {
  const ofAccount = userId === null ? [] : [limitOf('code_guess_account', { account: userId })];
  return [limitOf('code_guess', { network: address }), ...ofAccount];
}
