import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { testCards } from '#examples/acme-pay/simulator/ledger.ts';
import { startSimulator } from '#examples/acme-pay/simulator/simulator.ts';
import { startTestGateway } from '#sandbox/test/test-gateway.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { exampleModules } from '#test/e2e/support/example-modules.ts';
import { removeData } from '#test/e2e/support/start-shop.ts';
import { startChild } from '#test/faults/support/processes.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { createGuestOrders } from '#test/integration/support/place-guest-orders.ts';
import { reservePort } from '#test/support/reserve-ports.ts';

// The whole server with two payment modules for cards, one of them from outside, in either order; one database, as when
// an operator changes the order.

const { connectionString } = await openTestDatabase('shop');
const dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-two-modules-'));
const sandbox = await startTestGateway();
const acme = await startSimulator({});

afterAll(async () => {
  await acme.close();
  await sandbox.dispose();
  removeData(dataDir);
});

type Provider = 'sandbox' | 'acme_pay';

/** Names in `PAYMENT_MODULES`: a word for the shop's own module, a path for the other one. */
const entries = { sandbox: 'sandbox', acme_pay: exampleModules.PAYMENT_MODULES };

/** Nonces of cards that each provider accepts and declines. */
const nonces = {
  sandbox: {
    accepted: () => `fake-valid-nonce#${randomUUID()}`,
    declined: () => 'fake-processor-declined-visa-nonce',
  },
  acme_pay: {
    accepted: () => acme.ledger.tokenize(testCards.accepted),
    declined: () => acme.ledger.tokenize(testCards.declined),
  },
};

/** What each provider has charged for an order, in cents. */
const charged = {
  sandbox: async (code: string) =>
    (await sandbox.ledger()).charges.filter((one) => one.order_code === code).map(({ amount }) => amount),
  acme_pay: async (code: string) =>
    acme.ledger
      .payments()
      .filter(({ reference, status }) => reference === code && status === 'captured')
      .map(({ amount }) => amount),
};

/** The refunds of each provider, in cents. */
const refunded = {
  sandbox: async () => (await sandbox.ledger()).refunds.map(({ amount }) => amount),
  acme_pay: async () => acme.ledger.refunds().map(({ amount }) => amount),
};

async function openShop(providers: readonly Provider[]) {
  const port = await reservePort();
  const environment = {
    PAYMENT_MODULES: providers.map((name) => entries[name]).join(','),
    SANDBOX_GATEWAY_URL: sandbox.url,
    SANDBOX_SECRET: sandbox.secret,
    ACME_PAY_URL: acme.url,
    ACME_PAY_KEY: acme.key,
    ACME_PAY_WEBHOOK_SECRET: acme.webhookSecret,
    DATABASE_URL: connectionString,
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'silent',
  };
  const url = `http://127.0.0.1:${port}`;
  const shop = await startChild({
    entry: 'test/faults/support/run-test-server.ts',
    env: environment,
    url,
    readyPath: '/readyz',
  });
  onTestFinished(async () => {
    await shop.end('SIGTERM');
  });
  return {
    ...createGuestOrders(url),
    /** Runs an operator's command for the shop. */
    operate: (...words: readonly string[]) =>
      execFileSync(process.execPath, [join(projectRoot, 'src/app/shop-command.ts'), ...words], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, ...environment },
      }),
  };
}

const stateOf = ({ body }: { readonly body: { data?: { attributes: { state: string } } } }) =>
  body.data?.attributes.state;

describe.each<readonly [Provider, Provider]>([
  ['sandbox', 'acme_pay'],
  ['acme_pay', 'sandbox'],
])('with %s before %s', (first, second) => {
  test('buyers choose either, also after a decline by the other; money goes back to where it was taken', async () => {
    const shop = await openShop([first, second]);
    const usual = await shop.order(`${first}-first@meisterhand.example`);
    const { body: verified } = await usual.verify();
    expect(verified).toMatchObject({
      provider: first,
      client_token: expect.any(String),
      providers: [first, second].map((name) => ({ name, client_token: expect.any(String) })),
    });
    expect(stateOf(await usual.pay(nonces[first].accepted()))).toBe('paid');
    expect(await charged[first](usual.code)).toEqual([8_900]);
    expect(await charged[second](usual.code)).toEqual([]);

    const other = await shop.order(`${second}-second@meisterhand.example`);
    await other.verify();
    const inactive = await other.pay(nonces[second].accepted(), { provider: 'other_pay' });
    expect([inactive.status, inactive.body.errors[0].code]).toEqual([422, 'PAYMENT_PROVIDER_INACTIVE']);
    const declined = await other.pay(nonces[first].declined(), { provider: first });
    expect([declined.status, declined.body.errors[0].code]).toEqual([402, 'PAYMENT_DECLINED']);
    expect(stateOf(await other.pay(nonces[second].accepted(), { provider: second }))).toBe('paid');
    expect(await charged[first](other.code)).toEqual([]);
    expect(await charged[second](other.code)).toEqual([8_900]);

    const before = { first: await refunded[first](), second: await refunded[second]() };
    shop.operate('refund', other.code, '--all');
    await expect.poll(refunded[second]).toEqual([...before.second, 8_900]);
    expect(await refunded[first]()).toEqual(before.first);
  });
});
