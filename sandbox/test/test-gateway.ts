import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CapturingGateway } from 'meisterhand/ports';
import { startSandboxGateway } from '../src/gateway/sandbox-gateway.ts';
import { createSandboxGateway } from '../src/server/sandbox-payment-gateway.ts';

const secret = randomBytes(16).toString('hex');

interface LedgerView {
  readonly charges: readonly {
    order_code: string;
    amount: number;
    attempt_key: string;
    transaction_id: string;
  }[];
  readonly refunds: readonly { transaction_id: string; amount: number }[];
  readonly declines: readonly { order_code: string; reason: string }[];
}

interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: responses have any shape, each test states what it expects.
  readonly body: any;
}

/**
 * A sandbox gateway in the test's process. Its ledger is in a temporary folder, and the test controls its
 * clock.
 */
export interface TestGateway {
  readonly url: string;
  readonly dataDir: string;
  /** The secret of the merchant API. */
  readonly secret: string;
  readonly faults: readonly unknown[];
  /** Returns the shop's adapter. `timeLimit` in milliseconds, for tests that wait for it; defaults to ten seconds. */
  adapter(timeLimit?: number): CapturingGateway;
  merchant(path: string, body?: object): Promise<Reply>;
  client(path: string, body: object): Promise<Reply>;
  clientToken(): Promise<string>;
  /** Tokenizes a card and returns its nonce, without 3-D Secure. */
  tokenize(number: string, changes?: object): Promise<string>;
  ledger(): Promise<LedgerView>;
  advance(milliseconds: number): void;
  /** Restarts the gateway with the same ledger. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  /** Stops the gateway and deletes the ledger. */
  dispose(): Promise<void>;
}

export async function startTestGateway(): Promise<TestGateway> {
  const dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-gateway-'));
  const faults: unknown[] = [];
  let shift = 0;
  const start = (port: number) =>
    startSandboxGateway(
      { port, dataDir, secret, shopOrigins: '*', publicUrl: null },
      {
        clock: { now: () => Date.now() + shift },
        ids: { token: (bytes) => randomBytes(bytes).toString('base64url') },
        onFault: (fault) => faults.push(fault),
        onLedgerLost: (fault) => faults.push(fault),
      },
    );
  let gateway = await start(0);
  const { url } = gateway;

  async function call(path: string, headers: Record<string, string>, body?: object): Promise<Reply> {
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  }
  const merchant = (path: string, body?: object) =>
    call(`/merchant${path}`, { authorization: `Bearer ${secret}` }, body);
  const client = (path: string, body: object) => call(`/client${path}`, {}, body);
  const clientToken = async () => (await merchant('/client_token', {})).body.client_token as string;

  return {
    url,
    dataDir,
    secret,
    faults,
    adapter: (timeLimit = 10_000) => createSandboxGateway({ baseUrl: url, secret, fetch, timeLimit }),
    merchant,
    client,
    clientToken,
    async tokenize(number, changes = {}) {
      const card = {
        cardholder_name: 'Johanna Brandt',
        number,
        expiration_month: 12,
        expiration_year: new Date(Date.now() + shift).getUTCFullYear() + 1,
        cvv: number.length === 15 ? '1234' : '123',
      };
      const reply = await client('/tokenize', { client_token: await clientToken(), ...card, ...changes });
      if (reply.status !== 201) throw new Error(`No nonce: ${JSON.stringify(reply.body)}`);
      return reply.body.nonce;
    },
    ledger: async () => (await merchant('/ledger')).body,
    advance(milliseconds) {
      shift += milliseconds;
    },
    async restart() {
      await gateway.stop();
      gateway = await start(Number(new URL(url).port));
    },
    stop: () => gateway.stop(),
    async dispose() {
      await gateway.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}
