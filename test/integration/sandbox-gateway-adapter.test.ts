import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { cents } from '#core/rules/money.ts';
import { createSandboxGateway } from '#host/adapters/sandbox-gateway.ts';
import { startTestGateway } from '#test/integration/support/sandbox-gateway.ts';
import { describePaymentGateway } from '#test/kits/payment-gateway-kit.ts';

const numbers = { accepted: '4111111111111111', declined: '4000111111111115' };

describePaymentGateway({
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
        const ofOrder = charges.filter((charge) => charge.order_code === orderCode);
        return ofOrder.reduce((sum, charge) => sum + charge.amount, 0);
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
};

async function chargeAt(answer: { status: number; body: string }) {
  const server = createServer((_, response) => response.writeHead(answer.status).end(answer.body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    return await createSandboxGateway({ baseUrl, secret: 'secret', fetch }).charge(request);
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
])('an answer that says nothing of the charge ($status) is unknown, never a decline', async (answer) => {
  expect(await chargeAt(answer)).toEqual({ outcome: 'unknown' });
});
