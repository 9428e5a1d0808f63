import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { bankChoices, createLedger, type Ledger, type PaymentRequest, type StoredPayment } from './ledger.ts';
import { bankPage, framePage } from './pages.ts';

interface SimulatorOptions {
  /** 0 or absent: any free port. */
  readonly port?: number;
  readonly key?: string;
  readonly webhookSecret?: string;
  /** URL for webhooks; if absent, none are sent. */
  readonly webhookUrl?: string;
}

/** A signed webhook as Acme Pay sends it. */
export interface SentWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** A running simulator of Acme Pay. */
export interface Simulator {
  readonly url: string;
  readonly key: string;
  readonly webhookSecret: string;
  readonly ledger: Ledger;
  /** Accepts every request of the shop's server from now on, but never responds. */
  hang(): void;
  /** Responds to every request of the shop's server from now on with this, without processing it. */
  answer(status: number, body: string): void;
  /** Sends an endless response, byte by byte, to every request of the shop's server from now on. */
  trickle(): void;
  /** Number of charge and refund requests from the shop's server, whatever the response. */
  moneyRequests(): number;
  close(): Promise<void>;
}

/** An event of Acme Pay; `created` in seconds since the epoch. */
export interface AcmeEvent {
  readonly type: string;
  readonly payment: string;
  readonly key: string | null;
  readonly amount: number | null;
  readonly created: number;
}

/** Signs an event with the time of sending, in seconds since the epoch. */
export function signEvent(event: AcmeEvent, secret: string, sentAt: number): SentWebhook {
  return signBody(Buffer.from(JSON.stringify(event)), secret, sentAt);
}

/** Signs a body unchanged. */
export function signBody(body: Buffer<ArrayBuffer>, secret: string, sentAt: number): SentWebhook {
  const signature = createHmac('sha256', secret).update(`${sentAt}.`).update(body).digest('hex');
  return {
    headers: { 'content-type': 'application/json', 'acme-signature': `t=${sentAt},v1=${signature}` },
    body,
  };
}

/** A response: status and body, or a page, or none. */
type Reply =
  | { readonly status: number; readonly body: object }
  | { readonly page: string }
  | { readonly location: string }
  | 'silence';

const unauthorised: Reply = { status: 401, body: { code: 'unauthorised' } };
const notFound: Reply = { status: 404, body: { code: 'not_found' } };

/** Starts the simulator of Acme Pay: its API for servers, its card frame, its pages of banks and its webhooks. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { key = 'acme-key-of-the-simulator', webhookSecret = 'acme-webhook-secret', webhookUrl } = options;
  let url = '';
  const ledger = createLedger((path) => `${url}${path}`);
  let standing: Reply | 'trickle' | { readonly raw: string; readonly status: number } | null = null;
  let moneyRequests = 0;

  async function settle(payment: StoredPayment): Promise<void> {
    if (webhookUrl === undefined) return;
    const { id, key: paymentKey, amount } = payment;
    const now = Math.floor(Date.now() / 1_000);
    const event = { type: 'payment.settled', payment: id, key: paymentKey, amount, created: now };
    const { headers, body } = signEvent(event, webhookSecret, now);
    await fetch(webhookUrl, { method: 'POST', headers, body }).catch(() => {});
  }

  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://acme').pathname;
    const sent = await text(request);
    if (!path.startsWith('/v1/')) return send(response, browserReply(ledger, request, path, sent));
    if (/^\/v1\/payments(?:\/[^/]+\/refunds)?$/.test(path)) moneyRequests += 1;
    if (standing === 'trickle') return trickle(response);
    if (standing !== null && standing !== 'silence' && 'raw' in standing) {
      response.writeHead(standing.status).end(standing.raw);
      return;
    }
    if (standing !== null) return send(response, standing);
    if (request.headers.authorization !== `Bearer ${key}`) return send(response, unauthorised);
    const reply = serverReply(ledger, url, path, JSON.parse(sent));
    send(response, reply);
    const captured = /^\/v1\/payments\/([^/]+)\/capture$/.exec(path)?.[1];
    const payment = captured === undefined ? undefined : ledger.payment(captured);
    if (payment?.status === 'captured') await settle(payment);
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    key,
    webhookSecret,
    ledger,
    hang() {
      standing = 'silence';
    },
    answer(status, raw) {
      standing = { status, raw };
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

function send(response: ServerResponse, reply: Reply | { raw: string; status: number }): void {
  if (reply === 'silence' || 'raw' in reply) return;
  if ('location' in reply) response.writeHead(303, { location: reply.location }).end();
  else if ('page' in reply)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(reply.page);
  else
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body));
}

/** Sends spaces until the client disconnects: JSON may begin with any number of them. */
function trickle(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 50);
  response.on('close', () => clearInterval(timer));
}

