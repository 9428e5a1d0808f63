import { z } from 'zod';
import { defineCommand, done } from './command.ts';
import { moment, money } from './words.ts';

/** `payments unknown`: charges and refunds whose outcome the gateway has not told yet, and refunds that it refused. */
export const listUnknownPaymentsCommand = defineCommand({
  name: 'payments unknown',
  usage: '',
  summary: 'lists charges and refunds whose outcome is not known yet, and refunds that the gateway refused',
  input: z.object({}),
  async run({ db }) {
    const attempts = await db
      .selectFrom('payment_attempts')
      .innerJoin('orders', 'orders.id', 'payment_attempts.order_id')
      .selectAll('payment_attempts')
      .select('orders.code')
      .where('payment_attempts.state', 'in', ['charging', 'unknown'])
      .orderBy('started_at')
      .execute();
    const refunds = await db
      .selectFrom('refunds')
      .innerJoin('orders', 'orders.id', 'refunds.order_id')
      .selectAll('refunds')
      .select('orders.code')
      .where('refunds.state', 'in', ['open', 'unknown', 'refused'])
      .orderBy('refunds.created_at')
      .execute();
    const lines = [
      ...attempts.map(
        (attempt) =>
          `order ${attempt.code}  charge ${attempt.attempt_key} ${money(attempt.amount_cents)} ${attempt.state}` +
          ` since ${moment(attempt.started_at)}, asked ${attempt.checks} times, next ${moment(attempt.next_check_at)}`,
      ),
      ...refunds.map(
        (refund) =>
          `order ${refund.code}  refund ${refund.refund_key} ${money(refund.amount_cents)} ${refund.state}` +
          (refund.state === 'refused'
            ? ` on ${moment(refund.settled_at)}: refund retry asks again, or pay it another way`
            : ` since ${moment(refund.created_at)}, asked ${refund.checks} times, next ${moment(refund.next_check_at)}`),
      ),
    ];
    return done(...(lines.length === 0 ? ['The outcome of every payment is known.'] : lines));
  },
});
