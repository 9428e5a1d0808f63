import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { BundleOffer } from '#core/rules/bundle-offer.ts';
import type { Cart, CartError, CustomProperties } from '#core/rules/cart.ts';
import { asDelivered, emptyCart } from '#core/rules/cart.ts';
import { judgeQuantity } from '#core/rules/cart-limits.ts';
import type { CouponFacts, PricedCart } from '#core/rules/cart-pricing.ts';
import { priceCart } from '#core/rules/cart-pricing.ts';
import { includedVat, legalProfiles, vatRate } from '#core/rules/legal-profile.ts';
import type { Locale } from '#core/rules/locale.ts';
import type { Cents } from '#core/rules/money.ts';
import { cents, noCents } from '#core/rules/money.ts';
import type { VatShare } from '#core/rules/vat-shares.ts';
import type { Database } from '#host/database/schema.ts';
import type { HostContext } from '#host/host-context.ts';
import type { ProductFacts } from '#host/services/catalogue/product-facts.ts';
import { selectProductFacts, toProductFacts } from '#host/services/catalogue/product-facts.ts';
import { findCoupon } from '#host/services/coupons/find-coupon.ts';
import type { CartRow } from './own-cart.ts';

/** One line of a stored cart with what the price of each part of it is. Amounts in cents. */
export interface PricedLine extends ProductFacts {
  readonly quantity: number;
  readonly custom_properties: CustomProperties;
  readonly unit_price: Cents;
  /** Line total before discount. */
  readonly price: Cents;
  readonly discount: Cents;
  /** Percent, for the country of the shipping address. */
  readonly vat_rate: number;
  /** VAT contained in `price − discount`. */
  readonly included_vat: Cents;
  /** Why this line cannot be ordered as it stands, or null: the product may have been sold meanwhile. */
  readonly problem: CartError | null;
}

export interface PricedStoredCart {
  /** The cart as the API answers it. */
  readonly cart: Cart;
  readonly lines: readonly PricedLine[];
  readonly vat_shares: readonly VatShare[];
  /** The country that shipping and VAT were reckoned for, null while none is known. */
  readonly country: string | null;
  /** The promotion whose use an order has to reserve; null when no coupon counts. */
  readonly promotion_id: string | null;
  /** The voucher that `credit` is taken from; null when it takes nothing. */
  readonly voucher_id: string | null;
}

interface PricingQuestion {
  /** Language of the product names. */
  readonly locale: Locale;
  /** Reckons for another country than that of the cart's shipping address (or the user's default one). */
  readonly country?: string | undefined;
}

/**
 * Prices a stored cart with today's prices, stock, coupon and voucher (decisions §3: "the server prices everything
 * itself"), by the same function that previews it in the browser. Reads only; lock the cart first when the answer
 * decides something. What a coupon gave into the cart is left out while the coupon does not count.
 */
export async function loadPricedCart(
  db: Kysely<Database>,
  context: Pick<HostContext, 'clock'>,
  row: CartRow,
  { locale, country: wantedCountry }: PricingQuestion,
): Promise<PricedStoredCart> {
  const loaded = await loadLines(db, row, locale);
  const country = wantedCountry ?? (await findCountry(db, row));
  const coupon = await findCouponFacts(db, row);
  const voucher = await findVoucher(db, row);
  const bundles = await findBundles(
    db,
    loaded.map(({ product }) => product.product_id),
  );
  const price = (lines: readonly LoadedLine[]) =>
    priceCart({
      lines,
      coupon,
      country,
      credit_balance: voucher?.balance ?? noCents,
      now: context.clock.now(),
      bundles,
    });
  const all = price(loaded);
  const lines = all.code_error === null ? loaded : withoutGiveaways(loaded);
  const priced = lines === loaded ? all : { ...price(lines), code_error: all.code_error };
  return {
    cart: toCart(priced, row.public_id),
    lines: lines.map((line, index) => toPricedLine(line, priced, index, country)),
    vat_shares: priced.vat_shares,
    country,
    promotion_id: coupon?.coupon && priced.code_error === null ? coupon.coupon.id : null,
    voucher_id: priced.credit > 0 && voucher !== null ? voucher.id : null,
  };
}

interface LoadedLine {
  readonly product: ProductFacts;
  readonly quantity: number;
  readonly custom_properties: CustomProperties;
  /** A free-product coupon put one unit of it here. */
  readonly is_from_coupon: boolean;
}

/** While a coupon does not count, the unit it gave is out of sight: nobody pays for what was given to them. */
function withoutGiveaways(lines: readonly LoadedLine[]): readonly LoadedLine[] {
  if (!lines.some((line) => line.is_from_coupon)) return lines;
  return lines
    .map((line) => (line.is_from_coupon ? { ...line, quantity: line.quantity - 1 } : line))
    .filter((line) => line.quantity > 0);
}

