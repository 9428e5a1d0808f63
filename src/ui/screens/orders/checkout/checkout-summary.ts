import type { Cart } from '#core/model/cart.ts';
import type { Order } from '#core/model/order.ts';
import type { CalendarDay, Cents, Locale } from '#core/model/values.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { highestQuantityOf, lineId } from '#core/rules/carts/cart-lines.ts';
import { type LineDelivery, lineDelivery } from '#core/rules/orders/delivery.ts';
import { type GiftLine, toGiftLine } from '#ui/components/carts/gift-details.tsx';
import { cartTotals, type Totals } from '#ui/components/carts/totals-list.tsx';

export interface SummaryLine {
  readonly id: string;
  readonly title: string;
  /** Language of the title; null for the page's language. */
  readonly language: Locale | null;
  readonly quantity: number;
  readonly picture: string;
  readonly price: Cents;
  readonly delivery: LineDelivery;
  /** Maximum quantity in the cart; null for a line of an order. */
  readonly highest: number | null;
  /** Gift data of the line. */
  readonly gift: GiftLine;
}

/** The ordered lines and their totals in cents, from the cart or the order. */
export interface Summary extends Totals {
  readonly lines: readonly SummaryLine[];
  /** Country of the delivery address; null if unknown. */
  readonly country: string | null;
  /** Number of pieces. */
  readonly amount: number;
}

/** Returns the summary of a cart on the day `today`. */
export function cartSummary(cart: Cart, today: CalendarDay): Summary {
  return {
    lines: cart.products.map((line) => ({
      id: line.line_id,
      title: line.product_data.product_name,
      language: null,
      quantity: line.quantity,
      picture: line.product_data.cover,
      price: line.price,
      delivery: lineDelivery(line.product_data.kind, line.custom_properties, today),
      highest: highestQuantityOf(line.product_data),
      gift: toGiftLine(line),
    })),
    country: null,
    amount: cart.amount,
    ...cartTotals(cart),
  };
}

/** Returns the summary of an order; delivery times are counted from the day of the order. */
export function orderSummary(order: Order): Summary {
  const day = calendarDay(Date.parse(order.completed_at ?? order.created_at));
  return {
    lines: order.products.map((line) => ({
      id: lineId({ ...line, product_id: line.id }),
      title: line.title,
      language: order.language,
      quantity: line.quantity,
      picture: line.picture,
      price: line.price,
      delivery: lineDelivery(line.kind, line.custom_properties, day),
      highest: null,
      gift: {
        line_id: lineId({ ...line, product_id: line.id }),
        kind: line.kind,
        title: line.title,
        custom_properties: line.custom_properties,
      },
    })),
    country: order.shipping_address?.country ?? null,
    amount: order.products.reduce((sum, line) => sum + line.quantity, 0),
    subtotal: order.subtotal,
    discount: order.discount,
    bundles: order.bundle_discounts,
    code: order.coupon_code,
    is_shipped: order.products.some((line) => line.is_shipped),
    shipping: order.shipping_cost,
    total: order.total,
    credit: order.credit,
    promotional: order.promotional_credit,
    due: order.amount_due,
    vat: order.included_vat,
  };
}
