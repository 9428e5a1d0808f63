import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { ContentCoupon } from '#server/content/content.ts';
import type { Database } from '#server/database/schema.ts';

/**
 * Adds and changes coupons and leaves their uses as they are. Codes that are gone stop working; their promotions
 * stay, because orders name them. Coupons that an operator made are left alone.
 */
export async function loadPromotions(
  trx: Transaction<Database>,
  coupons: readonly ContentCoupon[],
): Promise<void> {
  const codes = coupons.flatMap((coupon) => coupon.codes.map((code) => ({ code, promotion_id: coupon.id })));
  await sql`delete from coupon_codes using promotions
    where promotions.id = coupon_codes.promotion_id and promotions.is_content
      and coupon_codes.code <> all(${codes.map(({ code }) => code)}::text[])`.execute(trx);
  if (coupons.length === 0) return;
  await trx
    .insertInto('promotions')
    .values(coupons.map(toRow))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({
        kind: row.ref('excluded.kind'),
        value: row.ref('excluded.value'),
        valid_from: row.ref('excluded.valid_from'),
        valid_until: row.ref('excluded.valid_until'),
        // A limit below what has been used already is reached, not impossible.
        total_limit: sql<number | null>`case when excluded.total_limit is null then null
          else greatest(excluded.total_limit, promotions.used) end`,
        per_customer_limit: row.ref('excluded.per_customer_limit'),
        minimum_subtotal_cents: row.ref('excluded.minimum_subtotal_cents'),
        product_ids: row.ref('excluded.product_ids'),
        kinds: row.ref('excluded.kinds'),
        campaign: row.ref('excluded.campaign'),
        free_product_id: row.ref('excluded.free_product_id'),
        is_content: true,
      })),
    )
    .execute();
  await trx
    .insertInto('coupon_codes')
    .values(codes)
    .onConflict((conflict) =>
      conflict.column('code').doUpdateSet((row) => ({ promotion_id: row.ref('excluded.promotion_id') })),
    )
    .execute();
}

function toRow(coupon: ContentCoupon) {
  return {
    id: coupon.id,
    kind: coupon.kind,
    value: coupon.value,
    valid_from: toDate(coupon.valid_from),
    valid_until: toDate(coupon.valid_until),
    total_limit: coupon.limit_total,
    per_customer_limit: coupon.limit_per_user,
    minimum_subtotal_cents: coupon.minimum_subtotal_cents,
    product_ids: coupon.product_ids === null ? null : [...coupon.product_ids],
    kinds: coupon.kinds === null ? null : [...coupon.kinds],
    campaign: coupon.campaign,
    free_product_id: coupon.product_id,
    is_content: true,
  };
}

function toDate(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant);
}