/** Handles requests to the API for the shop's server. */
function serverReply(ledger: Ledger, url: string, path: string, body: Record<string, never>): Reply {
  const [, , area, id = '', call] = path.split('/').map(decodeURIComponent);
  if (area === 'sessions') {
    const token = { url, session: `ses_${Date.now()}`, expires_at: Date.now() + 3_600_000 };
    return { status: 200, body: { client_token: Buffer.from(JSON.stringify(token)).toString('base64') } };
  }
  if (area === 'keys') return shown(ledger.close(body.key ?? ''));
  if (area === 'stored_cards') return stored(ledger, body as unknown as StoreRequest);
  if (area !== 'payments') return notFound;
  if (call === 'capture') return shown(ledger.capture(id));
  if (call === 'void') return shown(ledger.void(id));
  if (call === 'cancel_action') return shown(ledger.cancelAction(id));
  if (call === 'refunds') {
    const refund = ledger.refund(id, Number(body.amount), String(body.key));
    return typeof refund === 'string'
      ? { status: refund === 'not_found' ? 404 : 409, body: { code: refund } }
      : { status: 200, body: refund };
  }
  return paid(ledger, body as unknown as PaymentRequest);
}

function paid(ledger: Ledger, request: PaymentRequest): Reply {
  const behaviour = ledger.behaviourOf(request.token ?? '');
  if (behaviour === 'silent_before') return 'silence';
  const payment = ledger.pay(request);
  return behaviour === 'silent_after' ? 'silence' : shown(payment);
}

interface StoreRequest {
  readonly token: string;
  readonly customer: string;
  readonly device: string | null;
}

function stored(ledger: Ledger, { token, customer, device }: StoreRequest): Reply {
  if (ledger.behaviourOf(token) === 'silent_before') return 'silence';
  const card = ledger.store(token, customer, device);
  return { status: 'decline_code' in card ? 402 : 200, body: card };
}

function shown(payment: StoredPayment | 'closed' | 'not_found' | 'conflict'): Reply {
  if (payment === 'not_found') return notFound;
  if (payment === 'conflict') return { status: 409, body: { code: 'conflict' } };
  if (payment === 'closed') return { status: 200, body: { status: 'closed' } };
  return { status: payment.status === 'declined' ? 402 : 200, body: payment };
}

/** Handles requests of browsers: the card frame and the banks' pages. */
function browserReply(ledger: Ledger, request: IncomingMessage, path: string, body: string): Reply {
  if (path === '/card') return { page: framePage() };
  if (path === '/tokens' && request.method === 'POST') {
    const { number } = JSON.parse(body);
    const token = ledger.tokenize(String(number));
    return token === null
      ? { status: 402, body: { code: 'card_refused' } }
      : { status: 200, body: { token, card: { brand: 'visa', last_four: String(number).slice(-4) } } };
  }
  const id = /^\/bank\/([^/]+)$/.exec(path)?.[1] ?? '';
  const payment = ledger.payment(id);
  if (payment === undefined) return notFound;
  const isFrame = payment.action?.type === 'frame';
  if (request.method !== 'POST') return { page: bankPage(payment.amount) };
  const choice = new URLSearchParams(body).get('choice');
  ledger.act(id, bankChoices.find((one) => one === choice) ?? 'refuse');
  const back = ledger.returnUrl(id);
  return isFrame || back === '' ? { page: bankPage(null) } : { location: back };
}
