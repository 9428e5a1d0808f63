import type { PaymentRecord } from '#core/model/payment.ts';
import { ok } from '#core/rules/result.ts';
import type { Payments } from '#ports/payments.ts';
import type { Caller, MemoryHost } from './memory-host.ts';
import { callingUser, refuse } from './memory-host.ts';

/** What learners of a host in memory have paid: their completed orders. */
export function createMemoryPayments(host: MemoryHost, caller: Caller): Payments {
  return {
    async list({ number, size }) {
      const user = callingUser(host, caller);
      if (user === null) return refuse('UNAUTHENTICATED', 401);
      const charges = [...host.orders.values()]
        .filter((kept) => kept.owner === user.learner.sub)
        .flatMap(({ order }): PaymentRecord[] =>
          order.completed_at === null
            ? []
            : [
                {
                  id: order.id,
                  kind: 'charge',
                  date: order.completed_at,
                  order_code: order.code,
                  order_id: order.id,
                  title: order.products[0]?.title ?? '',
                  items: order.products.length,
                  amount: order.amount_due,
                  credit: order.credit,
                  method: order.payment_method,
                  state: 'paid',
                  invoice_url: null,
                },
              ],
        )
        .toReversed();
      const items = charges.slice((number - 1) * size, number * size);
      return ok({ items, number, size, total: charges.length });
    },
  };
}
