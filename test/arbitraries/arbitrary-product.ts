import fc from 'fast-check';
import { type ProductData, type ProductKind, productKinds } from '#core/model/product.ts';
import type { Cents } from '#core/model/values.ts';
import { cents } from '#core/rules/basics/money.ts';
import type { PricedProduct } from '#core/rules/carts/cart-pricing.ts';
import { legalProfiles } from '#core/rules/consumer-rights/consumer-rights.ts';

/**
 * Generates unit prices from 0 to 2,000 EUR in cents. About half of them are at most 20 cents, so that
 * rounding matters.
 */
export const unitPrice: fc.Arbitrary<Cents> = fc
  .oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 200_000 }))
  .map(cents);

export const productKind: fc.Arbitrary<ProductKind> = fc.constantFrom(...productKinds);

/** Generates the data of a product of this kind, with the limits and flags of the kind's legal profile. */
function productDataOf(kind: ProductKind): fc.Arbitrary<ProductData> {
  const profile = legalProfiles[kind];
  return fc
    .record({
      slug: fc.constantFrom('zeichnen', 'klavier', 'kochkunst'),
      name: fc.string({ minLength: 1, maxLength: 30 }),
      price: unitPrice,
      person: fc.constantFrom({ firstname: 'Albrecht', lastname: 'Dürer' }, { firstname: '', lastname: '' }),
      limit: fc.option(fc.integer({ min: 1, max: 12 })),
    })
    .map(({ slug, name, price, person, limit }) => ({
      kind,
      slug,
      cover: slug,
      product_name: name,
      price,
      monthly_price: profile.renews ? price : null,
      person,
      category: { identifier: kind, title: kind },
      max_quantity: profile.max_quantity ?? limit,
      stock: null,
      is_shipped: profile.is_shipped,
      is_fixed_price: profile.is_fixed_price,
    }));
}

const productData: fc.Arbitrary<ProductData> = productKind.chain(productDataOf);

/** Generates one of seven product ids, so that the same product occurs several times. */
export const productId: fc.Arbitrary<string> = fc.constantFrom(
  'anna',
  'bert',
  'clara',
  'dora',
  'emil',
  'frida',
  'gustav',
);

export const pricedProduct: fc.Arbitrary<PricedProduct> = fc.record({
  product_id: productId,
  product_data: productData,
});
