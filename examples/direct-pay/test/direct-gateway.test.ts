import { describeAskAgainNotices, describePageGateway } from 'meisterhand/kits';
import { createDirectNotices } from '../src/direct-notices.ts';
import { openDirectPay } from './harness.ts';

describePageGateway({
  name: 'Direct Pay',
  create: openDirectPay,
});

describeAskAgainNotices({
  name: 'Direct Pay',
  create: async () => ({
    notices: createDirectNotices(),
    ids: ['dp_1', 'dp_8Kx2'],
    send: async (transactionId) => ({
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new TextEncoder().encode(`id=${transactionId}`),
    }),
  }),
});
