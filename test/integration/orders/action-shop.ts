import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { CardGateway } from '#ports/payment-gateway.ts';
import { resolveUnknownPayments } from '#server/orders/charging/due-payment-attempts.ts';
import { continuePayment } from '#server/orders/check-out-order.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { withCardGateway } from '#test/integration/support/gateways.ts';
import { rowOf } from '#test/integration/support/rows.ts';
import { createOrderShop, sellProduct } from './order-shop.ts';

type Changes = Partial<CardGateway>;

/** Opens an order shop for payments that need an action of the buyer, with a product of which 1,000 are in stock. */
export async function openActionShop() {
  const { db } = await openTestDatabase();
  const shop = createOrderShop(db);
  await sellProduct(db, { id: 'box', kind: 'gift_box', price: 8_900, stock: 1_000 });

  /** Returns the context with some methods of the gateway replaced. */
  const withChanges = (changes: Changes) => withCardGateway(shop.context, { ...shop.gateway, ...changes });

  async function openOrder() {
    const cart = await shop.storeCart({ lines: { box: 1 } });
    const order = await shop.ordered(cart);
    return { id: order.id, code: order.attributes.code, due: order.attributes.amount_due };
  }

  const pay = (order: OpenOrder, nonce: string, changes: Changes = {}) =>
    shop.pay(order.id, nonce, order.due, null, { ...shop.gateway, ...changes });

  /** Creates an order whose payment waits for the buyer. */
  async function waitingOrder(nonce = `fake-redirect-action-nonce#${randomUUID()}`) {
    const order = await openOrder();
    const answer = await pay(order, nonce);
    expect(stateOf(answer)).toBe('awaiting_action');
    return { ...order, nonce, key: `${order.code}-1`, answer };
  }

  return {
    db,
    shop,
    openOrder,
    pay,
    waitingOrder,
    step: (order: OpenOrder, which: 'check' | 'return' | 'cancel') =>
      continuePayment(shop.context, shop.callerFor(order.id), { id: order.id, step: which }),
    /** Runs the background job. */
    work: (changes: Changes = {}) => resolveUnknownPayments(withChanges(changes)),
    orderState: async ({ id }: OpenOrder) => (await rowOf(db, 'orders', { id })).state,
  };
}

export interface OpenOrder {
  readonly id: string;
  readonly code: string;
  /** In cents. */
  readonly due: number;
}

/** Returns the state of the order, or the code of the failure. */
export function stateOf(answer: Awaited<ReturnType<typeof continuePayment>>): string {
  return answer.ok ? answer.value.attributes.state : answer.error.code;
}
