import type { Kysely } from 'kysely';
import type { Cart, CartError, CustomProperties } from '#core/model/cart.ts';
import type { Cents, Locale } from '#core/model/values.ts';
import { calendarDay } from '#core/rules/calendar.ts';
import { asDelivered } from '#core/rules/cart.ts';
import { validateQuantity } from '#core/rules/cart-limits.ts';
import { quantities } from '#core/rules/cart-lines.ts';
import type { PricedCart } from '#core/rules/cart-pricing.ts';
import { priceCart } from '#core/rules/cart-pricing.ts';
import { includedVat, legalProfiles } from '#core/rules/consumer-rights.ts';
import { emptyCart } from '#core/rules/empty-cart.ts';
import { cents, noCents } from '#core/rules/money.ts';
import { withoutRecipients } from '#core/rules/stored-cart.ts';
import type { VatShare } from '#core/rules/vat.ts';
import type { VatContext } from '#core/rules/vat-rates.ts';
import { vatRate } from '#core/rules/vat-rates.ts';
import type { ProductFacts } from '#server/catalogue/product-facts.ts';
import { limitsOf } from '#server/catalogue/product-facts.ts';
import type { Database } from '#server/database/schema.ts';
import type { ServerContext } from '#server/server-context.ts';
import type { StoredLine } from './cart-lines.ts';
import type { CartRow } from './own-cart.ts';
import type { PricingFacts } from './pricing-facts.ts';
import { loadPricingFacts } from './pricing-facts.ts';

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
 * Prices a stored cart with the current prices, stock, coupon and voucher (docs/behaviour/cart.md#server-prices). Only
 * reads; lock the cart first when a decision depends on the result.
 */
export async function loadPricedCart(
  db: Kysely<Database>,
  context: Pick<ServerContext, 'clock'>,
  row: CartRow,
  { locale, country }: PricingOptions,
): Promise<PricedStoredCart> {
  const now = context.clock.now();
  const facts = await loadPricingFacts(db, row, { locale, now });
  return priceStoredCart({ row, facts, now }, facts.lines, country);
}

interface CartToPrice {
  readonly row: CartRow;
  readonly facts: PricingFacts;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Prices a cart as it would be with these lines, whose products are known, by the same rule that computes the preview
 * in the browser. The free product of a coupon is left out while the coupon is not valid.
 */
export function priceStoredCart(
  { row, facts, now }: CartToPrice,
  storedLines: readonly StoredLine[],
  wantedCountry?: string,
): PricedStoredCart {
  const { coupon, paid, promotional, bundles, oss_from } = facts;
  const loaded = storedLines.map((line) => toLine(line, facts));
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
  return validateQuantity(limitsOf(product), quantity);
}

/** A line of a stored cart with the current data of its product. */
interface LoadedLine {
  readonly product: ProductFacts;
  readonly quantity: number;
  readonly custom_properties: CustomProperties;
  readonly is_from_coupon: boolean;
}

function toLine(line: StoredLine, { products }: PricingFacts): LoadedLine {
  const product = products.get(line.product_id);
  if (product === undefined) throw new Error(`The product ${line.product_id} of a cart was not read`);
  return {
    ...line,
    product: { ...product, product_data: asDelivered(product.product_data, line.custom_properties) },
  };
}
