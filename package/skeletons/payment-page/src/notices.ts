import type { PaymentNotices } from 'meisterhand/ports';
import { notYet } from './not-yet.ts';

/**
 * Reads webhooks sent to /api/webhooks/sample_name. They contain only a payment id and are not trusted: the shop looks
 * up the payment, even if it failed or expired. If the provider signs events, use `describePaymentNotices`, and report
 * `payment_failed` and `payment_expired` as well as `settled`.
 */
export function createSampleNameNotices(): PaymentNotices {
  return {
    provider: 'sample_name',
    read: async (_webhook) =>
      notYet('return { kind: "ask_again" } with the id of a short body, and UNREADABLE for anything else'),
  };
}
