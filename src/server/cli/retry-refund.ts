import { z } from 'zod';
import { retryRefund } from '#server/refunds/retry-refund.ts';
import { defineCommand, done, failed } from './command.ts';

/** `refund retry`: asks the gateway once more for money that it has refused to give back. */
export const retryRefundCommand = defineCommand({
  name: 'refund retry',
  usage: 'REFUND',
  summary: 'asks the gateway again for a refund that it refused; the key stands in payments unknown',
  operands: ['refund'],
  input: z.object({ refund: z.string().trim().min(1, 'write the key as payments unknown shows it') }),
  async run(context, { refund }) {
    const retried = await retryRefund(context, refund);
    if (!retried.ok) return failed(`There is no refund ${refund}. payments unknown lists the refused ones.`);
    switch (retried.value) {
      case 'asked_again':
        return done(
          'The shop asks the gateway again within seconds; payments unknown shows what comes of it.',
        );
      case 'under_way':
        return done('The gateway is being asked for this refund already; nothing was changed.');
      case 'paid_out':
        return done('This refund has been paid out; nothing was changed.');
    }
  },
});
