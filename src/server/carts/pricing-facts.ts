import type { Expression, Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { RequestedLine } from '#core/model/cart.ts';
import type { BundleOffer } from '#core/model/product.ts';
import type { Cents, Locale } from '#core/model/values.ts';
import type { CouponFacts } from '#core/rules/cart-pricing.ts';
import { cents } from '#core/rules/money.ts';
import type { BundleOfferRow } from '#server/catalogue/bundle-offers.ts';
import { toBundleOffers } from '#server/catalogue/bundle-offers.ts';
import type { ProductFacts, ProductRow } from '#server/catalogue/product-facts.ts';
import { isOwned, toProductFacts } from '#server/catalogue/product-facts.ts';
import type { Database } from '#server/database/schema.ts';
import type { CouponRow } from './cart-coupon.ts';
import { selectCoupon, toCoupon } from './cart-coupon.ts';
import type { StoredLine } from './cart-lines.ts';
import type { CartRow } from './own-cart.ts';
import type { KeptCatalogue, PricingCatalogue } from './pricing-catalogue.ts';
import { idSet, selectCatalogue } from './pricing-catalogue.ts';

/** Everything that determines what a cart may hold and what it costs. */
export interface PricingFacts {
  readonly lines: readonly StoredLine[];
  /** The products of the lines and the wanted ones, by their ids. */
  readonly products: ReadonlyMap<string, ProductFacts>;
  /** Of the cart's address or billing contact, else of the user's default address, else null. */
  readonly country: string | null;
  readonly coupon: CouponFacts | null;
  /** The paid voucher, or the credit from paid vouchers. */
  readonly paid: CreditSource | null;
  readonly promotional: CreditSource | null;
  /** All offers of which a product is in the cart or wanted: only those that are complete lower a price. */
  readonly bundles: readonly BundleOffer[];
  /** First day of the VAT one-stop shop as `YYYY-MM-DD`; null: not used. */
  readonly oss_from: string | null;
}

/** A voucher or a user's credit, with its balance. */
interface CreditSource {
  readonly id: string;
  readonly balance: Cents;
}

interface FactsOptions {
  /** Language of the product names. */
  readonly locale: Locale;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Products that are not in the cart yet. */
  readonly wanted?: readonly Pick<RequestedLine, 'product_id'>[];
}

/**
 * Reads everything that determines a cart's price from the database, in one query and so from one snapshot. The row may
 * differ from the stored one, for example have a code that is being applied.
 */
export async function loadPricingFacts(
  db: Kysely<Database>,
  row: CartRow,
  options: FactsOptions,
): Promise<PricingFacts> {
  const { user_id } = row;
  const ids = idsOf(row.id, options);
  const found = await db
    .selectNoFrom([
      ...selectPersonal(db, row),
      ...selectCatalogue(db, { locale: options.locale, ids, user_id }),
    ])
    .executeTakeFirstOrThrow();
  const { products } = found;
  const catalogue = { ...found, products: new Map(products.map((product) => [product.id, product])) };
  return toFacts(found, products, catalogue, row, options.now);
}

/** A stored cart with all facts about it. */
export interface StoredCart {
  readonly row: CartRow;
  /** Changes with every change of the row. What changes lines or codes changes the row, too. */
  readonly version: string;
  readonly facts: PricingFacts;
}

interface ReadOptions extends FactsOptions {
  /** In place of the stored one. */
  readonly email?: string | undefined;
}

/**
 * Reads the cart for which a condition on `carts` is true in one query, and what it is priced with from memory
 * (docs/behaviour/cart.md#prices-from-memory).
 */
export async function readStoredCart(
  db: Kysely<Database>,
  catalogue: KeptCatalogue,
  condition: RawBuilder<boolean>,
  { email, ...options }: ReadOptions,
): Promise<StoredCart | undefined> {
  const columns = storedColumns(email);
  const found = await db
    .selectFrom('carts')
    .selectAll('carts')
    .select(sql<string>`carts.xmin`.as('version'))
    .select([...selectPersonal(db, columns), selectStates(db, columns, options)])
    .where(condition)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { lines, states, saved_country, coupon, credit, version, ...stored } = found;
  const row = { ...stored, email: email ?? stored.email };
  const known = await catalogue.read(
    db,
    options.locale,
    states.map(({ id }) => id),
  );
  const personal = { lines, saved_country, coupon, credit };
  return { row, version, facts: toFacts(personal, states, known, row, options.now) };
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

function storedColumns(email: string | undefined): CartColumns {
  return {
    id: sql<string>`carts.id`,
    user_id: sql<string>`carts.user_id`,
    email: email ?? sql<string>`carts.email`,
    coupon_code: sql<string>`carts.coupon_code`,
    voucher_id: sql<string>`carts.voucher_id`,
  };
}

/** The ids of the products in a cart and of the wanted ones. */
function idsOf(cartId: CartValue, { wanted = [] }: FactsOptions): RawBuilder<string> {
  const wantedIds = idSet(wanted.map((line) => line.product_id));
  return sql`select product_id from cart_lines where cart_id = ${cartId} union ${wantedIds}`;
}

/** What a product is for this buyer at this moment. */
type ProductState = Pick<ProductRow, 'id' | 'stock' | 'is_owned'>;

function selectStates(db: Kysely<Database>, cart: CartColumns, options: FactsOptions) {
  const states = db
    .selectFrom('products')
    .select(['products.id', 'products.stock', isOwned(cart.user_id).as('is_owned')])
    .where(sql<boolean>`products.id in (${idsOf(cart.id, options)})`);
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

function toFacts(
  { lines, saved_country, coupon, credit }: PersonalFacts,
  states: readonly ProductState[],
  { products, bundles, oss_from }: PricingCatalogue,
  row: CartRow,
  now: number,
): PricingFacts {
  const buyer = (row.shipping_address ?? row.billing_contact) as { readonly country: string } | null;
  const isTyped = credit.some(({ kind }) => kind !== 'credit');
  const usable = credit.filter(({ kind }) => !isTyped || kind !== 'credit');
  const sourceOf = (isPromotional: boolean): CreditSource | null => {
    const source = usable.find(({ is_promotional }) => is_promotional === isPromotional);
    return source === undefined ? null : { id: source.id, balance: cents(source.balance_cents) };
  };
  return {
    lines,
    products: new Map(
      states.flatMap((state) => {
        const product = products.get(state.id);
        return product === undefined ? [] : [[state.id, toProductFacts({ ...product, ...state })]];
      }),
    ),
    oss_from,
    country: buyer?.country ?? saved_country,
    coupon:
      row.coupon_code === null
        ? null
        : { code: row.coupon_code, campaign: row.campaign, coupon: coupon && toCoupon(coupon) },
    paid: sourceOf(false),
    promotional: sourceOf(true),
    bundles: toBundleOffers(bundles.filter(isBundleOf(states)), now),
  };
}

function isBundleOf(products: readonly Pick<ProductState, 'id'>[]) {
  const ids = new Set(products.map(({ id }) => id));
  return (bundle: BundleOfferRow) => bundle.product_ids.some((id) => ids.has(id));
}

function savedCountry({ user_id }: CartColumns): RawBuilder<string | null> {
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
  const coupon = selectCoupon(db, { code: coupon_code, customer, cart_id: id });
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
 * (docs/behaviour/gifts-and-vouchers.md#voucher-before-account-credit).
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
