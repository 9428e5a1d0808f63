import { type Expression, type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { RequestedLine } from '#core/model/cart.ts';
import type { CouponKind } from '#core/model/coupon.ts';
import type { BundleOffer, ProductKind } from '#core/model/product.ts';
import type { Locale } from '#core/model/values.ts';
import { cents } from '#core/rules/basics/money.ts';
import type { CouponFacts, CreditSource } from '#core/rules/carts/cart-pricing.ts';
import type { Coupon } from '#core/rules/coupons/discounts.ts';
import { type BundleOfferRow, toBundleOffers } from '#server/catalogue/bundle-offers.ts';
import {
  isOwned,
  type ProductFacts,
  type ProductRow,
  toProductFacts,
} from '#server/catalogue/product-facts.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { CartChanges, CartRow, StoredLine } from './cart-rows.ts';
import {
  type CatalogueCache,
  type CountrySettings,
  idSet,
  type PricingCatalogue,
  selectCatalogue,
} from './pricing-catalogue.ts';

/** Everything that determines what a cart may hold and what it costs. */
export interface PricingFacts extends CountrySettings {
  readonly lines: readonly StoredLine[];
  /** The products of the lines and the wanted ones, by their ids. */
  readonly products: ReadonlyMap<string, ProductFacts>;
  /** Country of the cart's address or billing contact, else of the user's default address, else null. */
  readonly country: string | null;
  readonly coupon: CouponFacts | null;
  /** A paid voucher and the user's paid credit. Only one of them pays; the voucher comes first. */
  readonly paid: readonly CreditSource[];
  /** As `paid`, for a promotional voucher and promotional credit. */
  readonly promotional: readonly CreditSource[];
  /** All offers with a product that is in the cart or wanted. Only complete offers lower a price. */
  readonly bundles: readonly BundleOffer[];
}

/** A stored cart with all facts about it. */
export interface StoredCart {
  readonly row: CartRow;
  readonly facts: PricingFacts;
  /** New e-mail that `changes` gives a guest's cart. Null if its e-mail does not change. */
  readonly new_email: string | null;
}

interface ReadOptions {
  /** Language of the product names. */
  readonly locale: Locale;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Products that are not in the cart yet. */
  readonly wanted?: readonly Pick<RequestedLine, 'product_id'>[];
  /** Values that replace the stored columns. */
  readonly changes?: CartChanges;
  /**
   * Cached prices (docs/behaviour/carts.md#prices-from-memory). Without it everything is read from the database, from
   * one snapshot.
   */
  readonly catalogue?: CatalogueCache;
}

/** Reads the cart for which a condition on `carts` is true with everything that determines its price, in one query. */
export function readCart(
  db: Kysely<Database>,
  condition: RawBuilder<boolean>,
  options: ReadOptions,
): Promise<StoredCart | undefined> {
  return readFrom(db, db.selectFrom('carts').where(condition), options);
}

/** As `readCart`, for a cart that is not stored yet. */
export async function readNewCart(
  db: Kysely<Database>,
  row: CartRow,
  options: ReadOptions,
): Promise<StoredCart> {
  const record = sql<CartRow>`jsonb_populate_record(null::carts, ${JSON.stringify(row)}::jsonb)`;
  const stored = await readFrom(db, db.selectFrom(record.as<'carts'>('carts')), options);
  if (stored === undefined) throw new Error('A row was given');
  return stored;
}

async function readFrom(
  db: Kysely<Database>,
  carts: SelectQueryBuilder<Database, 'carts', object>,
  { changes = {}, catalogue, ...options }: ReadOptions,
): Promise<StoredCart | undefined> {
  const { locale, now } = options;
  const columns = changedColumns(changes);
  const ids = idsOf(columns.id, options.wanted);
  const personal = carts.selectAll('carts').select(selectPersonal(db, columns));
  if (catalogue === undefined) {
    const found = await personal
      .select(selectCatalogue(db, { locale, ids, user_id: columns.user_id }))
      .executeTakeFirst();
    if (found === undefined) return undefined;
    const products = new Map(found.products.map((product) => [product.id, product]));
    return toStoredCart(found, found.products, { ...found, products }, { changes, now });
  }
  const found = await personal.select(selectStates(db, columns, ids)).executeTakeFirst();
  if (found === undefined) return undefined;
  const known = await catalogue.read(
    db,
    locale,
    found.states.map(({ id }) => id),
  );
  return toStoredCart(found, found.states, known, { changes, now });
}

/** Values or columns of a cart on which its facts depend. */
interface CartColumns {
  readonly id: CartValue;
  readonly user_id: CartValue | null;
  readonly email: CartValue | null;
  readonly coupon_code: CartValue | null;
  readonly voucher_id: CartValue | null;
}

type CartValue = string | Expression<string>;

function changedColumns({ email, coupon_code, voucher_id }: CartChanges): CartColumns {
  return {
    id: sql<string>`carts.id`,
    user_id: sql<string>`carts.user_id`,
    email: email ?? sql<string>`carts.email`,
    coupon_code: coupon_code === undefined ? sql<string>`carts.coupon_code` : coupon_code,
    voucher_id: voucher_id === undefined ? sql<string>`carts.voucher_id` : voucher_id,
  };
}

function changedRow(stored: CartRow, { email, ...changes }: CartChanges): CartRow {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const isGuests = stored.user_id === null;
  return { ...stored, ...Object.fromEntries(given), email: (isGuests ? email : undefined) ?? stored.email };
}

/** The ids of the products in a cart and of the wanted ones. */
function idsOf(cartId: CartValue, wanted: ReadOptions['wanted'] = []): RawBuilder<string> {
  const wantedIds = idSet(wanted.map((line) => line.product_id));
  return sql`select product_id from cart_lines where cart_id = ${cartId} union ${wantedIds}`;
}

/** State of a product for this buyer at this moment. */
type ProductState = Pick<ProductRow, 'id' | 'stock' | 'is_owned'>;

function selectStates(db: Kysely<Database>, cart: CartColumns, ids: RawBuilder<string>) {
  const states = db
    .selectFrom('products')
    .select(['products.id', 'products.stock', isOwned(cart.user_id).as('is_owned')])
    .where(sql<boolean>`products.id in (${ids})`);
  return sql<ProductState[]>`(select coalesce(json_agg(state), '[]') from (${states}) state)`.as('states');
}

function selectPersonal(db: Kysely<Database>, cart: CartColumns) {
  return [
    sql<StoredLine[]>`(
      select coalesce(json_agg(line), '[]') from (
        select product_id, quantity, custom_properties, position, is_from_coupon
        from cart_lines where cart_id = ${cart.id} order by position
      ) line
    )`.as('lines'),
    savedCountry(cart).as('saved_country'),
    couponOf(db, cart).as('coupon'),
    creditOf(cart).as('credit'),
  ] as const;
}

interface PersonalFacts {
  readonly lines: readonly StoredLine[];
  readonly saved_country: string | null;
  readonly coupon: CouponRow | null;
  readonly credit: readonly CreditRow[];
}

function toStoredCart(
  { lines, saved_country, coupon, credit, ...columns }: CartRow & PersonalFacts,
  states: readonly ProductState[],
  { products, bundles, oss_from, delivery_countries }: PricingCatalogue,
  { changes, now }: { readonly changes: CartChanges; readonly now: number },
): StoredCart {
  const row = changedRow(columns, changes);
  const buyer = (row.shipping_address ?? row.billing_contact) as { readonly country: string } | null;
  const sourcesOf = (isPromotional: boolean): readonly CreditSource[] =>
    credit
      .filter(({ is_promotional }) => is_promotional === isPromotional)
      .toSorted((one, other) => Number(one.kind === 'credit') - Number(other.kind === 'credit'))
      .map(({ id, balance_cents }) => ({ id, balance: cents(balance_cents) }));
  const facts: PricingFacts = {
    lines,
    products: new Map(
      states.flatMap((state) => {
        const product = products.get(state.id);
        return product === undefined ? [] : [[state.id, toProductFacts({ ...product, ...state })]];
      }),
    ),
    oss_from,
    delivery_countries,
    country: buyer?.country ?? saved_country,
    coupon:
      row.coupon_code === null
        ? null
        : { code: row.coupon_code, campaign: row.campaign, coupon: coupon && toCoupon(coupon) },
    paid: sourcesOf(false),
    promotional: sourcesOf(true),
    bundles: toBundleOffers(bundles.filter(isBundleOf(states)), now),
  };
  return { row, facts, new_email: row.email === columns.email ? null : row.email };
}

function isBundleOf(products: readonly Pick<ProductState, 'id'>[]) {
  const ids = new Set(products.map(({ id }) => id));
  return (bundle: BundleOfferRow) => bundle.product_ids.some((id) => ids.has(id));
}

/** The country of a user's default shipping address; null without one. */
export function savedCountry({ user_id }: Pick<CartColumns, 'user_id'>): RawBuilder<string | null> {
  if (user_id === null) return sql`null`;
  return sql`(select fields ->> 'country' from addresses where user_id = ${user_id} and is_default_shipping)`;
}

function couponOf(
  db: Kysely<Database>,
  { id, user_id, email, coupon_code }: CartColumns,
): RawBuilder<CouponRow | null> {
  if (coupon_code === null) return sql`null`;
  const customer = sql<string | null>`case when ${user_id}::uuid is null then ${email}
    else (select email from users where users.id = ${user_id}) end`;
  const coupon = selectCoupon(db, { code: coupon_code, customer, user_id, cart_id: id });
  return sql`(select row_to_json(coupon) from (${coupon}) coupon)`;
}

interface CouponQuery {
  readonly code: CartValue;
  /** Normalised e-mail of the customer, for limits per customer; guests have one too. Null while unknown. */
  readonly customer: Expression<string | null>;
  /** The user of the cart, whose uses count under each e-mail address; null for guests. */
  readonly user_id: CartValue | null;
  /** A use that is reserved by the open order of this cart is not counted: it is not settled. */
  readonly cart_id: CartValue | null;
}

/** Selects the coupon of a code with the number of its uses; no row for an unknown code. */
export function selectCoupon(db: Kysely<Database>, { code, customer, user_id, cart_id }: CouponQuery) {
  return db
    .selectFrom('coupon_codes')
    .innerJoin('promotions', 'promotions.id', 'coupon_codes.promotion_id')
    .selectAll('promotions')
    .select([
      'coupon_codes.code',
      sql<number>`(
        select count(*)::int from (
          select order_id from coupon_uses
          where coupon_uses.promotion_id = promotions.id and coupon_uses.customer = ${customer}
          union
          select order_id from orders join coupon_uses on coupon_uses.order_id = orders.id
          where orders.user_id = ${user_id}::uuid and coupon_uses.promotion_id = promotions.id
        ) used
      )`.as('used_by_customer'),
      sql<number>`(
        select count(*)::int from orders join coupon_uses on coupon_uses.order_id = orders.id
        where orders.cart_id = ${cart_id} and coupon_uses.promotion_id = promotions.id and not coupon_uses.is_settled
      )`.as('reserved_by_cart'),
      sql<boolean>`is_first_purchase_only and exists (
        select from orders where completed_at is not null and (email = ${customer} or user_id = ${user_id}::uuid)
      )`.as('has_bought'),
    ])
    .where('coupon_codes.code', '=', code);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectCoupon>['executeTakeFirstOrThrow']>>;

/** A selected coupon. Read through JSON, its times are strings. */
type CouponRow = Omit<Selected, 'valid_from' | 'valid_until'> & {
  readonly valid_from: Date | string | null;
  readonly valid_until: Date | string | null;
};

/** Converts a selected coupon to the type of the rules. */
export function toCoupon(row: CouponRow): Coupon {
  const used_by_customer = Math.max(0, row.used_by_customer - row.reserved_by_cart);
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
    used_by_customer,
    is_first_purchase_only: row.is_first_purchase_only,
    // A use that another order has reserved may still become the first purchase.
    has_bought: row.has_bought || used_by_customer > 0,
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

interface CreditRow {
  readonly id: string;
  readonly kind: string;
  readonly is_promotional: boolean;
  readonly balance_cents: number;
}

/**
 * The voucher applied to the cart if it has a balance, and the user's paid and promotional credit
 * (docs/behaviour/gifts.md#voucher-before-account-credit).
 */
function creditOf({ voucher_id, user_id }: CartColumns): RawBuilder<readonly CreditRow[]> {
  if (voucher_id === null && user_id === null) return sql`'[]'::json`;
  const typed = sql<boolean>`id = ${voucher_id} and kind <> 'gift' and balance_cents > 0`;
  const credit = sql<boolean>`kind = 'credit' and redeemed_by = ${user_id}`;
  const which = voucher_id === null ? credit : user_id === null ? typed : sql`(${typed} or ${credit})`;
  // A redeemed voucher has become its owner's credit, also when it was applied to a cart before.
  return sql`(
    select coalesce(json_agg(source), '[]') from (
      select id, kind, is_promotional, balance_cents from gift_codes
      where ${which} and revoked_at is null and (redeemed_by is null or redeemed_by = ${user_id})
    ) source
  )`;
}
