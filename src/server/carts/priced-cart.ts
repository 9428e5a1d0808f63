import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Cart, CartError, CustomProperties } from '#core/model/cart.ts';
import type { BundleOffer } from '#core/model/product.ts';
import type { Cents, Locale } from '#core/model/values.ts';
import { calendarDay } from '#core/rules/calendar.ts';
import { asDelivered } from '#core/rules/cart.ts';
import { validateQuantity } from '#core/rules/cart-limits.ts';
import { quantities } from '#core/rules/cart-lines.ts';
import type { CouponFacts, PricedCart } from '#core/rules/cart-pricing.ts';
import { priceCart } from '#core/rules/cart-pricing.ts';
import { includedVat, legalProfiles } from '#core/rules/consumer-rights.ts';
import { emptyCart } from '#core/rules/empty-cart.ts';
import { cents, noCents } from '#core/rules/money.ts';
import { withoutRecipients } from '#core/rules/stored-cart.ts';
import type { VatShare } from '#core/rules/vat.ts';
import type { VatContext } from '#core/rules/vat-rates.ts';
import { vatRate } from '#core/rules/vat-rates.ts';
import { selectBundleOffers, toBundleOffers } from '#server/catalogue/bundle-offers.ts';
import type { ProductFacts, ProductRow } from '#server/catalogue/product-facts.ts';
import { selectProductFacts, toProductFacts } from '#server/catalogue/product-facts.ts';
import type { Database } from '#server/database/schema.ts';
import type { ServerContext } from '#server/server-context.ts';
import type { CouponRow } from './cart-coupon.ts';
import { selectCoupon, toCoupon } from './cart-coupon.ts';
import type { CartRow } from './own-cart.ts';
import { selectOssDay } from './vat-context.ts';

/** A line of a stored cart with its price parts. Amounts in cents. */
interface PricedLine extends ProductFacts {
  readonly quantity: number;
  readonly custom_properties: CustomProperties;
  readonly unit_price: Cents;
  /** Line total before discount. */
  readonly price: Cents;
  readonly discount: Cents;
  /** In percent, for the country of the shipping address. */
  readonly vat_rate: number;
  /** The VAT contained in `price − discount`. */
  readonly included_vat: Cents;
  /** Why this line cannot be ordered, for example because the product was sold out in the meantime; else null. */
  readonly problem: CartError | null;
}

export interface PricedStoredCart {
  /** The cart for the API's response. */
  readonly cart: Cart;
  readonly lines: readonly PricedLine[];
  readonly vat_shares: readonly VatShare[];
  /** The country used for shipping and VAT; null while unknown. */
  readonly country: string | null;
  /** The promotion of which an order has to reserve a use; null without a valid coupon. */
  readonly promotion_id: string | null;
  /** The voucher or account credit that pays the paid part of `credit`; null when that part is 0. */
  readonly voucher_id: string | null;
  /** The account credit that pays `promotional_credit`; null when that is 0. */
  readonly promotional_id: string | null;
}

interface PricingOptions {
  /** Language of the product names. */
  readonly locale: Locale;
  /** Country to use in place of that of the cart's shipping address or of the user's default address. */
  readonly country?: string | undefined;
}

/**
 * Prices a stored cart with the current prices, stock, coupon and voucher (docs/behaviour/cart.md#server-prices), by
 * the same rule that computes the preview in the browser. Only reads; lock the cart first when a decision depends on
 * the result. The free product of a coupon is left out while the coupon is not valid.
 */
