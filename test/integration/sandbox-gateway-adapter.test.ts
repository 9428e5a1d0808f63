import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createSandboxGateway } from '#adapters/payments/sandbox/server/sandbox-payment-gateway.ts';
import { cents } from '#core/rules/money.ts';
import type { CardGateway } from '#ports/payment-gateway.ts';
import { startTestGateway } from '#test/integration/support/sandbox-gateway.ts';
import { describeCardGateway } from '#test/kits/card-gateway-kit.ts';

const numbers = { accepted: '4111111111111111', declined: '4000111111111115' };

describeCardGateway({
  name: 'sandbox',
  async create() {
    const provider = await startTestGateway();
    return {
      gateway: provider.adapter(2_000),
      async nonce(kind) {
        if (kind === 'accepted' || kind === 'declined') return provider.tokenize(numbers[kind]);
        if (kind === 'rejected') return 'fake-gateway-rejected-fraud-nonce';
        if (kind === 'consumed') return 'fake-consumed-nonce';
        if (kind === 'unknown') return 'no-such-nonce';
        return kind === 'timeout_after_charge'
          ? 'fake-timeout-after-charge-nonce'
          : 'fake-timeout-before-charge-nonce';
      },
      async taken(orderCode) {
        const { charges } = await provider.ledger();
        const counted = charges.filter((charge) => orderCode === null || charge.order_code === orderCode);
        return counted.reduce((sum, charge) => sum + charge.amount, 0);
      },
      cutOff: () => provider.stop(),
      dispose: () => provider.dispose(),
    };
  },
});

const request = {
  attempt_key: 'ORDER-1/1',
  order_code: 'ORDER-1',
  amount: cents(100),
  payment_method_nonce: 'fake-valid-nonce',
  device_data: null,
  customer_id: null,
  save_payment_method: false,
  begins_series: false,
};

/**
 * Runs `talk` with the adapter and a gateway that returns `answer` to every request. Returns the result of
 * `talk` and the requests.
 */
async function talkTo<Value>(
  answer: { readonly status: number; readonly body: string },
  talk: (gateway: CardGateway) => Promise<Value>,
): Promise<{ readonly value: Value; readonly heard: readonly string[] }> {
  const heard: string[] = [];
  const server = createServer(async (asked, response) => {
    heard.push(`${asked.method} ${asked.url} ${await text(asked)}`);
    response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    return { value: await talk(createSandboxGateway({ baseUrl, secret: 'secret', fetch })), heard };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test.each([
  { status: 503, body: '' },
  { status: 500, body: '{"code":"PROVIDER_ERROR"}' },
  { status: 502, body: '<html>Bad gateway</html>' },
  { status: 401, body: '{"code":"UNAUTHORIZED"}' },
  { status: 200, body: '{"outcome":"charged"}' },
])('a response without an outcome of the charge ($status) is unknown, never a decline', async (answer) => {
  const { value } = await talkTo(answer, (gateway) => gateway.charge(request));
  expect(value).toEqual({ outcome: 'unknown' });
});

test('ids are encoded in URLs, and a client token is requested for its customer', async () => {
  const { heard } = await talkTo({ status: 500, body: '{}' }, async (gateway) => {
    await gateway.refund('a/b?c', cents(1), 'refund');
    await gateway.findCharge('ORDER/1');
    await gateway.createClientToken('customer-1');
  });
  expect(heard).toEqual([
    'POST /merchant/transactions/a%2Fb%3Fc/refund {"amount":1,"refund_key":"refund"}',
    'GET /merchant/transactions/by-attempt/ORDER%2F1 ',
    'POST /merchant/client_token {"customer_id":"customer-1"}',
  ]);
});
