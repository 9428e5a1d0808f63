import { z } from 'zod';
import { defineCommand, done } from './command.ts';
import { moment, money } from './words.ts';

/** How many notices the list shows. */
const shown = 100;

/** `payments notices`: what the payment provider told by itself, newest first. */
export const listPaymentNoticesCommand = defineCommand({
  name: 'payments notices',
  usage: '',
  summary: `lists what the payment provider told by itself: disputes, money that arrived or did not (the last ${shown})`,
  input: z.object({}),
  async run({ db }) {
    const notices = await db
      .selectFrom('payment_notices')
      .leftJoin('payment_attempts', 'payment_attempts.id', 'payment_notices.attempt_id')
      .leftJoin('orders', 'orders.id', 'payment_attempts.order_id')
      .selectAll('payment_notices')
      .select('orders.code')
      .orderBy('payment_notices.received_at', 'desc')
      .limit(shown)
      .execute();
    const lines = notices.map(
      ({ kind, happened_at, amount_cents, transaction_id, code }) =>
        `${moment(happened_at)}  ${kind}  ${amount_cents === null ? '' : `${money(amount_cents)}  `}` +
        `transaction ${transaction_id}  ${code === null ? 'no order of this shop' : `order ${code}`}`,
    );
    return done(...(lines.length === 0 ? ['The payment provider has told nothing yet.'] : lines));
  },
});
