import { describePaymentNotices } from 'meisterhand/kits';
import { notYet } from '../src/not-yet.ts';
import { createSampleNameNotices } from '../src/notices.ts';

describePaymentNotices({
  name: 'sample-name',
  create: async () => ({
    notices: createSampleNameNotices('a-secret'),
    kinds: ['settled', 'refund_failed', 'dispute_opened'],
    sign: async () =>
      notYet('return the webhook that the provider sends for an event, signed with the secret'),
    forge: async () => notYet('return the same webhook, signed with another secret'),
    signOtherwise: async () =>
      notYet('return the webhook with its body written in that way, signed with the secret'),
    signLongAgo: async () => notYet('return a webhook signed a day ago, or skip its test with a reason'),
    unsign: async () => notYet('return the same webhook without a signature'),
  }),
});
