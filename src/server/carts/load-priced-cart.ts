import type { Kysely } from 'kysely';
import type { Cart, CartError, CustomProperties } from '#core/rules/cart.ts';
import { emptyCart } from '#core/rules/cart.ts';
import { judgeQuantity } from '#core/rules/cart-limits.ts';
import type { PricedCart } from '#core/rules/cart-pricing.ts';
import { priceCart } from '#core/rules/cart-pricing.ts';
import { includedVat, legalProfiles, vatRate } from '#core/rules/legal-profile.ts';
import type { Locale } from '#core/rules/locale.ts';
import type { Cents } from '#core/rules/money.ts';
import { cents, noCents } from '#core/rules/money.ts';
import type { VatShare } from '#core/rules/vat-shares.ts';
import type { ProductFacts } from '#server/catalogue/product-facts.ts';
import type { Database } from '#server/database/schema.ts';
import type { HostContext } from '#server/server-context.ts';
import type { LoadedLine } from './load-pricing-facts.ts';
import { loadPricingFacts } from './load-pricing-facts.ts';
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
  const facts = await loadPricingFacts(db, row, locale);
  const { lines: loaded, coupon, voucher, bundles } = facts;
  const country = wantedCountry ?? facts.country;
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

/** While a coupon does not count, the unit it gave is out of sight: nobody pays for what was given to them. */
function withoutGiveaways(lines: readonly LoadedLine[]): readonly LoadedLine[] {
  if (!lines.some((line) => line.is_from_coupon)) return lines;
  return lines
    .map((line) => (line.is_from_coupon ? { ...line, quantity: line.quantity - 1 } : line))
    .filter((line) => line.quantity > 0);
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
