import { describeAskAgainNotices } from 'meisterhand/kits';
import { notYet } from '../src/not-yet.ts';
import { createSampleNameNotices } from '../src/notices.ts';

describeAskAgainNotices({
  name: 'sample-name',
  create: async () => ({
    notices: createSampleNameNotices(),
    // Two ids of payments as the provider gives them.
    ids: ['payment-1', 'payment-2'],
    send: async () =>
      notYet('return the webhook that the provider sends when something has happened to a payment'),
  }),
});
