import { expect, test } from 'vitest';
import { limitGateway } from '#app/modules/limit-gateway.ts';
import type { CapturingGateway, PageGateway } from '#ports/payment-gateway.ts';
import { availablePageGateways } from '#server/platform/payment-gateways.ts';
import { requestFor, tokenRequestFor } from '#test/kits/payment-gateway-harness.ts';
import { createMemoryPaymentGateway } from '#test/support/memory-payment-gateway.ts';

const memory = createMemoryPaymentGateway();

function broken(): never {
  throw new Error('of the module');
}

/** How every call of a broken gateway fails. */
const brokenCalls = {
  throws: broken,
  rejects: async () => broken(),
  'never ends': () => new Promise<never>(() => {}),
};

function limited(call: () => Promise<never>) {
  const logged: unknown[] = [];
  const gateway = limitGateway<CapturingGateway>(
    {
      ...memory,
      name: 'acme_pay',
      createClientToken: call,
      charge: call,
      chargeStored: call,
      findCharge: call,
      cancelAction: call,
      capture: call,
      release: call,
      vault: call,
      refund: call,
    },
    { info() {}, warn() {}, error: (event, _cause, facts) => logged.push({ event, ...facts }) },
    10,
  );
  return { gateway, logged };
}

test.each(Object.entries(brokenCalls))(
  'a gateway of which every call %s leaves outcomes unknown, and the log names module and call',
  async (_title, call) => {
    const { gateway, logged } = limited(call);
    const request = requestFor('nonce');
    const stored = { ...request, vault_token: 'vault:1', customer_id: '1' };
    const outcomes = {
      charge: gateway.charge(request),
      chargeStored: gateway.chargeStored(stored),
      findCharge: gateway.findCharge('ORDER/1'),
      cancelAction: gateway.cancelAction?.('ORDER/1', 'transaction'),
      capture: gateway.capture('transaction'),
      release: gateway.release('transaction'),
      vault: gateway.vault({ ...request, customer_id: '1' }),
      refund: gateway.refund('transaction', request.amount, 'refund'),
    };
    for (const [name, outcome] of Object.entries(outcomes))
      expect(await outcome, name).toEqual({ outcome: 'unknown' });
    expect(await gateway.createClientToken(tokenRequestFor(null))).toBeNull();
    const called = [...Object.keys(outcomes), 'createClientToken'];
    expect(logged).toHaveLength(called.length);
    expect(logged).toEqual(
      expect.arrayContaining(
        called.map((name) => ({ event: 'gateway_failed', provider: 'acme_pay', call: name })),
      ),
    );
  },
);

test('pages of providers that throw or hang are not offered, and others are offered', async () => {
  const page = (name: string, createClientToken: () => Promise<string | null>) => {
    const { gateway } = limited(broken);
    const { vault: _, ...plain } = gateway;
    return limitGateway<PageGateway>(
      { ...plain, cancelAction: broken, name, pays_on: 'provider_page', createClientToken },
      { info() {}, warn() {}, error() {} },
      10,
    );
  };
  const gateways = [
    page('throws', brokenCalls.throws),
    page('hangs', brokenCalls['never ends']),
    page('away', async () => null),
    page('open', async () => 'token'),
  ];
  const open = await availablePageGateways({ gateways }, tokenRequestFor(null));
  expect(open.map(({ name }) => name)).toEqual(['open']);
});

test('results of a working gateway are passed on unchanged', async () => {
  const errors: unknown[] = [];
  const gateway = limitGateway(memory, { info() {}, warn() {}, error: (event) => errors.push(event) });
  const request = requestFor('no-such-nonce');
  const outcome = await gateway.charge(request);
  expect(outcome).toMatchObject({ outcome: 'declined', reason: 'NONCE_UNKNOWN' });
  expect(outcome).toEqual(await memory.charge(request));
  expect(gateway.identity).toBe('sandbox');
  expect(errors).toEqual([]);
});
