import fc from 'fast-check';
import type { CartItem, CustomProperties, RequestedLine } from '#core/model/cart.ts';
import { giftDeliveries, giftThemes } from '#core/model/gift-choice.ts';
import { createCartItem } from '#core/rules/carts/apply-cart-action.ts';
import type { PricedProduct, PricingLine } from '#core/rules/carts/cart-pricing.ts';
import { calendarDay } from './arbitrary-calendar.ts';
import { pricedProduct, productId } from './arbitrary-product.ts';

const giftText = {
  recipient_name: fc.string({ maxLength: 20 }).map((name) => name.trim().replaceAll(/ +/g, ' ')),
  sender_name: fc.string({ maxLength: 20 }).map((name) => name.trim().replaceAll(/ +/g, ' ')),
  recipient_email: fc.constantFrom('anna@example.org', 'bert+shop@example.org'),
  greeting: fc.string({ maxLength: 40 }).map((greeting) => greeting.trim()),
  is_gift_pdf: fc.boolean(),
  theme: fc.constantFrom(...giftThemes),
};

/**
 * Generates the custom properties of a cart line: gift texts, delivery of a code and delivery date, all
 * optional.
 */
const customProperties: fc.Arbitrary<CustomProperties> = fc.record(
  { ...giftText, delivery: fc.constantFrom(...giftDeliveries), deliver_on: calendarDay },
  { requiredKeys: [] },
);

/**
 * Generates the custom properties for a product. Gifts and vouchers are often delivered as parcels, so that
 * carts with shipping costs but without physical products occur.
 */
function propertiesOf({ product_data: { kind } }: PricedProduct): fc.Arbitrary<CustomProperties> {
  if (kind !== 'gift' && kind !== 'voucher') return customProperties;
  const parcel = fc.record(
    { ...giftText, delivery: fc.constant('parcel' as const) },
    { requiredKeys: ['delivery'] },
  );
  return fc.oneof(customProperties, parcel);
}

const quantity = fc.integer({ min: 1, max: 15 });

const pricingLine: fc.Arbitrary<PricingLine> = pricedProduct.chain((product) =>
  fc.record({ product: fc.constant(product), quantity, custom_properties: propertiesOf(product) }),
);

/**
 * Generates cart lines for pricing: different products, some of them for two recipients, with quantities
 * within the product's limit.
 */
export const pricingLines: fc.Arbitrary<readonly PricingLine[]> = fc
  .oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 13, arbitrary: linesOf({ minLength: 1, maxLength: 3 }) },
    { weight: 13, arbitrary: linesOf({ minLength: 3, maxLength: 6 }) },
  )
  .map((lines) =>
    lines.map((line) => ({
      ...line,
      quantity: Math.min(line.quantity, line.product.product_data.max_quantity ?? line.quantity),
    })),
  )
  .chain((lines) =>
    fc
      .array(fc.boolean(), { minLength: lines.length, maxLength: lines.length })
      .map((splits) =>
        lines.flatMap((line, index) => (splits[index] && line.quantity > 1 ? splitLine(line) : [line])),
      ),
  );

/** Splits a line into two lines of the same product with different greetings, as for two recipients. */
export function splitLine(line: PricingLine): readonly PricingLine[] {
  const half = Math.floor(line.quantity / 2);
  const greeting = `(2) ${line.custom_properties.greeting ?? ''}`.trim();
  return [
    { ...line, quantity: half },
    { ...line, quantity: line.quantity - half, custom_properties: { ...line.custom_properties, greeting } },
  ];
}

function linesOf(lengths: { readonly minLength: number; readonly maxLength: number }) {
  return fc.uniqueArray(pricingLine, { ...lengths, selector: (line) => line.product.product_id });
}

/** Generates one cart line with the price that the pricing rules compute. */
export const cartItem: fc.Arbitrary<CartItem> = pricingLine.map((line) =>
  createCartItem(line.product.product_id, line.product.product_data, line.quantity, line.custom_properties),
);

/**
 * Generates custom properties with few recipients and days, so that equal lines occur as well as different
 * ones.
 */
export const fewProperties: fc.Arbitrary<CustomProperties> = fc.record(
  {
    recipient_name: fc.constantFrom('Anna', 'Bert'),
    sender_name: fc.constantFrom('Clara', 'christmas'),
    deliver_on: fc.constantFrom('2026-12-06', '2026-12-24'),
  },
  { requiredKeys: [] },
);

/** Generates a cart line for one of few recipients, so that equal lines occur. */
export const personalItem: fc.Arbitrary<CartItem> = fc
  .record({ item: cartItem, properties: fewProperties })
  .map(({ item, properties }) =>
    createCartItem(item.product_id, item.product_data, item.quantity, properties),
  );

/** Generates a line of few products and recipients, as a client sends it in a request. */
export const personalLine: fc.Arbitrary<RequestedLine> = fc.record({
  product_id: productId,
  quantity: fc.integer({ min: 1, max: 6 }),
  custom_properties: fewProperties,
});

/** Generates a line as a client sends it in a request. */
export const wantedLine: fc.Arbitrary<RequestedLine> = fc.record({
  product_id: productId,
  quantity: fc.integer({ min: 1, max: 20 }),
  custom_properties: customProperties,
});
