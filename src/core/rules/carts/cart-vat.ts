import type { CartItem } from '#core/model/cart.ts';
import type { Cents } from '#core/model/values.ts';
import { cents, noCents, sumCents } from '#core/rules/basics/money.ts';
import type { VatContext } from '#core/rules/basics/vat-rates.ts';
import { isPaidByPromotion, promotionalParts } from '#core/rules/coupons/promotional-credit.ts';
import { splitVat, type VatSplit } from './vat.ts';

/** The lines of a cart with the discount of each, in their order, and the shipping cost; in cents. */
interface DiscountedCart {
  readonly products: readonly CartItem[];
  readonly discounts: readonly Cents[];
  readonly shipping: Cents;
}

/** Returns the most that promotional credit may pay of a cart, in cents. */
export function promotableAmount(cart: DiscountedCart): Cents {
  const { lines, shipping } = promotionalParts(promotableLines(cart), cart.shipping, null);
  return cents(sumCents(lines) + shipping);
}

/** Returns the VAT of a cart: promotional credit lowers it as a discount does (docs/behaviour/carts.md#vat). */
export function cartVat(
  cart: DiscountedCart,
  promotionalCredit: Cents,
  country: string | null,
  context?: VatContext,
): VatSplit {
  const lines = promotableLines(cart);
  const promotional = promotionalParts(lines, cart.shipping, promotionalCredit);
  return splitVat(
    lines.map((line, index) => ({
      ...line,
      discount: cents(line.discount + (promotional.lines[index] ?? noCents)),
    })),
    cents(cart.shipping - promotional.shipping),
    country,
    context,
  );
}

function promotableLines({ products, discounts }: DiscountedCart) {
  return products.map(({ product_data, price }, index) => ({
    kind: product_data.kind,
    is_shipped: product_data.is_shipped,
    price,
    discount: discounts[index] ?? noCents,
    is_promotable: isPaidByPromotion(product_data),
  }));
}
