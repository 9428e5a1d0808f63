import { fc } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import type { ProductData } from '#core/model/product.ts';
import { cents } from '#core/rules/basics/money.ts';
import { priceCart } from '#core/rules/carts/cart-pricing.ts';
import { quantityLimit } from '#core/rules/consumer-rights/consumer-rights.ts';
import type { Coupon } from '#core/rules/coupons/discounts.ts';
import { berlin, linesOf } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { runs } from '#test/run-length.ts';

const shop = await openTestShop();
const cards = (await shop.call(endpoints.listProducts, { query: { 'page[size]': '100' } })).value?.data ?? [];

/** Returns the product data that a browser has after it loaded the product list; enough to preview a cart. */
function productDataOf(id: string): ProductData {
  const card = cards.find((one) => one.id === id)?.attributes;
  if (card === undefined) throw new Error(`The list has no ${id}`);
  return {
    kind: card.kind,
    slug: card.slug,
    cover: card.picture,
    product_name: card.title,
    price: card.price,
    monthly_price: card.monthly_price,
    person: { firstname: card.person?.firstname ?? '', lastname: card.person?.lastname ?? '' },
    category: card.category,
    max_quantity: card.max_quantity,
    stock: card.stock,
    is_shipped: card.is_shipped,
    is_fixed_price: card.is_fixed_price,
  };
}

/** The bundle offers that are sent with the products. */
const offers = cards.flatMap((card) => card.attributes.bundle_offers);

/** The coupons of the content files, in the form that the coupon rules read. */
const coupons: readonly Coupon[] = shop.content.coupons.map((coupon) => ({
  id: coupon.id,
  code: coupon.codes[0] ?? '',
  kind: coupon.kind,
  value: coupon.value,
  valid_from: coupon.valid_from === null ? null : Date.parse(coupon.valid_from),
  valid_until: coupon.valid_until === null ? null : Date.parse(coupon.valid_until),
  total_limit: coupon.limit_total,
  used: 0,
  per_customer_limit: coupon.limit_per_user,
  used_by_customer: 0,
  is_first_purchase_only: coupon.first_purchase_only,
  has_bought: false,
  minimum_subtotal: coupon.minimum_subtotal_cents === null ? null : cents(coupon.minimum_subtotal_cents),
  product_ids: coupon.product_ids,
  kinds: coupon.kinds,
  campaign: coupon.campaign,
  free_product_id: coupon.product_id,
}));

const lines = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...shop.content.products), fc.integer({ min: 1, max: 6 })), {
    minLength: 1,
    maxLength: 7,
    selector: ([product]) => product.id,
  })
  .map((chosen) =>
    chosen.map(([product, quantity]) => ({
      id: product.id,
      quantity: Math.min(
        quantity,
        quantityLimit(product.kind, product.max_per_order) ?? quantity,
        product.stock ?? quantity,
      ),
    })),
  );
const country = fc.constantFrom(
  null,
  { country: 'DE', postal_code: '10119' },
  { country: 'AT', postal_code: '1010' },
  { country: 'CH', postal_code: '8001' },
);
const campaign = fc.constantFrom(null, 'herbst');

interface Line {
  readonly id: string;
  readonly quantity: number;
}

function toLine({ id, quantity }: Line) {
  return { product: { product_id: id, product_data: productDataOf(id) }, quantity, custom_properties: {} };
}

/** Returns a line with the coupon's free product, or nothing if the cart already contains this product. */
function giveawayOf(coupon: Coupon | null, wanted: readonly Line[]) {
  const id = coupon?.free_product_id ?? null;
  return id === null || wanted.some((line) => line.id === id) ? [] : [toLine({ id, quantity: 1 })];
}

test('the server prices every cart as the browser previews it', async () => {
  await fc.assert(
    fc.asyncProperty(
      lines,
      country,
      fc.option(fc.constantFrom(...coupons)),
      campaign,
      fc.boolean(),
      async (wanted, place, coupon, from, hasVoucher) => {
        const stored = await shop.call(endpoints.storeGuestCart, {
          body: { products: linesOf(Object.fromEntries(wanted.map(({ id, quantity }) => [id, quantity]))) },
        });
        const id = stored.value?.bundle_cart_unique_id ?? '';
        if (place !== null)
          await shop.call(endpoints.setShippingAddress, { body: { id, ...berlin, ...place } });
        const applied =
          coupon !== null &&
          (await shop.call(endpoints.applyCode, { body: { id, code: coupon.code, campaign: from } }));
        const paid =
          hasVoucher && (await shop.call(endpoints.applyCode, { body: { id, code: 'GUTSCHEIN-50' } }));
        const read = await shop.call(endpoints.getCart, { params: { id } });

        const input = {
          lines: wanted.map(toLine),
          country: place?.country ?? null,
          now: shop.context.clock.now(),
          bundles: offers,
        };
        const facts = coupon === null ? null : { code: coupon.code, campaign: from, coupon };
        const whole = [...input.lines, ...giveawayOf(coupon, wanted)];
        const asked = priceCart({ ...input, lines: whole, coupon: facts, credit_balance: cents(0) });
        // The server does not store a refused code in the cart.
        if (applied !== false)
          expect(applied.codes).toEqual(asked.code_error === null ? [] : [asked.code_error]);
        const {
          vat_shares: _,
          line_vat: __,
          ...expected
        } = priceCart({
          ...input,
          ...(asked.code_error === null ? { lines: whole, coupon: facts } : { coupon: null }),
          credit_balance: cents(0),
          // The demo voucher was not bought, so its balance is promotional credit.
          promotional_balance: cents(paid !== false && paid.status === 200 ? 5000 : 0),
        });
        expect(read.value).toEqual({
          ...expected,
          has_voucher: paid !== false && paid.status === 200,
          bundle_cart_unique_id: id,
          error: null,
          error_limit: null,
        });
      },
    ),
    { numRuns: runs(60) },
  );
  expect(shop.faults).toEqual([]);
});
