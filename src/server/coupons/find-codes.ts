import { createHash } from 'node:crypto';
import type { Expression, Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { CouponKind } from '#core/model/code.ts';
import type { ProductKind } from '#core/model/product.ts';
import type { Coupon } from '#core/rules/coupon.ts';
import { cents } from '#core/rules/money.ts';
import type { AttemptLimit } from '#server/accounts/rate-limits.ts';
import type { Database } from '#server/database/schema.ts';

interface CouponQuestion {
  readonly code: string;
  /** Normalised e-mail of whoever would use it, null while unknown; limits per user hold for guests too. */
  readonly customer: Expression<string | null>;
  /** A use that this cart's own running order has reserved does not count against it. */
  readonly cart_id: string | null;
}

/** Selects the coupon of a code with its uses so far; no row when nobody knows the code. */
export function selectCoupon(db: Kysely<Database>, { code, customer, cart_id }: CouponQuestion) {
  return db
    .selectFrom('coupon_codes')
    .innerJoin('promotions', 'promotions.id', 'coupon_codes.promotion_id')
    .selectAll('promotions')
    .select([
      'coupon_codes.code',
      sql<number>`(
        select count(*)::int from coupon_uses
        where coupon_uses.promotion_id = promotions.id and coupon_uses.customer = ${customer}
      )`.as('used_by_customer'),
      sql<number>`(
        select count(*)::int from orders join coupon_uses on coupon_uses.order_id = orders.id
        where orders.cart_id = ${cart_id} and coupon_uses.promotion_id = promotions.id and not coupon_uses.is_settled
          and orders.state in ('draft', 'verified', 'charging', 'unknown', 'awaiting_payment')
      )`.as('reserved_by_cart'),
    ])
    .where('coupon_codes.code', '=', code);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectCoupon>['executeTakeFirstOrThrow']>>;

/** A coupon as it was selected, also by way of JSON, which writes times as text. */
export type CouponRow = Omit<Selected, 'valid_from' | 'valid_until'> & {
  readonly valid_from: Date | string | null;
  readonly valid_until: Date | string | null;
};

/** A selected coupon in the words of the rules. */
export function toCoupon(row: CouponRow): Coupon {
  return {
    id: row.id,
    code: row.code,
    kind: row.kind as CouponKind,
    value: row.value,
    valid_from: timeOf(row.valid_from),
    valid_until: timeOf(row.valid_until),
    total_limit: row.total_limit,
    used: row.used - row.reserved_by_cart,
    per_customer_limit: row.per_customer_limit,
    used_by_customer: Math.max(0, row.used_by_customer - row.reserved_by_cart),
    // All codes of a campaign belong to one promotion, whose own limit they share.
    campaign_limit: null,
    used_in_campaign: 0,
    minimum_subtotal: row.minimum_subtotal_cents === null ? null : cents(row.minimum_subtotal_cents),
    product_ids: row.product_ids,
    kinds: row.kinds as readonly ProductKind[] | null,
    campaign: row.campaign,
    free_product_id: row.free_product_id,
  };
}

function timeOf(time: Date | string | null): number | null {
  return time === null ? null : new Date(time).getTime();
}

export type GiftCodeRow = Selectable<Database['gift_codes']>;

/**
 * A gift or voucher code, undefined when nobody knows it; a user's credit has no code to type. It is looked up by its
 * digest: the time that takes tells nothing about how much of a guess is right. `for_update` locks it.
 */
export function findGiftCode(
  db: Kysely<Database>,
  code: string,
  { for_update = false }: { readonly for_update?: boolean } = {},
): Promise<GiftCodeRow | undefined> {
  return db
    .selectFrom('gift_codes')
    .selectAll()
    .where(sql`md5(code)`, '=', createHash('md5').update(code).digest('hex'))
    .where('code', '=', code)
    .where('kind', '!=', 'credit')
    .$if(for_update, (query) => query.forUpdate())
    .executeTakeFirst();
}

/**
 * Whether a gift or voucher code still gives anything. One that was used or taken back is refused like one that nobody
 * knows, so that a guess learns nothing from how it failed.
 */
export function isGood(row: GiftCodeRow): boolean {
  if (row.revoked_at !== null || row.redeemed_at !== null) return false;
  return row.kind !== 'voucher' || row.balance_cents > 0;
}

/** Codes that give nothing, by the address that tries them and by the account: only wrong guesses count. */
export function guessLimits(address: string, userId: string | null): AttemptLimit[] {
  const tried = [address, ...(userId === null ? [] : [`account:${userId}`])];
  return tried.map((who) => ({ key: ['code-guess', who], attempts: 30, minutes: 10 }));
}
