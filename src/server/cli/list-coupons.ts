import { sql } from 'kysely';
import { z } from 'zod';
import { defineCommand, done } from './command.ts';
import { moment, money } from './words.ts';

/** `coupon list`: every coupon with its codes, uses and limits. */
export const listCouponsCommand = defineCommand({
  name: 'coupon list',
  usage: '',
  summary: 'lists coupons with their codes, uses and limits',
  input: z.object({}),
  async run({ db }) {
    const coupons = await db
      .selectFrom('promotions')
      .selectAll('promotions')
      .select([
        sql<number>`(select count(*)::int from coupon_codes where promotion_id = promotions.id)`.as('codes'),
        sql<string | null>`(select min(code) from coupon_codes where promotion_id = promotions.id)`.as(
          'first_code',
        ),
      ])
      .orderBy('first_code')
      .orderBy('id')
      .execute();
    return done(...coupons.map(describe));
  },
});

interface ListedCoupon {
  readonly kind: string;
  readonly value: number;
  readonly codes: number;
  /** Null once the coupon has left the content files. */
  readonly first_code: string | null;
  readonly used: number;
  readonly total_limit: number | null;
  readonly per_customer_limit: number | null;
  readonly minimum_subtotal_cents: number | null;
  readonly valid_from: Date | null;
  readonly valid_until: Date | null;
  readonly product_ids: readonly string[] | null;
  readonly kinds: readonly string[] | null;
  readonly campaign: string | null;
  readonly free_product_id: string | null;
}

function describe(coupon: ListedCoupon): string {
  const others = coupon.codes > 1 ? ` and ${coupon.codes - 1} more` : '';
  const only = [...(coupon.product_ids ?? []), ...(coupon.kinds ?? [])];
  return [
    `${coupon.first_code ?? 'no code any more'}${others}`,
    effectOf(coupon),
    `used ${coupon.used}${coupon.total_limit === null ? '' : ` of ${coupon.total_limit}`}`,
    ...(coupon.per_customer_limit === null ? [] : [`${coupon.per_customer_limit} per customer`]),
    ...(coupon.minimum_subtotal_cents === null ? [] : [`from ${money(coupon.minimum_subtotal_cents)} on`]),
    ...(coupon.valid_from === null ? [] : [`from ${moment(coupon.valid_from)}`]),
    ...(coupon.valid_until === null ? [] : [`until ${moment(coupon.valid_until)}`]),
    ...(only.length === 0 ? [] : [`for ${only.join(', ')}`]),
    ...(coupon.campaign === null ? [] : [`campaign ${coupon.campaign}`]),
  ].join(', ');
}

function effectOf({ kind, value, free_product_id }: ListedCoupon): string {
  switch (kind) {
    case 'percent':
      return `${value} % off`;
    case 'fixed':
      return `${money(value)} off`;
    case 'free_product':
      return `${free_product_id} for nothing`;
    default:
      return 'free shipping';
  }
}
