import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { BundleOffer } from '#core/rules/bundle-offer.ts';
import type { CustomProperties } from '#core/rules/cart.ts';
import { asDelivered } from '#core/rules/cart.ts';
import type { CouponFacts } from '#core/rules/cart-pricing.ts';
import type { Locale } from '#core/rules/locale.ts';
import type { Cents } from '#core/rules/money.ts';
import { cents } from '#core/rules/money.ts';
import type { ProductFacts, ProductRow } from '#server/catalogue/product-facts.ts';
import { selectProductFacts, toProductFacts } from '#server/catalogue/product-facts.ts';
import type { CouponRow } from '#server/coupons/find-coupon.ts';
import { selectCoupon, toCoupon } from '#server/coupons/find-coupon.ts';
import type { Database } from '#server/database/schema.ts';
import type { CartRow } from './own-cart.ts';

/** A line of a stored cart with its product as it is today. */
export interface LoadedLine {
  readonly product: ProductFacts;
  readonly quantity: number;
  readonly custom_properties: CustomProperties;
  /** A free-product coupon put one unit of it here. */
  readonly is_from_coupon: boolean;
}

/** Everything the price of a cart depends on. */
interface PricingFacts {
  readonly lines: readonly LoadedLine[];
  /** Of the cart's shipping address, else of the user's default one, else null. */
  readonly country: string | null;
  readonly coupon: CouponFacts | null;
  readonly voucher: { readonly id: string; readonly balance: Cents } | null;
  readonly bundles: readonly BundleOffer[];
}

type StoredLine = ProductRow & {
  readonly quantity: number;
  readonly custom_properties: unknown;
  readonly is_from_coupon: boolean;
};

/** Reads what a cart's price depends on, all of it at one instant: one query. */
export async function loadPricingFacts(
  db: Kysely<Database>,
  row: CartRow,
  locale: Locale,
): Promise<PricingFacts> {
  const found = await db
    .selectNoFrom([
      linesOf(db, row, locale).as('lines'),
      savedCountry(row).as('saved_country'),
      couponOf(db, row).as('coupon'),
      voucherOf(row).as('voucher'),
      bundlesOf(row).as('bundles'),
    ])
    .executeTakeFirstOrThrow();
  const address = row.shipping_address as { readonly country: string } | null;
  const { coupon, voucher } = found;
  return {
    lines: found.lines.map(toLine),
    country: address?.country ?? found.saved_country,
    coupon:
      row.coupon_code === null
        ? null
        : { code: row.coupon_code, campaign: row.campaign, coupon: coupon && toCoupon(coupon) },
    voucher: voucher && { id: voucher.id, balance: cents(voucher.balance_cents) },
    bundles: found.bundles.map(({ id, product_ids, price_cents }) => ({
      id,
      product_ids,
      price: cents(price_cents),
    })),
  };
}

function linesOf(db: Kysely<Database>, row: CartRow, locale: Locale): RawBuilder<StoredLine[]> {
  const lines = selectProductFacts(db, { locale, user_id: row.user_id })
    .innerJoin('cart_lines', 'cart_lines.product_id', 'products.id')
    .select(['cart_lines.quantity', 'cart_lines.custom_properties', 'cart_lines.is_from_coupon'])
    .where('cart_lines.cart_id', '=', row.id)
    .orderBy('cart_lines.position')
    .orderBy('cart_lines.product_id');
  return sql`(select coalesce(json_agg(line), '[]') from (${lines}) line)`;
}

function toLine(line: StoredLine): LoadedLine {
  const product = toProductFacts(line);
  const custom_properties = line.custom_properties as CustomProperties;
  return {
    product: { ...product, product_data: asDelivered(product.product_data, custom_properties) },
    quantity: line.quantity,
    custom_properties,
    is_from_coupon: line.is_from_coupon,
  };
}

function savedCountry(row: CartRow): RawBuilder<string | null> {
  if (row.shipping_address !== null || row.user_id === null) return sql`null`;
  return sql`(select fields ->> 'country' from addresses where user_id = ${row.user_id} and is_default_shipping)`;
}

function couponOf(db: Kysely<Database>, row: CartRow): RawBuilder<CouponRow | null> {
  if (row.coupon_code === null) return sql`null`;
  const customer =
    row.user_id === null
      ? sql<string | null>`${row.email}`
      : sql<string | null>`(select email from users where users.id = ${row.user_id})`;
  const coupon = selectCoupon(db, { code: row.coupon_code, customer, cart_id: row.id });
  return sql`(select row_to_json(coupon) from (${coupon}) coupon)`;
}

/** The voucher that was typed into the cart, while there is anything on it, else the user's credit (decisions §3). */
function voucherOf(row: CartRow): RawBuilder<{ id: string; balance_cents: number } | null> {
  if (row.voucher_id === null && row.user_id === null) return sql`null`;
  const typed = sql<boolean>`id = ${row.voucher_id} and kind <> 'gift' and balance_cents > 0`;
  const credit = sql<boolean>`kind = 'credit' and redeemed_by = ${row.user_id}`;
  const which =
    row.voucher_id === null ? credit : row.user_id === null ? typed : sql`(${typed} or ${credit})`;
  // Once redeemed a voucher is its owner's credit, whoever typed it into a cart before.
  return sql`(
    select json_build_object('id', id, 'balance_cents', balance_cents) from gift_codes
    where ${which} and revoked_at is null and (redeemed_by is null or redeemed_by = ${row.user_id})
    order by kind = 'credit' limit 1
  )`;
}

function bundlesOf(row: CartRow): RawBuilder<{ id: string; product_ids: string[]; price_cents: number }[]> {
  return sql`(
    select coalesce(json_agg(bundle), '[]') from (
      select id, product_ids, price_cents from bundles
      where product_ids <@ (select array_agg(product_id) from cart_lines where cart_id = ${row.id})
      order by id
    ) bundle
  )`;
}
