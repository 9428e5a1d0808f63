import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describeCardGateway, requestFor, type ToldCharge, tokenRequestFor } from 'meisterhand/kits';
import type { CardGateway } from 'meisterhand/ports';
import { cents } from 'meisterhand/rules';
import { expect, test } from 'vitest';
import { createSandboxGateway } from '../../src/server/sandbox-payment-gateway.ts';
import { startTestGateway, type TestGateway } from '../test-gateway.ts';

const numbers = { accepted: '4111111111111111', declined: '4000111111111115' };

const timeLimit = 1_000;

/** The lines of the gateway's ledger. */
function readEntries({ dataDir }: TestGateway) {
  const lines = readFileSync(join(dataDir, 'ledger.jsonl'), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

/** Returns a body that sends spaces until its reader gives up: JSON may begin with any number of them. */
function spaces(signal: AbortSignal | null | undefined): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(body) {
      const timer = setInterval(() => body.enqueue(new TextEncoder().encode(' ')), 50);
      signal?.addEventListener('abort', () => {
        clearInterval(timer);
        body.error(signal.reason);
      });
    },
  });
}

/** Creates a connection between adapter and sandbox that records the data sent with charges and simulates outages. */
function createConnection() {
  const devices: string[] = [];
  const told = new Map<string, ToldCharge>();
  let moneyRequests = 0;
  let isStateUnknown = false;
  let replace: ((signal: AbortSignal | null | undefined) => Promise<Response>) | null = null;
  const connection: typeof fetch = async (address, init) => {
    if (/\/transactions(?:\/stored|\/[^/]+\/refund)?$/.test(String(address))) moneyRequests += 1;
    if (replace !== null) return replace(init?.signal);
    const text = String(init?.body ?? '');
    const sent = text.startsWith('{') ? JSON.parse(text) : {};
    if (typeof sent.device_data === 'string') devices.push(sent.device_data);
    // The protocol has no statement text and no start of a series.
    const { return_url, locale, amount, order_code, customer_id } = sent;
    told.set(sent.attempt_key, { return_url, locale, amount, order_code, customer_id });
    const response = await fetch(address, init);
    if (!isStateUnknown) return response;
    return Response.json({ ...(await response.json()), outcome: 'partially_settled' }, response);
  };
  return {
    fetch: connection,
    devices,
    told,
    async hang() {
      replace = (signal) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        });
    },
    async answer(status: number, body: string) {
      replace = async () => new Response(body, { status });
    },
    async trickle() {
      replace = async (signal) => new Response(spaces(signal), { status: 200 });
    },
    moneyRequests: async () => moneyRequests,
    async tellUnknownState() {
      isStateUnknown = true;
    },
  };
}

const withoutCurrency = 'the protocol of the sandbox has no currency: all its amounts are euro cents';

describeCardGateway({
  name: 'sandbox',
  skip: [{ test: 'never reports a charge in another currency as paid', reason: withoutCurrency }],
  async create() {
    const provider = await startTestGateway();
    const connection = createConnection();
    const { url: baseUrl, secret } = provider;
    const open = () => createSandboxGateway({ baseUrl, secret, fetch: connection.fetch, timeLimit });
    return {
      gateway: open(),
      another: async () => open(),
      timeLimit,
      method: { kind: 'card', brand: 'visa', last_four: '1111' },
      async nonce(kind) {
        if (kind === 'granted_in_part') return `fake-granted-in-part-nonce#${randomUUID()}`;
        if (kind === 'unfinished') return 'fake-late-outcome-nonce';
        if (kind === 'needs_action') return provider.tokenize('4000000000003220');
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
      async refunded(orderCode) {
        const { charges, refunds } = await provider.ledger();
        const ids = charges
          .filter(({ order_code }) => order_code === orderCode)
          .map((one) => one.transaction_id);
        const counted = refunds.filter(({ transaction_id }) => ids.includes(transaction_id));
        return counted.reduce((sum, refund) => sum + refund.amount, 0);
      },
      async storedCards() {
        const tokens = readEntries(provider).map(({ vault_token = null }) => vault_token);
        return new Set(tokens.filter((token) => token !== null)).size;
      },
      async act(attemptKey, choice) {
        const action = readEntries(provider).find(
          (entry) => entry.type === 'action' && entry.attempt_key === attemptKey,
        );
        await provider.client(`/actions/${action.transaction_id}`, { choice });
      },
      tellUnknownState: connection.tellUnknownState,
      told: async (attemptKey) => connection.told.get(attemptKey) ?? {},
      deviceData: async () => connection.devices,
      cutOff: () => provider.stop(),
      hang: connection.hang,
      answer: connection.answer,
      trickle: connection.trickle,
      moneyRequests: connection.moneyRequests,
      dispose: () => provider.dispose(),
    };
  },
});

const request = requestFor('fake-valid-nonce', { amount: cents(100) });

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
    await gateway.createClientToken(tokenRequestFor('customer-1'));
  });
  expect(heard).toEqual([
    'POST /merchant/transactions/a%2Fb%3Fc/refund {"amount":1,"refund_key":"refund"}',
    'GET /merchant/transactions/by-attempt/ORDER%2F1 ',
    'POST /merchant/client_token {"customer_id":"customer-1"}',
  ]);
});
