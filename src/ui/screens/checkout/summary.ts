import type { Cart } from '#core/model/cart.ts';
import type { Order } from '#core/model/order.ts';
import type { Cents } from '#core/model/values.ts';
import type { LegalProfile } from '#core/rules/consumer-rights.ts';
import { legalProfiles } from '#core/rules/consumer-rights.ts';

/** One ordered product. */
export interface SummaryLine {
  readonly id: string;
  readonly title: string;
  readonly quantity: number;
  readonly picture: string;
  readonly price: Cents;
  /** Key of the delivery note in locales `checkout:delivery`. */
  readonly delivery: LegalProfile['delivery_note'];
}

/** What is ordered and what it costs, in cents, from the cart or the order. */
export interface Summary {
  readonly lines: readonly SummaryLine[];
  /** Number of pieces. */
  readonly amount: number;
  readonly subtotal: Cents;
  readonly discount: Cents;
  readonly code: string | null;
  readonly is_shipped: boolean;
  /** Null while the country is not known. */
  readonly shipping: Cents | null;
  readonly total: Cents;
  readonly credit: Cents;
  readonly due: Cents;
  readonly vat: Cents;
}

/** The summary of a cart. */
export function cartSummary(cart: Cart): Summary {
  return {
    lines: cart.products.map((line) => ({
      id: line.line_id,
      title: line.product_data.product_name,
      quantity: line.quantity,
      picture: line.product_data.cover,
      price: line.price,
      delivery: legalProfiles[line.product_data.kind].delivery_note,
    })),
    amount: cart.amount,
    subtotal: cart.subtotal,
    discount: cart.discounts.total,
    code: cart.code_error === null ? cart.code : null,
    is_shipped: cart.products.some((line) => line.product_data.is_shipped),
    shipping: cart.shipping_cost,
    total: cart.total,
    credit: cart.credit,
    due: cart.amount_due,
    vat: cart.included_vat,
  };
}

/** The summary of an order. */
export function orderSummary(order: Order): Summary {
  return {
    lines: order.products.map((line) => ({
      id: line.id,
      title: line.title,
      quantity: line.quantity,
      picture: line.picture,
      price: line.price,
      delivery: legalProfiles[line.kind].delivery_note,
    })),
    amount: order.products.reduce((sum, line) => sum + line.quantity, 0),
    subtotal: order.subtotal,
    discount: order.discount,
    code: order.coupon_code,
    is_shipped: order.products.some((line) => line.is_shipped),
    shipping: order.shipping_cost,
    total: order.total,
    credit: order.credit,
    due: order.amount_due,
    vat: order.included_vat,
  };
}
