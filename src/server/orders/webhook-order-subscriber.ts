import type { ProductKind } from '#core/model/product.ts';
import { cents } from '#core/rules/basics/money.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { recordEvent } from '#server/platform/webhooks/record-event.ts';
import type { OrderSubscriber } from './order-events.ts';

/** Reports paid orders to webhooks. */
export const webhookOrderSubscriber: OrderSubscriber<ServerContext> = {
  async paid(trx, context, { order, lines, userId }) {
    await recordEvent(trx, context, 'order.paid', () => ({
      order_id: order.id,
      order_code: order.code,
      account_id: userId,
      subscription_id: order.subscription_id,
      currency: 'EUR',
      total: cents(order.total_cents),
      shipping_cost: cents(order.shipping_cents),
      discount: cents(order.discount_cents),
      credit: cents(order.credit_cents),
      amount_due: cents(order.amount_due_cents),
      vat_country: order.vat_country,
      lines: lines.map((line) => ({
        product_id: line.product_id,
        kind: line.kind as ProductKind,
        quantity: line.quantity,
        unit_price: cents(line.unit_price_cents),
        total: cents(line.price_cents - line.discount_cents),
        vat_rate: line.vat_rate,
      })),
    }));
    return [];
  },
};
