import { expect } from 'vitest';
import { type MailerHarness, mail } from './mailer-harness.ts';
import { everyCall, openPage, type PageGatewayHarness } from './page-gateway-harness.ts';
import { type PaymentGatewayHarness, requestFor, tokenRequestFor } from './payment-gateway-harness.ts';
import type { KitCases } from './run-kit.ts';
import { watchProcess } from './watch-process.ts';

/**
 * The title of a test that runs before all others of its kit, because later tests would not notice a change that the
 * adapter makes only once.
 */
const title = 'changes nothing in the process: no global, setting, environment variable or listener';

async function expectNoChange(work: () => Promise<void>): Promise<void> {
  const { changes } = await watchProcess(work);
  expect(changes).toEqual([]);
}

export const processCases: KitCases<PaymentGatewayHarness> = {
  async [title](harness) {
    const request = requestFor(await harness.nonce('accepted'));
    await expectNoChange(async () => {
      const gateway = await harness.another();
      await gateway.createClientToken(tokenRequestFor(null));
      await gateway.charge(request);
      await gateway.findCharge(request.attempt_key);
    });
  },
};

export const pageProcessCases: KitCases<PageGatewayHarness> = {
  [title]: (harness) =>
    expectNoChange(async () => {
      const gateway = await harness.another();
      await everyCall({ gateway }, await openPage({ gateway }));
    }),
};

export const mailerProcessCases: KitCases<MailerHarness> = {
  [title]: ({ mailer }) => expectNoChange(() => mailer.send(mail())),
};
