import { cents } from '#core/rules/basics/money.ts';
import { type MailerHarness, mail } from './mailer-harness.ts';
import { everyCall, openPage, type PageGatewayHarness } from './page-gateway-harness.ts';
import {
  charged,
  type PaymentGatewayHarness,
  requestFor,
  tokenRequestFor,
} from './payment-gateway-harness.ts';
import type { KitCases } from './run-kit.ts';
import { expectCleanAddresses } from './watch-requests.ts';

const title = 'puts no key, device data or personal data into a request URL, which proxies and servers log';

/** Personal data of a buyer in a client token request and in a charge. */
const buyer = ['device-of-4711', 'karla@shop.example'];

export const addressCases: KitCases<PaymentGatewayHarness> = {
  [title]: (harness) =>
    expectCleanAddresses(async () => {
      const { gateway, nonce } = harness;
      await gateway.createClientToken(tokenRequestFor(null));
      const request = requestFor(await nonce('accepted'), { device_data: 'device-of-4711' });
      const { transaction_id } = await charged(harness, request);
      await gateway.refund(transaction_id, cents(100), 'refund-1');
      return buyer;
    }),
};

export const pageAddressCases: KitCases<PageGatewayHarness> = {
  [title]: (harness) =>
    expectCleanAddresses(async () => {
      await everyCall(harness, await openPage(harness, { device_data: 'device-of-4711' }));
      return buyer;
    }),
};

export const mailerAddressCases: KitCases<MailerHarness> = {
  [title]: ({ mailer }) =>
    expectCleanAddresses(async () => {
      await mailer.send(mail({ subject: 'Betreff geheim-4711' }));
      return ['johanna.brandt', 'geheim-4711'];
    }),
};
