import fc from 'fast-check';
import { cardTypes } from '#core/model/card-type.ts';
import { type Order, type OrderLine, orderStates, orderTemplates } from '#core/model/order.ts';
import { carriers, fulfilmentStates, type Parcel } from '#core/model/parcel.ts';
import type { PaymentMethodSummary, PaymentRecord } from '#core/model/payment.ts';
import { cents } from '#core/rules/basics/money.ts';
import { promotionalParts, splitRatedVat } from '#core/rules/carts/vat.ts';
import type { RefundableOrder, RefundRequest } from '#core/rules/payments/refund.ts';
import { billingContact, postalAddress } from './arbitrary-address.ts';
import { instant } from './arbitrary-calendar.ts';
import { productKind, unitPrice } from './arbitrary-product.ts';

const paymentMethod: fc.Arbitrary<PaymentMethodSummary> = fc.oneof(
  fc.record({
    kind: fc.constant('card' as const),
    brand: fc.constantFrom(...cardTypes),
    last_four: fc.stringMatching(/^[0-9]{4}$/),
  }),
  fc.record({
    kind: fc.constantFrom('paypal', 'google_pay', 'apple_pay', 'bank_transfer', 'credit'),
    brand: fc.constant(null),
    last_four: fc.constant(null),
  }),
);

const orderLine: fc.Arbitrary<OrderLine> = fc
  .record({
    id: fc.uuid(),
    kind: productKind,
    unit: unitPrice,
    quantity: fc.integer({ min: 1, max: 5 }),
    off: fc.integer({ min: 0, max: 100 }),
    vat_rate: fc.constantFrom(19, 7, 0),
    is_shipped: fc.boolean(),
    codes: fc.array(fc.stringMatching(/^MH-[A-Z0-9]{8}$/), { maxLength: 3 }),
  })
  .map(({ unit, off, ...line }) => {
    const price = unit * line.quantity;
    return {
      ...line,
      code: line.codes[0] ?? null,
      slug: 'zeichnen',
      title: 'Zeichnen',
      subtitle: 'Mit Stift und Papier',
      lesson_count: line.kind === 'course' ? 9 : null,
      length_seconds: line.kind === 'course' ? 5_400 : null,
      custom_properties: {},
      category: 'Zeichenkunst',
      category_identifier: line.kind,
      picture: 'zeichnen',
      price: cents(price),
      discount: cents(Math.floor((price * off) / 100)),
    };
  });

const parcel: fc.Arbitrary<Parcel> = fc.record({
  id: fc.uuid(),
  carrier: fc.option(fc.constantFrom(...carriers)),
  tracking_code: fc.option(fc.string()),
  tracking_url: fc.option(fc.webUrl()),
  sent_at: instant,
  lines: fc.array(
    fc.record({ line_id: fc.uuid(), title: fc.string(), quantity: fc.integer({ min: 1, max: 9 }) }),
    { minLength: 1, maxLength: 3 },
  ),
});

/** Generates an order whose amounts add up. One third of the orders is paid by credit, partly or completely. */
export const order: fc.Arbitrary<Order> = fc
  .record({
    id: fc.uuid(),
    state: fc.constantFrom(...orderStates),
    fulfilment: fc.constantFrom(...fulfilmentStates),
    template: fc.constantFrom(...orderTemplates),
    products: fc.array(orderLine, { minLength: 1, maxLength: 5 }),
    shipping: fc.constantFrom(0, 499, 899),
    byCredit: fc.oneof(
      { weight: 2, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 100 }) },
    ),
    shipping_address: fc.option(postalAddress),
    billing_contact: fc.option(billingContact),
    billing_address: fc.option(postalAddress),
    payment_method: fc.option(paymentMethod),
    needs_waiver: fc.boolean(),
    language: fc.constantFrom('de', 'en'),
    created_at: instant,
    completed_at: fc.option(instant),
    parcels: fc.array(parcel, { maxLength: 3 }),
    has_account: fc.boolean(),
    is_new_account: fc.boolean(),
  })
  .map(({ shipping, byCredit, ...rest }) => {
    const subtotal = rest.products.reduce((sum, { price }) => sum + price, 0);
    const discount = rest.products.reduce((sum, line) => sum + line.discount, 0);
    const total = subtotal - discount + shipping;
    const credit = Math.floor((total * byCredit) / 100);
    return {
      ...rest,
      code: 'MH-2026-000123',
      email: 'johanna.brandt@example.org',
      coupon_code: discount > 0 ? 'WILLKOMMEN10' : null,
      last_decline: null,
      subtotal: cents(subtotal),
      discount: cents(discount),
      bundle_discounts: [],
      shipping_cost: cents(shipping),
      total: cents(total),
      credit: cents(credit),
      promotional_credit: cents(Math.floor(credit / 3)),
      amount_due: cents(total - credit),
      included_vat: cents(0),
    };
  });