export async function loadPricedCart(
  db: Kysely<Database>,
  context: Pick<ServerContext, 'clock'>,
  row: CartRow,
  { locale, country: wantedCountry }: PricingOptions,
): Promise<PricedStoredCart> {
  const now = context.clock.now();
  const facts = await loadPricingFacts(db, row, { locale, now });
  const { lines: loaded, coupon, paid, promotional, bundles, oss_from } = facts;
  const vat: VatContext = { on: calendarDay(now), oss_from };
  const country = wantedCountry ?? facts.country;
  const price = (lines: readonly LoadedLine[]) =>
    priceCart({
      lines,
      coupon,
      country,
      credit_balance: paid?.balance ?? noCents,
      promotional_balance: promotional?.balance ?? noCents,
      now,
      oss_from,
      bundles,
    });
  const all = price(loaded);
  const lines = all.code_error === null ? loaded : withoutGiveaways(loaded);
  const priced = lines === loaded ? all : { ...price(lines), code_error: all.code_error };
  const pieces = quantities(priced.products);
  return {
    cart: toCart(priced, row),
    lines: lines.map((line, index) => {
      const wanted = pieces.get(line.product.product_id) ?? 0;
      return {
        ...toPricedLine(line, priced, index, { country, vat }),
        problem: problemOf(line.product, wanted),
      };
    }),
    vat_shares: priced.vat_shares,
    country,
    promotion_id: coupon?.coupon && priced.code_error === null ? coupon.coupon.id : null,
    voucher_id: priced.credit > priced.promotional_credit ? (paid?.id ?? null) : null,
    promotional_id: priced.promotional_credit > 0 ? (promotional?.id ?? null) : null,
  };
}

/** Removes the free unit of a coupon that is not valid at the moment, so that nobody is charged for it. */
function withoutGiveaways(lines: readonly LoadedLine[]): readonly LoadedLine[] {
  if (!lines.some((line) => line.is_from_coupon)) return lines;
  return lines
    .map((line) => (line.is_from_coupon ? { ...line, quantity: line.quantity - 1 } : line))
    .filter((line) => line.quantity > 0);
}

function toCart(priced: PricedCart, { public_id, user_id }: CartRow): Cart {
  const { vat_shares: _, ...amounts } = priced;
  const cart = { ...emptyCart, ...amounts, bundle_cart_unique_id: public_id };
  return user_id === null ? withoutRecipients(cart) : cart;
}

function toPricedLine(
  line: LoadedLine,
  priced: PricedCart,
  index: number,
  { country, vat }: { readonly country: string | null; readonly vat: VatContext },
): Omit<PricedLine, 'problem'> {
  const { product, quantity, custom_properties } = line;
  const item = priced.products[index];
  if (item === undefined) throw new Error(`No price for line ${index}`);
  const discount = priced.discounts.lines.find((part) => part.line_id === item.line_id)?.amount ?? noCents;
  const rate = vatRate(legalProfiles[product.product_data.kind].vat_class, country, vat);
  return {
    ...product,
    quantity,
    custom_properties,
    unit_price: product.product_data.price,
    price: item.price,
    discount,
    vat_rate: rate,
    included_vat: includedVat(cents(item.price - discount), rate),
  };
}

/** `quantity` is the product's total over all lines. */
function problemOf(product: ProductFacts, quantity: number): CartError | null {
  const { is_active, stock, is_owned } = product;
  const limits = { max_quantity: product.product_data.max_quantity, stock, is_owned };
  return validateQuantity(is_active ? limits : null, quantity);
}

/** A line of a stored cart with the current data of its product. */
interface LoadedLine {
  readonly product: ProductFacts;
  readonly quantity: number;
  readonly custom_properties: CustomProperties;
  /** One unit of this line was added by a free-product coupon. */
  readonly is_from_coupon: boolean;
}

/** Everything that determines the price of a cart. */
interface PricingFacts {
  readonly lines: readonly LoadedLine[];
  /** Of the cart's address or billing contact, else of the user's default address, else null. */
  readonly country: string | null;
  readonly coupon: CouponFacts | null;
  /** The paid voucher, or the credit from paid vouchers. */
  readonly paid: CreditSource | null;
  readonly promotional: CreditSource | null;
  readonly bundles: readonly BundleOffer[];
  /** First day of the VAT one-stop shop as `YYYY-MM-DD`; null: not used. */
  readonly oss_from: string | null;
}

