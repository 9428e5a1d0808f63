import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  type Choice,
  choices,
  createLedger,
  type Ledger,
  type PaymentRequest,
  type StoredPayment,
} from './ledger.ts';

interface SimulatorOptions {
  /** 0 or absent: any free port. */
  readonly port?: number;
  readonly key?: string;
  /** URL for webhooks; if absent, none are sent. */
  readonly webhookUrl?: string;
}

/** A running simulator of Direct Pay. */
export interface Simulator {
  readonly url: string;
  readonly key: string;
  readonly ledger: Ledger;
  /** Applies a choice of the buyer or a decision of the bank, and sends the webhook. */
  act(id: string, choice: Choice): Promise<void>;
  /** Drops webhooks from now on, or sends them again. */
  loseWebhooks(isLost: boolean): void;
  /** Drops the next request of the shop's server, or the response to it. */
  loseNext(which: 'request' | 'response'): void;
  /** Accepts every request of the shop's server from now on, but never responds. */
  hang(): void;
  /** Responds to every request of the shop's server from now on with this, without processing it. */
  answer(status: number, body: string): void;
  /** Sends an endless response, byte by byte, to every request of the shop's server from now on. */
  trickle(): void;
  /** Number of requests of the shop's server to open a page or to refund, whatever the response. */
  moneyRequests(): number;
  close(): Promise<void>;
}

interface Reply {
  readonly status: number;
  readonly type?: string;
  readonly location?: string;
  readonly body: string;
}

const json = (status: number, body: object): Reply => ({ status, body: JSON.stringify(body) });

/** Starts the simulator of Direct Pay: its API for servers, its page for buyers, and its webhooks. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { key = 'direct-key-of-the-simulator', webhookUrl } = options;
  let url = '';
  let areWebhooksLost = false;
  let lost: 'request' | 'response' | null = null;
  let standing: Reply | 'silence' | 'trickle' | null = null;
  let moneyRequests = 0;
  const ledger = createLedger((path) => `${url}${path}`);

  async function act(id: string, choice: Choice): Promise<void> {
    const before = ledger.payment(id)?.status;
    const payment = ledger.act(id, choice);
    if (payment === undefined || payment.status === before || webhookUrl === undefined || areWebhooksLost)
      return;
    await fetch(webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `id=${payment.id}`,
    }).catch(() => {});
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://direct').pathname;
    const sent = await text(request);
    if (!path.startsWith('/v1/')) return send(response, await pageReply(ledger, act, request, path, sent));
    if (/^\/v1\/payments(?:\/[^/]+\/refunds)?$/.test(path)) moneyRequests += 1;
    if (standing === 'silence') return;
    if (standing === 'trickle') return trickle(response);
    if (standing !== null) return send(response, standing);
    if (request.headers.authorization !== `Bearer ${key}`)
      return send(response, json(401, { code: 'unauthorised' }));
    const losing = lost;
    lost = null;
    if (losing === 'request') return;
    const reply = serverReply(ledger, path, JSON.parse(sent));
    if (losing === null) send(response, reply);
  }

  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    key,
    ledger,
    act,
    loseWebhooks(isLost) {
      areWebhooksLost = isLost;
    },
    loseNext(which) {
      lost = which;
    },
    hang() {
      standing = 'silence';
    },
    answer(status, body) {
      standing = { status, body };
    },
    trickle() {
      standing = 'trickle';
    },
    moneyRequests: () => moneyRequests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(response: ServerResponse, { status, type = 'application/json', location, body }: Reply): void {
  response
    .writeHead(status, { 'content-type': type, ...(location === undefined ? {} : { location }) })
    .end(body);
}

/** Sends spaces until the client disconnects: JSON may begin with any number of them. */
function trickle(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 50);
  response.on('close', () => clearInterval(timer));
}

/** Handles requests to the API for the shop's server. */
function serverReply(ledger: Ledger, path: string, body: Record<string, unknown>): Reply {
  const [, , area, id = '', call] = path.split('/').map(decodeURIComponent);
  if (area === 'methods') return json(200, { available: body.currency === 'EUR' && ledger.isOffered() });
  if (area === 'keys') return shown(ledger.close(String(body.key)));
  if (area !== 'payments') return json(404, { code: 'not_found' });
  if (call === 'end') return shown(ledger.end(id));
  if (call === 'refunds') {
    const refund = ledger.refund(id, Number(body.amount), String(body.key));
    if (typeof refund !== 'string') return json(200, refund);
    return json(refund === 'not_found' ? 404 : 409, { code: refund });
  }
  return shown(ledger.pay(body as unknown as PaymentRequest));
}

function shown(payment: StoredPayment | 'closed' | 'not_found' | 'conflict'): Reply {
  if (payment === 'not_found') return json(404, { code: payment });
  if (payment === 'conflict') return json(409, { code: payment });
  return json(200, payment === 'closed' ? { status: payment } : payment);
}

const labels: Readonly<Record<Choice, string>> = {
  pay: 'Pay now',
  pay_later: 'Pay, my bank decides later',
  cancel: 'Cancel',
  fail: 'Let the bank refuse',
  expire: 'Let the time pass',
  grant: 'The bank confirms',
  refuse: 'The bank refuses',
};

/** Handles the buyer's page: shows the choices, applies one, and redirects the browser to the shop. */
async function pageReply(
  ledger: Ledger,
  act: Simulator['act'],
  request: IncomingMessage,
  path: string,
  body: string,
): Promise<Reply> {
  const payment = ledger.payment(/^\/pay\/([^/]+)$/.exec(path)?.[1] ?? '');
  if (payment === undefined) return { status: 404, type: 'text/plain', body: 'No such payment' };
  const choice = choices.find((one) => body === `choice=${one}`);
  if (request.method === 'POST' && choice !== undefined) {
    await act(payment.id, choice);
    return { status: 303, location: payment.return_url, body: '' };
  }
  const isPending = payment.status === 'pending';
  const offered = choices.filter((one) => (one === 'grant' || one === 'refuse') === isPending);
  const buttons = offered.map((one) => `<p><button name="choice" value="${one}">${labels[one]}</button></p>`);
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Direct Pay</title>
<body style="font: 16px system-ui; padding: 16px"><h1>Direct Pay</h1>
<p>Pay ${(payment.amount / 100).toFixed(2)} EUR for ${payment.reference.replaceAll(/[<&]/g, '')}. (${payment.status})</p>
<form method="post">${buttons.join('\n')}</form></body></html>`;
  return { status: 200, type: 'text/html; charset=utf-8', body: page };
}