async function loadLines(db: Kysely<Database>, row: CartRow, locale: Locale): Promise<readonly LoadedLine[]> {
  const rows = await selectProductFacts(db, { locale, user_id: row.user_id })
    .innerJoin('cart_lines', 'cart_lines.product_id', 'products.id')
    .select(['cart_lines.quantity', 'cart_lines.custom_properties', 'cart_lines.is_from_coupon'])
    .where('cart_lines.cart_id', '=', row.id)
    .orderBy('cart_lines.position')
    .orderBy('cart_lines.product_id')
    .execute();
  return rows.map((line) => {
    const product = toProductFacts(line);
    const custom_properties = line.custom_properties as CustomProperties;
    return {
      product: { ...product, product_data: asDelivered(product.product_data, custom_properties) },
      quantity: line.quantity,
      custom_properties,
      is_from_coupon: line.is_from_coupon,
    };
  });
}

async function findCountry(db: Kysely<Database>, row: CartRow): Promise<string | null> {
  const address = row.shipping_address as { readonly country: string } | null;
  if (address !== null) return address.country;
  if (row.user_id === null) return null;
  const saved = await db
    .selectFrom('addresses')
    .select(sql<string>`fields ->> 'country'`.as('country'))
    .where('user_id', '=', row.user_id)
    .where('is_default_shipping', '=', true)
    .executeTakeFirst();
  return saved?.country ?? null;
}

async function findCouponFacts(db: Kysely<Database>, row: CartRow): Promise<CouponFacts | null> {
  if (row.coupon_code === null) return null;
  const customer = row.user_id === null ? row.email : await findEmail(db, row.user_id);
  const coupon = await findCoupon(db, { code: row.coupon_code, customer, cart_id: row.id });
  return { code: row.coupon_code, campaign: row.campaign, coupon };
}

async function findEmail(db: Kysely<Database>, userId: string): Promise<string> {
  const user = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return user.email;
}

/** The voucher that was typed into the cart, else the user's credit (decisions §3). */
async function findVoucher(db: Kysely<Database>, row: CartRow) {
  if (row.voucher_id === null && row.user_id === null) return null;
  const voucher = await db
    .selectFrom('gift_codes')
    .select(['id', 'balance_cents'])
    .where((where) =>
      row.voucher_id === null
        ? where.and([where('kind', '=', 'credit'), where('redeemed_by', '=', row.user_id)])
        : where.and([where('id', '=', row.voucher_id), where('kind', '!=', 'gift')]),
    )
    .where('revoked_at', 'is', null)
    // Once redeemed a voucher is its owner's credit, whoever typed it into a cart before.
    .where((where) => where.or([where('redeemed_by', 'is', null), where('redeemed_by', '=', row.user_id)]))
    .executeTakeFirst();
  return voucher === undefined ? null : { id: voucher.id, balance: cents(voucher.balance_cents) };
}

async function findBundles(
  db: Kysely<Database>,
  productIds: readonly string[],
): Promise<readonly BundleOffer[]> {
  if (productIds.length < 2) return [];
  const rows = await db
    .selectFrom('bundles')
    .select(['id', 'product_ids', 'price_cents'])
    .where('product_ids', '<@', sql<string[]>`${[...productIds]}::text[]`)
    .orderBy('id')
    .execute();
  return rows.map((bundle) => ({
    id: bundle.id,
    product_ids: bundle.product_ids,
    price: cents(bundle.price_cents),
  }));
}

function toCart(priced: PricedCart, publicId: string): Cart {
  const { vat_shares: _, ...amounts } = priced;
  return { ...emptyCart, ...amounts, bundle_cart_unique_id: publicId, error: null };
}

function toPricedLine(
  line: LoadedLine,
  priced: PricedCart,
  index: number,
  country: string | null,
): PricedLine {
  const { product, quantity, custom_properties } = line;
  const item = priced.products[index];
  if (item === undefined) throw new Error(`No price for line ${index}`);
  const discount =
    priced.discounts.lines.find((part) => part.product_id === product.product_id)?.amount ?? noCents;
  const rate = vatRate(legalProfiles[product.product_data.kind], country);
  const limits = {
    max_quantity: product.product_data.max_quantity,
    stock: product.stock,
    is_owned: product.is_owned,
  };
  return {
    ...product,
    quantity,
    custom_properties,
    unit_price: product.product_data.price,
    price: item.price,
    discount,
    vat_rate: rate,
    included_vat: includedVat(cents(item.price - discount), rate),
    problem: judgeQuantity(product.is_active ? limits : null, quantity),
  };
}