/** A voucher or a user's credit, with its balance. */
interface CreditSource {
  readonly id: string;
  readonly balance: Cents;
}

type StoredLine = ProductRow & {
  readonly quantity: number;
  readonly custom_properties: unknown;
  readonly is_from_coupon: boolean;
};

/** Reads everything that determines a cart's price, in one query and so from one snapshot. */
async function loadPricingFacts(
  db: Kysely<Database>,
  row: CartRow,
  { locale, now }: { readonly locale: Locale; readonly now: number },
): Promise<PricingFacts> {
  const found = await db
    .selectNoFrom([
      linesOf(db, row, locale).as('lines'),
      savedCountry(row).as('saved_country'),
      couponOf(db, row).as('coupon'),
      creditOf(row).as('credit'),
      bundlesOf(db, row, locale).as('bundles'),
      selectOssDay().as('oss_from'),
    ])
    .executeTakeFirstOrThrow();
  const buyer = (row.shipping_address ?? row.billing_contact) as { readonly country: string } | null;
  const { coupon } = found;
  const isTyped = found.credit.some(({ kind }) => kind !== 'credit');
  const usable = found.credit.filter(({ kind }) => !isTyped || kind !== 'credit');
  const sourceOf = (isPromotional: boolean): CreditSource | null => {
    const source = usable.find(({ is_promotional }) => is_promotional === isPromotional);
    return source === undefined ? null : { id: source.id, balance: cents(source.balance_cents) };
  };
  return {
    lines: found.lines.map(toLine),
    oss_from: found.oss_from,
    country: buyer?.country ?? found.saved_country,
    coupon:
      row.coupon_code === null
        ? null
        : { code: row.coupon_code, campaign: row.campaign, coupon: coupon && toCoupon(coupon) },
    paid: sourceOf(false),
    promotional: sourceOf(true),
    bundles: toBundleOffers(found.bundles, now),
  };
}

function linesOf(db: Kysely<Database>, row: CartRow, locale: Locale): RawBuilder<StoredLine[]> {
  const lines = selectProductFacts(db, { locale, user_id: row.user_id })
    .innerJoin('cart_lines', 'cart_lines.product_id', 'products.id')
    .select(['cart_lines.quantity', 'cart_lines.custom_properties', 'cart_lines.is_from_coupon'])
    .where('cart_lines.cart_id', '=', row.id)
    .orderBy('cart_lines.position');
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
  if (row.shipping_address !== null || row.billing_contact !== null || row.user_id === null) return sql`null`;
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
function creditOf(row: CartRow): RawBuilder<readonly CreditRow[]> {
  if (row.voucher_id === null && row.user_id === null) return sql`'[]'::json`;
  const typed = sql<boolean>`id = ${row.voucher_id} and kind <> 'gift' and balance_cents > 0`;
  const credit = sql<boolean>`kind = 'credit' and redeemed_by = ${row.user_id}`;
  const which =
    row.voucher_id === null ? credit : row.user_id === null ? typed : sql`(${typed} or ${credit})`;
  // A redeemed voucher has become its owner's credit, also when it was applied to a cart before.
  return sql`(
    select coalesce(json_agg(source), '[]') from (
      select id, kind, is_promotional, balance_cents from gift_codes
      where ${which} and revoked_at is null and (redeemed_by is null or redeemed_by = ${row.user_id})
    ) source
  )`;
}

/** All offers of which a product is in the cart: those that are complete lower its price, the others are announced. */
function bundlesOf(db: Kysely<Database>, row: CartRow, locale: Locale) {
  return selectBundleOffers(
    db,
    locale,
    sql`bundles.product_ids && (select array_agg(product_id) from cart_lines where cart_id = ${row.id})`,
  );
}
