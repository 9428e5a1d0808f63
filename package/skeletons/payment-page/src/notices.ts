import type { PaymentNotices } from 'meisterhand/ports';
import { notYet } from './not-yet.ts';

/**
 * Reads the webhooks that the provider sends to /api/webhooks/sample_name. They carry only the id of a payment: nothing of
 * them is believed, and the shop looks the payment up, also one that failed or expired. A provider that signs events has
 * `describePaymentNotices`, and reports `payment_failed` and `payment_expired` beside `settled`.
 */
export function createSampleNameNotices(): PaymentNotices {
  return {
    provider: 'sample_name',
    read: async (_webhook) =>
      notYet('return { kind: "ask_again" } with the id of a short body, and UNREADABLE for anything else'),
  };
}
