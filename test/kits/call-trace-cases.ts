import { expect } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import {
  authorised,
  type CardGatewayHarness,
  storedRequestFor,
  vaultRequest,
} from './card-gateway-harness.ts';
import { isSecretToken } from './gateway-call-rules.ts';
import { everyCall, openPage, type PageGatewayHarness } from './page-gateway-harness.ts';
import {
  isCapturing,
  misleadingBody,
  requestFor,
  success,
  tokenRequestFor,
} from './payment-gateway-harness.ts';
import type { KitCases } from './run-kit.ts';
import { watchProcess } from './watch-process.ts';
import { expectCleanAddresses, expectNoOpenRequest } from './watch-requests.ts';

const title =
  'leaves no timer, connection, changed global or personal data behind after any call, successful or not';

const buyer = { customer_id: 'customer-of-4711', device_data: 'device-of-4711' };

/** Runs calls that return their secrets, and fails when they leave something behind or expose a secret. */
async function expectNoTrace(
  { logged }: Pick<CardGatewayHarness, 'logged'>,
  work: () => Promise<readonly string[]>,
): Promise<void> {
  const { value, timers, changes, output, files } = await watchProcess(async () => {
    let secrets: readonly string[] = [];
    await expectCleanAddresses(async () => {
      secrets = await expectNoOpenRequest(work);
      // Ids of customers, nonces and tokens may be in URLs, which name the resource.
      return [buyer.device_data, 'karla@'];
    });
    return secrets;
  });
  expect([timers, changes]).toEqual([[], []]);
  const written = `${output} ${files} ${(await logged?.()) ?? ''}`;
  for (const secret of value) expect(written).not.toContain(secret);
}

/** Returns the nonces of one round, made while the provider responds. */
const threeNonces = ({ nonce }: CardGatewayHarness) =>
  Promise.all(Array.from({ length: 3 }, () => nonce('accepted')));

/** Makes every call of a card gateway once. Returns the secrets that no call may expose. */
async function everyCardCall(
  harness: CardGatewayHarness,
  nonces: readonly string[],
  isAvailable: boolean,
): Promise<readonly string[]> {
  const { gateway, act } = harness;
  const [first = '', second = '', third = ''] = nonces;
  const secrets = [buyer.customer_id, buyer.device_data, 'karla@', ...nonces];
  const token = await gateway.createClientToken(tokenRequestFor(buyer.customer_id));
  if (token !== null && isSecretToken(token)) secrets.push(token);
  await gateway.checkAccount();
  const request = requestFor(first, { ...buyer, save_payment_method: true, begins_series: true });
  const outcome = await gateway.charge(request);
  const { transaction_id } = isAvailable
    ? await success(harness, request, outcome)
    : { transaction_id: 'transaction-4711' };
  if ('vault_token' in outcome && outcome.vault_token !== null) secrets.push(outcome.vault_token);
  await gateway.findCharge(request.attempt_key);
  await gateway.refund(transaction_id, cents(100), `refund-of-${request.order_code}`);
  const { customer_id, device_data } = buyer;
  const kept = await gateway.vault({ ...vaultRequest(customer_id, second), device_data });
  const vaultToken = kept.outcome === 'vaulted' ? kept.vault_token : 'vault:4711';
  secrets.push(vaultToken);
  await gateway.chargeStored(storedRequestFor(vaultToken, buyer.customer_id));
  await gateway.chargeStored(storedRequestFor(vaultToken, 'customer-of-4712'));
  if (isCapturing(gateway)) {
    const held = isAvailable ? (await authorised(harness)).id : 'transaction-4712';
    await gateway.release(held);
    await gateway.capture(held);
  }
  if (act !== undefined && isAvailable) {
    const asked = requestFor(await harness.nonce('needs_action'), buyer);
    const open = await gateway.charge(asked);
    if (open.outcome === 'requires_action')
      await gateway.cancelAction?.(asked.attempt_key, open.transaction_id);
  }
  await gateway.charge(requestFor(third, buyer));
  return secrets;
}

export const cardTraceCases: KitCases<CardGatewayHarness> = {
  async [title](harness) {
    const nonces = await threeNonces(harness);
    await expectNoTrace(harness, () => everyCardCall(harness, nonces, true));
    const rounds = [
      { status: 503, body: misleadingBody, nonces: await threeNonces(harness) },
      {
        status: 422,
        body: '{"message":"customer-of-4711 with device-of-4711 is refused"}',
        nonces: await threeNonces(harness),
      },
      { status: 200, body: '<!doctype html><p>Back soon', nonces: await threeNonces(harness) },
    ];
    for (const { status, body, nonces } of rounds) {
      await harness.answer(status, body);
      await expectNoTrace(harness, () => everyCardCall(harness, nonces, false));
    }
  },
};

export const pageTraceCases: KitCases<PageGatewayHarness> = {
  async [title](harness) {
    const { gateway, act } = harness;
    const subject = await openPage(harness, buyer);
    await expectNoTrace(harness, async () => {
      await everyCall(harness, subject);
      const { key, id, asked } = await openPage(harness, buyer);
      await act(key, 'pay');
      await gateway.findCharge(key);
      await gateway.refund(id, cents(100), `refund-of-${asked.order_code}`);
      await gateway.cancelAction(key, id);
      return [buyer.customer_id, buyer.device_data, 'karla@'];
    });
    for (const [status, body] of [
      [422, '{"message":"customer-of-4711 with device-of-4711 is refused"}'],
      [200, '<!doctype html><p>Back soon'],
    ] as const) {
      await harness.answer(status, body);
      await expectNoTrace(harness, async () => {
        await everyCall(harness, subject);
        return [buyer.customer_id, buyer.device_data, 'karla@'];
      });
    }
  },
};
