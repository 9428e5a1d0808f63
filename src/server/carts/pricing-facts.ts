import { type Expression, type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { RequestedLine } from '#core/model/cart.ts';
import type { BundleOffer } from '#core/model/product.ts';
import type { Locale } from '#core/model/values.ts';
import { cents } from '#core/rules/basics/money.ts';
import type { CouponFacts } from '#core/rules/carts/cart-pricing.ts';
import type { CreditSource } from '#core/rules/coupons/credit.ts';
import { type BundleOfferRow, selectBundleOffers, toBundleOffers } from '#server/catalogue/bundle-offers.ts';
import {
  isOwned,
  type ProductFacts,
  type ProductRow,
  selectProductFacts,
  toProductFacts,
} from '#server/catalogue/product-facts.ts';
import type { CatalogueChanges } from '#server/platform/database/catalogue-changes.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type CouponRow, selectCoupon, toCoupon } from './cart-coupon.ts';
import type { CartChanges, CartRow, StoredLine } from './cart-rows.ts';
import { type CountrySettings, selectCountrySettings } from './country-settings.ts';

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

/** Facts that determine the price of a cart besides the cart and its buyer. */
interface PricingCatalogue extends CountrySettings {
  readonly products: ReadonlyMap<string, ProductRow>;
  /** At least the offers with a requested product. */
  readonly bundles: readonly BundleOfferRow[];
}

interface CatalogueOptions {
  readonly locale: Locale;
  /** A set of product ids as a subquery. */
  readonly ids: RawBuilder<string>;
  /** The user for whom `is_owned` is computed; null for none. */
  readonly user_id: string | Expression<string> | null;
}

/** Selects the catalogue for some products, as columns of another query. */
function selectCatalogue(db: Kysely<Database>, { locale, ids, user_id }: CatalogueOptions) {
  const products = selectProductFacts(db, { locale, user_id }).where(sql<boolean>`products.id in (${ids})`);
  return [
    sql<ProductRow[]>`(select coalesce(json_agg(product), '[]') from (${products}) product)`.as('products'),
    selectBundleOffers(db, locale, sql`bundles.product_ids && array(${ids})`).as('bundles'),
    ...selectCountrySettings(),
  ] as const;
}

/** Product ids as a subquery. As JSON, because for an array PostgreSQL would plan every call anew. */
function idSet(ids: readonly string[]): RawBuilder<string> {
  return sql`select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)`;
}

export interface CatalogueCache {
  /**
   * Returns the catalogue with at least these products; reads unknown ones with `db`. Stock may be outdated, and
   * `is_owned` is false.
   */
  read(db: Kysely<Database>, locale: Locale, ids: readonly string[]): Promise<PricingCatalogue>;
}

/** Cache of one language; offers are added with their products. */
interface Kept extends CountrySettings {
  readonly version: number | null;
  readonly products: Map<string, ProductRow>;
  readonly bundles: Map<string, BundleOfferRow>;
}

/** Most cached products per language; above it the cache is cleared. One takes about 1 kB. */
const mostProducts = 5_000;

/**
 * Caches the catalogue that carts are priced with until a change of it is notified
 * (docs/behaviour/carts.md#prices-from-memory). While notifications cannot be received, everything is read from the
 * database.
 */
export function createCatalogueCache(changes: Pick<CatalogueChanges, 'version'>): CatalogueCache {
  const kept = new Map<Locale, Kept>();

  return {
    async read(db, locale, ids) {
      const version = changes.version();
      const found = kept.get(locale);
      const current = version !== null && found?.version === version ? found : null;
      const missing = current === null ? ids : ids.filter((id) => !current.products.has(id));
      if (current === null || missing.length > 0) {
        const options = { locale, ids: idSet(missing), user_id: null };
        const read = await db.selectNoFrom(selectCatalogue(db, options)).executeTakeFirstOrThrow();
        const next = current ?? { ...read, version, products: new Map(), bundles: new Map() };
        for (const product of read.products) next.products.set(product.id, product);
        for (const bundle of read.bundles) next.bundles.set(bundle.id, bundle);
        if (next.products.size > mostProducts) kept.delete(locale);
        // A change notified during the query may be missing from its result.
        else if (version !== null && version === changes.version()) kept.set(locale, next);
        return { ...next, bundles: [...next.bundles.values()] };
      }
      return { ...current, bundles: [...current.bundles.values()] };
    },
  };
}
