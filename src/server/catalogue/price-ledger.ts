import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { ProductKind } from '#core/model/product.ts';
import {
  type LedgerEntry,
  type OfferPrice,
  offerPrice,
  type Reduction,
} from '#core/rules/catalogue/offer-price.ts';
import type { Database } from '#server/platform/database/schema.ts';

/**
 * Adds to the price ledger all public prices that are new, changed or ended: of products on sale, bundle offers and
 * public coupons (docs/behaviour/consumer-rights.md#ledger-of-prices). Call it in the same transaction as any change of
 * them.
 */
export async function recordPrices(trx: Transaction<Database>, now: Date): Promise<void> {
  await sql`
    with asked as (
      select 'product' as kind, id as subject, jsonb_build_object('price', price_cents) as terms
      from products where is_active
      union all
      select 'bundle', id, jsonb_build_object('product_ids', product_ids, 'price', price_cents) from bundles
      union all
      select 'coupon', id, jsonb_build_object(
        'kind', kind, 'value', value, 'minimum_subtotal', minimum_subtotal_cents, 'product_ids', product_ids,
        'kinds', kinds, 'free_product_id', free_product_id,
        'valid_from', (extract(epoch from valid_from) * 1000)::bigint,
        'valid_until', (extract(epoch from valid_until) * 1000)::bigint
      ) from promotions
      where is_public and exists (select from coupon_codes where promotion_id = promotions.id)
    ), noted as (
      select distinct on (kind, subject) kind, subject, terms from price_ledger
      order by kind, subject, valid_from desc
    )
    insert into price_ledger (kind, subject, valid_from, terms)
    select kind, subject, ${now}, asked.terms
    from asked full join noted using (kind, subject)
    where asked.terms is distinct from noted.terms
    on conflict (kind, subject, valid_from) do update set terms = excluded.terms
  `.execute(trx);
}

/** Selects the ledger entries of these products and of all bundle offers and coupons, as one JSON value. */
export function selectLedger(productIds: RawBuilder<unknown>): RawBuilder<readonly LedgerEntry[]> {
  // Lists the other kinds instead of `kind <> 'product'`, which no index supports: every cart and card reads this.
  return sql`(
    select coalesce(json_agg(json_build_object(
      'kind', kind, 'subject', subject, 'valid_from', (extract(epoch from valid_from) * 1000)::bigint, 'terms', terms
    )), '[]') from price_ledger
    where kind in ('bundle', 'coupon') or kind = 'product' and subject = any(${productIds})
  )`;
}

interface AdvertisedOffer {
  readonly product_ids: readonly string[];
  readonly reduction: Reduction;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Returns the total price of these products with a reduction, and its reference price; null if the reduction is not
 * valid now.
 */
export async function readOfferPrice(
  db: Kysely<Database>,
  { product_ids, reduction, now }: AdvertisedOffer,
): Promise<OfferPrice | null> {
  const ids = sql`${[...product_ids]}::text[]`;
  const { ledger } = await db.selectNoFrom(selectLedger(ids).as('ledger')).executeTakeFirstOrThrow();
  const products = await db
    .selectFrom('products')
    .select(['id as product_id', 'kind', 'is_fixed_price', 'is_shipped'])
    .where(sql<boolean>`id = any(${ids})`)
    .execute();
  const offered = products.map((product) => ({ ...product, kind: product.kind as ProductKind }));
  return offerPrice(ledger, { products: offered, reduction, now });
}
