import type { PaymentNotices } from 'meisterhand/ports';
import { notYet } from './not-yet.ts';

/** Reads webhooks sent to /api/webhooks/sample_name. */
export function createSampleNameNotices(_secret: string): PaymentNotices {
  return {
    provider: 'sample_name',
    read: async (_webhook) =>
      notYet(
        'check the signature over the raw body, then return the event, or null for one that the shop does not use',
      ),
  };
}
