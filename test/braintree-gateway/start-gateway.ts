import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import braintree from 'braintree';
import {
  createGatewayState,
  type Fault,
  type FaultOrder,
  type GatewayState,
  settleAll,
} from './gateway-state.ts';
import {
  type GatewayAnswer,
  type GatewayPart,
  type GatewayRequest,
  json,
  toXml,
  type XmlValue,
} from './protocol.ts';
import { createServerApi } from './server-api.ts';

/** Returns a webhook in Braintree's format, signed by Braintree's SDK. `subject` is the object of the notification. */
export function signNotice(
  state: GatewayState,
  kind: string,
  subject: XmlValue,
  timestamp = '2026-11-21T09:00:00Z',
): { readonly bt_signature: string; readonly bt_payload: string } {
  const { payload, signature } = signPayload(state, toXml('notification', { timestamp, kind, subject }));
  return { bt_payload: payload, bt_signature: signature };
}

/** Signs the XML of a notification by Braintree's own SDK. */
export function signPayload(state: GatewayState, xml: string) {
  const gateway = new braintree.BraintreeGateway({
    environment: braintree.Environment.Sandbox,
    merchantId: state.merchant_id,
    publicKey: state.public_key,
    privateKey: state.private_key,
  });
  const signer = gateway.webhookTesting as unknown as { sampleSignature(payload: string): string };
  const payload = `${Buffer.from(xml).toString('base64')}\n`;
  return { payload, signature: signer.sampleSignature(payload) };
}

/** A running simulated gateway. */
export interface RunningGateway {
  readonly url: string;
  readonly port: number;
  readonly state: GatewayState;
  /** Returns the number of open connections. */
  connections(): Promise<number>;
  stop(): Promise<void>;
}

interface GatewayOptions {
  /** Port; 0 (the default) selects a free port. */
  readonly port?: number;
  readonly state?: GatewayState;
  /** Further sides of the gateway, such as the API for browsers. The API for merchants is always included. */
  readonly sides?: readonly ((state: GatewayState) => GatewayPart)[];
}

/**
 * Starts a simulated Braintree gateway on a loopback port. Tests add faults in the same process (`state.faults.order`)
 * or, from another process, by `POST /control/faults` with a list of `FaultOrder` objects. `POST /control/settle`
 * settles transactions, `POST /control/settings` changes settings, and `GET /control/ledger` returns all transactions.
 */
export async function startGateway(options: GatewayOptions = {}): Promise<RunningGateway> {
  const state = options.state ?? createGatewayState();
  const parts = [...(options.sides ?? []).map((side) => side(state)), createServerApi(state)];
  const server = createServer((request, response) => {
    serve(state, parts, request, response).catch((error: unknown) => {
      console.error('The simulated gateway failed', error);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    state,
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
      ),
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function serve(
  state: GatewayState,
  parts: readonly GatewayPart[],
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(incoming.url ?? '/', 'http://gateway');
  let body = '';
  incoming.setEncoding('utf8');
  for await (const text of incoming) body += text;
  const request: GatewayRequest = {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    body,
  };
  if (request.path.startsWith('/control/')) return send(response, control(state, request));
  for (const part of parts) {
    const name = part.nameOf(request);
    if (name === null) continue;
    state.asked.push(name);
    const fault = state.faults.take(name) ?? part.faultOf?.(request) ?? null;
    return answerWithFault(fault, response, () => part.answer(request, name, fault));
  }
  send(response, json(404, {}));
}

/** Simulates a fault of the connection between client and gateway; the called side simulates the other faults. */
async function answerWithFault(
  fault: Fault | null,
  response: ServerResponse,
  answer: () => GatewayAnswer | Promise<GatewayAnswer>,
): Promise<void> {
  if (fault?.kind === 'hang') return;
  if (fault?.kind === 'trickle') return trickle(response);
  if (fault?.kind === 'cut') {
    response.destroy();
    return;
  }
  if (fault?.kind === 'answer') {
    return send(response, { status: fault.status, type: 'application/json', body: fault.body ?? '{}' });
  }
  if (fault?.kind === 'slow' && fault.phase === 'arriving') await pause(fault.milliseconds);
  const answered = await answer();
  if (fault?.kind === 'slow' && fault.phase === 'answering') await pause(fault.milliseconds);
  if (fault?.kind === 'lost') response.destroy();
  else send(response, answered);
}

function trickle(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/xml' });
  const timer = setInterval(() => response.write(' '), 50);
  response.on('close', () => clearInterval(timer));
}

function control(state: GatewayState, { method, path, body }: GatewayRequest): GatewayAnswer {
  switch (`${method} ${path}`) {
    case 'POST /control/faults':
      state.faults.order(...(JSON.parse(body) as FaultOrder[]));
      return json(200, { ordered: true });
    case 'DELETE /control/faults':
      state.faults.clear();
      return json(200, { cleared: true });
    case 'POST /control/settle':
      settleAll(state);
      return json(200, { settled: true });
    case 'POST /control/settings':
      Object.assign(state.settings, JSON.parse(body));
      return json(200, state.settings);
    case 'GET /control/ledger':
      return json(200, { transactions: [...state.transactions.values()], asked: state.asked });
    default:
      return json(404, {});
  }
}

function send(response: ServerResponse, { status, type, body, headers = {} }: GatewayAnswer): void {
  if (!response.destroyed) response.writeHead(status, { 'content-type': type, ...headers }).end(body);
}
