import type { Kysely, RawBuilder } from 'kysely';
import type { Cart, CartError, CustomProperties } from '#core/model/cart.ts';
import type { Cents, Locale } from '#core/model/values.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { noCents } from '#core/rules/basics/money.ts';
import { type VatContext, vatRate } from '#core/rules/basics/vat-rates.ts';
import { asDelivered } from '#core/rules/carts/apply-cart-action.ts';
import { withoutRecipients } from '#core/rules/carts/cart-in-storage.ts';
import { quantities, validateQuantity } from '#core/rules/carts/cart-lines.ts';
import {
  availableBalance,
  type PricedCart,
  type PricingInput,
  payingSource,
  priceCart,
} from '#core/rules/carts/cart-pricing.ts';
import type { VatShare } from '#core/rules/carts/vat.ts';
import { legalProfiles } from '#core/rules/consumer-rights/consumer-rights.ts';
import { limitsOf, type ProductFacts } from '#server/catalogue/product-facts.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { type CartChanges, type CartRow, type StoredLine, withoutFreeUnit } from './cart-rows.ts';
import { type PricingFacts, readCart, type StoredCart } from './pricing-facts.ts';

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
  /** The VAT contained in `price − discount`, less what promotional credit pays of it. */
  readonly included_vat: Cents;
  /** Why this line cannot be ordered, for example because the product was sold out in the meantime; else null. */
  readonly problem: CartError | null;
}

export interface PricedStoredCart extends Pick<PricingFacts, 'delivery_countries'> {
  /** The cart for the API's response. */
  readonly cart: Cart;
  /** Input of the pricing; contains the free unit of a coupon even if the coupon is not valid. */
  readonly input: PricingInput;
  /** Whose cart it is; null for a guest. */
  readonly user_id: string | null;
  readonly lines: readonly PricedLine[];
  readonly vat_shares: readonly VatShare[];
  /** The country used for shipping and VAT; null while unknown. */
  readonly country: string | null;
  /** The promotion of which an order has to reserve a use; null without a valid coupon. */
  readonly promotion_id: string | null;
  /** The voucher or account credit that pays the paid part of `credit`; null when that part is 0. */
  readonly voucher_id: string | null;
  /** The voucher or account credit that pays `promotional_credit`; null when that is 0. */
  readonly promotional_id: string | null;
}

interface PricingOptions {
  /** Language of the product names. */
  readonly locale: Locale;
  /** Country to use in place of that of the cart's shipping address or of the user's default address. */
  readonly country?: string | undefined;
  /** Values that replace the stored columns. */
  readonly changes?: CartChanges;
}

/**
 * Prices the cart for which a condition on `carts` is true with the current prices, stock, coupon and voucher
 * (docs/behaviour/carts.md#server-prices). Only reads; lock the cart first when a decision depends on the result.
 */
export async function readPricedCart(
  db: Kysely<Database>,
  { clock }: Pick<ServerContext, 'clock'>,
  condition: RawBuilder<boolean>,
  { country, ...options }: PricingOptions,
): Promise<PricedStoredCart | undefined> {
  const now = clock.now();
  const stored = await readCart(db, condition, { ...options, now });
  return stored && priceStoredCart({ ...stored, now }, stored.facts.lines, country);
}

interface CartToPrice extends StoredCart {
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Prices a cart as if it had these lines, whose products must be in `facts`. Uses the rule that computes the preview in
 * the browser. The free product of a coupon is left out while the coupon is not valid.
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
  const input: PricingInput = {
    lines: loaded,
    coupon,
    country,
    credit_balance: availableBalance(paid),
    promotional_balance: availableBalance(promotional),
    now,
    oss_from,
    bundles,
  };
  const all = priceCart(input);
  const lines = all.code_error === null ? loaded : withoutFreeUnit(loaded);
  const priced = lines === loaded ? all : { ...priceCart({ ...input, lines }), code_error: all.code_error };
  const pieces = quantities(priced.products);
  return {
    cart: toCart(priced, row),
    input,
    user_id: row.user_id,
    lines: lines.map((line, index) => {
      const wanted = pieces.get(line.product.product_id) ?? 0;
      return {
        ...toPricedLine(line, priced, index, { country, vat }),
        problem: problemOf(line.product, wanted),
      };
    }),
    vat_shares: priced.vat_shares,
    country,
    delivery_countries: facts.delivery_countries,
    promotion_id: coupon?.coupon && priced.code_error === null ? coupon.coupon.id : null,
    voucher_id: payingSource(paid, priced.credit - priced.promotional_credit)?.id ?? null,
    promotional_id: payingSource(promotional, priced.promotional_credit)?.id ?? null,
  };
}

function toCart(priced: PricedCart, { public_id, user_id, voucher_id }: CartRow): Cart {
  const { vat_shares: _, line_vat: __, ...amounts } = priced;
  const own = { has_voucher: voucher_id !== null, bundle_cart_unique_id: public_id };
  const cart = { ...amounts, ...own, error: null, error_limit: null };
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
    included_vat: priced.line_vat[index] ?? noCents,
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
