import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openPayments } from '#app/modules/open-payments.ts';
import { readConfig } from '#app/settings/config.ts';
import { wellKnownRoutes } from '#server/payments/payment-provider-routes.ts';

const path = '/.well-known/apple-developer-merchantid-domain-association';

const account = {
  PAYMENT_MODULES: 'braintree',
  BRAINTREE_ENVIRONMENT: 'sandbox',
  BRAINTREE_MERCHANT_ID: 'm',
  BRAINTREE_PUBLIC_KEY: 'p',
  BRAINTREE_PRIVATE_KEY: 'k',
};

/** The routes of a shop with these settings. */
async function routesWith(environment: Record<string, string>) {
  const config = await readConfig(environment);
  if (!config.ok) throw new Error(config.error.join());
  const { offered } = await openPayments(config.value, {
    clock: { now: () => 0 },
    ids: { uuid: () => '', token: () => '', code: () => '' },
    database: null,
    log: { info() {}, warn() {}, error() {} },
    purpose: 'command',
    secrets: { token: '', of: () => 'x'.repeat(32) },
    say: () => {},
  });
  return wellKnownRoutes(offered.map(({ wellKnownFiles }) => wellKnownFiles ?? {}));
}

test('the file for Apple is served unchanged, and is not found without the setting', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'meisterhand-apple-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const content = '7B227073704964223A22\n';
  const BRAINTREE_APPLE_PAY_FILE = join(folder, 'association');
  writeFileSync(BRAINTREE_APPLE_PAY_FILE, content);

  const answer = await (await routesWith({ ...account, BRAINTREE_APPLE_PAY_FILE })).request(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
  expect(await answer.text()).toBe(content);

  for (const environment of [account, { PAYMENT_MODULES: 'sandbox' }]) {
    expect((await (await routesWith(environment)).request(path)).status).toBe(404);
  }
});

test('an unreadable file stops the start with an error that names the setting', async () => {
  await expect(routesWith({ ...account, BRAINTREE_APPLE_PAY_FILE: '/nowhere/association' })).rejects.toThrow(
    /^The module "braintree" cannot be opened: BRAINTREE_APPLE_PAY_FILE .*\(ENOENT\): set the path/,
  );
});
