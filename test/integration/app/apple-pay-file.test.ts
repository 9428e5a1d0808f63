import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { PaymentConfig } from '#app/payment-config.ts';
import { readApplePayFile } from '#app/server.ts';
import { applePayRoutes } from '#server/routes/payment-provider-routes.ts';

const path = '/.well-known/apple-developer-merchantid-domain-association';

function configWith(applePayFile: string | null): PaymentConfig {
  const account = {
    environment: 'sandbox',
    merchantId: 'm',
    publicKey: 'p',
    privateKey: 'k',
    merchantAccountId: null,
    allowsCardsWithout3DSecure: false,
    descriptor: { name: null, phone: null, url: null },
    gatewayUrl: null,
  } as const;
  return { provider: 'braintree', account, timeLimit: null, googleMerchantId: null, applePayFile };
}

test('the file for Apple is served unchanged, and is not found without the setting', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'meisterhand-apple-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const content = '7B227073704964223A22\n';
  writeFileSync(join(folder, 'association'), content);

  const answer = await applePayRoutes(readApplePayFile(configWith(join(folder, 'association')))).request(
    path,
  );
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
  expect(await answer.text()).toBe(content);

  for (const payment of [configWith(null), { provider: 'sandbox' } as const]) {
    expect((await applePayRoutes(readApplePayFile(payment)).request(path)).status).toBe(404);
  }
});

test('an unreadable file stops the start with an error that names the setting', () => {
  expect(() => readApplePayFile(configWith('/nowhere/association'))).toThrow(
    /^BRAINTREE_APPLE_PAY_FILE .*\(ENOENT\): set the path/,
  );
});