/** Generates a charge or a refund as the buyer's list of payments shows it. */
export const paymentRecord: fc.Arbitrary<PaymentRecord> = fc.record({
  id: fc.uuid(),
  kind: fc.constantFrom('charge', 'refund'),
  date: instant,
  order_code: fc.constant('MH-2026-000123'),
  order_id: fc.uuid(),
  title: fc.constant('Zeichnen'),
  language: fc.constantFrom('de', 'en'),
  items: fc.integer({ min: 1, max: 9 }),
  amount: fc.integer({ min: -50_000, max: 50_000 }).map(cents),
  credit: fc.integer({ min: -50_000, max: 50_000 }).map(cents),
  method: fc.option(paymentMethod),
  state: fc.constantFrom('paid', 'pending', 'refunded', 'refused'),
  invoice_url: fc.option(fc.constant('/api/invoices/1?token=x')),
  picture: fc.option(fc.constant('albrecht-duerer')),
  can_be_given: fc.boolean(),
  parcel: fc.constant(null),
});

/**
 * Generates a paid order in the form that the refund rules read. It was paid by card and credit in any
 * proportion.
 */
export const refundableOrder: fc.Arbitrary<RefundableOrder> = fc
  .record({
    lines: fc.array(orderLine, { minLength: 1, maxLength: 5 }),
    shipping: fc.constantFrom(0, 499, 899),
    shipping_rate: fc.constantFrom(19, 0),
    promotion_lowers_vat: fc.boolean(),
    byCredit: fc.integer({ min: 0, max: 100 }),
    byPromotion: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 100 })),
  })
  .map(({ lines: products, shipping, shipping_rate, promotion_lowers_vat, byCredit, byPromotion }) => {
    const total = products.reduce((sum, one) => sum + one.price - one.discount, 0) + shipping;
    const credit = Math.floor((total * byCredit) / 100);
    const promotional = cents(Math.floor((credit * byPromotion) / 100));
    const lines = products.map(({ kind, quantity, price, discount, vat_rate, is_shipped }, index) => ({
      id: `line-${index}`,
      kind,
      quantity,
      price,
      discount,
      rate: vat_rate,
      is_shipped,
      is_promotable: index !== 1,
    }));
    const parts = promotionalParts(lines, cents(shipping), promotion_lowers_vat ? promotional : cents(0));
    const { shares } = splitRatedVat(
      lines.map((line, index) => ({ ...line, discount: cents(line.discount + (parts.lines[index] ?? 0)) })),
      cents(shipping - parts.shipping),
      shipping_rate,
    );
    return {
      lines: lines.map(({ kind: _, ...line }) => line),
      shipping: cents(shipping),
      vat_shares: shares,
      promotion_lowers_vat,
      card: cents(total - credit),
      credit: cents(credit),
      promotional,
    };
  });

/**
 * Generates a request to refund pieces or amounts of up to four lines. Some of these lines are not in the
 * order.
 */
export const refundRequest: fc.Arbitrary<RefundRequest> = fc.record({
  lines: fc.array(
    fc
      .record({
        line_id: fc.integer({ min: 0, max: 6 }).map((index) => `line-${index}`),
        quantity: fc.integer({ min: 0, max: 6 }),
        amount: fc.option(fc.nat(30_000).map(cents)),
      })
      .map(({ amount, ...line }) => (amount === null ? line : { ...line, amount })),
    { maxLength: 4 },
  ),
  includes_shipping: fc.boolean(),
});
