import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testCards } from '#examples/acme-pay/simulator/ledger.ts';
import { startSimulator } from '#examples/acme-pay/simulator/simulator.ts';
import { startMailService } from '#examples/http-mail/test/mail-service.ts';
import { exampleModules } from '#test/e2e/support/example-modules.ts';
import { removeData } from '#test/e2e/support/start-shop.ts';
import { startChild } from '#test/faults/support/processes.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { createGuestOrders } from '#test/integration/support/place-guest-orders.ts';
import { runShopCommand } from '#test/integration/support/test-process.ts';
import { reservePort } from '#test/support/reserve-ports.ts';

// The whole server; only its configuration names the packages of `examples/`.

const { connectionString } = await openTestDatabase('shop');
const dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-examples-'));
const port = await reservePort();
const mails = await startMailService();
const acme = await startSimulator({ webhookUrl: `http://127.0.0.1:${port}/api/webhooks/acme_pay` });
const environment = {
  ...exampleModules,
  HTTP_MAIL_URL: mails.url,
  HTTP_MAIL_KEY: mails.key,
  MATOMO_URL: 'https://matomo.example',
  MATOMO_SITE_ID: '3',
  ACME_PAY_URL: acme.url,
  ACME_PAY_KEY: acme.key,
  ACME_PAY_WEBHOOK_SECRET: acme.webhookSecret,
  DATABASE_URL: connectionString,
  DATA_DIR: dataDir,
  PORT: String(port),
  LOG_LEVEL: 'silent',
};
const shop = await startChild({
  entry: 'test/faults/support/run-test-server.ts',
  env: environment,
  url: `http://127.0.0.1:${port}`,
  readyPath: '/readyz',
});

afterAll(async () => {
  await shop.end('SIGTERM');
  await acme.close();
  await mails.close();
  removeData(dataDir);
});

const guests = createGuestOrders(shop.url);

/** Runs an operator's command for the shop. */
function operate(...args: readonly string[]): string {
  const { status, stdout, stderr } = runShopCommand(args, environment);
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** Orders a course as a guest, and returns how it is paid with a card of Acme Pay. */
async function order(email: string) {
  const ordered = await guests.order(email);
  return {
    ...ordered,
    pay: (card: keyof typeof testCards) => ordered.pay(acme.ledger.tokenize(testCards[card])),
    payment: () => acme.ledger.payments().findLast(({ reference }) => reference === ordered.code),
  };
}

const stateOf = ({ body }: { readonly body: { data: { attributes: { state: string } } } }) =>
  body.data.attributes.state;

test('a purchase by Acme Pay is captured, confirmed through the HTTP mail service and reported by webhook', async () => {
  const bought = await order('johanna@meisterhand.example');
  const { body: verified } = await bought.verify();
  expect(verified.provider).toBe('acme_pay');
  expect(JSON.parse(atob(verified.client_token)).url).toBe(acme.url);
  const paid = await bought.pay('accepted');
  expect([paid.status, stateOf(paid)]).toEqual([200, 'paid']);
  expect(bought.payment()).toMatchObject({ status: 'captured', amount: 8_900 });
  await expect
    .poll(() => mails.accepted.filter(({ to }) => to === 'johanna@meisterhand.example'))
    .toContainEqual(expect.objectContaining({ text: expect.stringContaining(bought.code) }));
  await expect.poll(() => operate('payments', 'notices')).toContain(bought.code);
});

test('a declined card leaves the order open for another one', async () => {
  const bought = await order('karl@meisterhand.example');
  await bought.verify();
  const declined = await bought.pay('declined');
  expect([declined.status, declined.body.errors[0].code]).toEqual([402, 'PAYMENT_DECLINED']);
  expect(stateOf(await bought.pay('accepted'))).toBe('paid');
});

test('a payment action at the bank is requested, and the order is paid once the buyer has confirmed it', async () => {
  const bought = await order('lea@meisterhand.example');
  await bought.verify();
  const pending = await bought.pay('redirect');
  expect([pending.status, stateOf(pending)]).toEqual([202, 'awaiting_action']);
  const payment = bought.payment();
  expect(pending.body.data.attributes.payment_action).toMatchObject({
    provider: 'acme_pay',
    action: { kind: 'redirect', url: payment?.action?.url },
  });
  acme.ledger.act(payment?.id ?? '', 'approve');
  const checked = await guests.call('POST', `/orders/${bought.id}/action`, { step: 'check' }, bought.token);
  expect(stateOf(checked)).toBe('paid');
});

test('a refund of an operator reaches Acme Pay', async () => {
  const bought = await order('mia@meisterhand.example');
  await bought.verify();
  await bought.pay('accepted');
  operate('refund', bought.code, '--all');
  const id = bought.payment()?.id;
  await expect
    .poll(() => acme.ledger.refunds().filter((refund) => refund.payment === id))
    .toMatchObject([{ amount: 8_900 }]);
});
