import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  fetch(request: Request, bindings: { readonly incoming: IncomingMessage }): Response | Promise<Response>;
  /**
   * Handles each request before the shop and calls `next` for requests that it does not handle (development
   * server).
   */
  readonly before: ((request: IncomingMessage, response: ServerResponse, next: () => void) => void) | null;
  /** Overrides of the default limits. */
  readonly limits?: Partial<ListenLimits>;
}

export interface Listening {
  /**
   * Stops accepting connections and finishes every request that has arrived. Keep-alive connections may send
   * one more request within `linger` milliseconds and are then closed; after `closeTimeout` milliseconds all
   * are closed.
   */
  close(): Promise<void>;
}

/** Time limits in milliseconds. */
export interface ListenLimits {
  /** Maximum time for the headers of a request. */
  readonly head: number;
  /** Maximum time for a whole request with its body. */
  readonly request: number;
  /** Idle time of a keep-alive connection. */
  readonly keepAlive: number;
  /** Idle time after which closing ends a connection. */
  readonly linger: number;
  /** Maximum time that closing waits for responses; longer than the ten seconds of a payment. */
  readonly closeTimeout: number;
}

const usualLimits: ListenLimits = {
  head: 10_000,
  request: 20_000,
  keepAlive: 10_000,
  linger: 500,
  closeTimeout: 15_000,
};
const sweepMs = 50;
const maxTurns = 1_000;
/**
 * Maximum duration of an empty turn of the event loop, in milliseconds. During a longer turn new connections
 * may have arrived.
 */
const quickTurnMs = 0.2;

/**
 * Starts the HTTP server. Throws an error that names the fix when the port is in use or the address is
 * invalid here.
 */
export async function listen({ host, port, fetch, before, limits }: ListenOptions): Promise<Listening> {
  const { head, request, keepAlive, linger, closeTimeout } = { ...usualLimits, ...limits };
  const handle: RequestListener = getRequestListener((request, bindings) =>
    fetch(request, bindings as { incoming: IncomingMessage }),
  );
  const times = { headersTimeout: head, requestTimeout: request, keepAliveTimeout: keepAlive };
  const server = createServer(
    { ...times, connectionsCheckingInterval: Math.min(1_000, head) },
    before === null
      ? handle
      : (request, response) => before(request, response, () => handle(request, response)),
  );
  server.on('clientError', refuseUnreadable);
  const isClosing = endConnectionsWhenClosing(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new Error(describeFault(error, host, port), { cause: error })));
    server.listen(port, host, resolve);
  });
  return {
    close: async () => {
      isClosing.begin();
      await waitForEmptyQueue(server);
      // Does not use close() of the HTTP server: it ends idle connections immediately, including requests in
      // transit.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
      const forcedClose = setTimeout(() => server.closeAllConnections(), closeTimeout);
      await Promise.race([closed, pause(linger)]);
      // Connections become idle one by one, when their responses end. Timers run before the network is read,
      // so `setImmediate` is needed: otherwise a busy process would close connections whose request has
      // already arrived.
      const sweep = setInterval(() => setImmediate(isClosing.sweep), sweepMs);
      await closed;
      clearInterval(sweep);
      clearTimeout(forcedClose);
      // Stops the timer that checks for slow requests.
      server.close();
    },
  };
}

/**
 * Waits until no connection is waiting to be accepted. The kernel queues new connections for the process, and
 * resets those still in the queue when the socket is closed.
 */
async function waitForEmptyQueue(server: Server): Promise<void> {
  let arrivals = 0;
  const count = () => {
    arrivals += 1;
  };
  server.on('connection', count);
  // The first turn may be the rest of the turn in which the signal arrived.
  for (let quiet = 0, turn = 0; quiet < 3 && turn < maxTurns; turn += 1) {
    const before = { arrivals, time: performance.now() };
    await immediate();
    const isQuiet = arrivals === before.arrivals && performance.now() - before.time < quickTurnMs;
    quiet = isQuiet ? quiet + 1 : 0;
  }
  server.off('connection', count);
}

/** Adds `Connection: close` to every response after closing has begun, and closes idle connections. */
function endConnectionsWhenClosing(server: Server): { begin(): void; sweep(): void } {
  const underWay = new Set<ServerResponse>();
  const connected = new Set<Socket>();
  let isClosing = false;
  const endWith = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  };
  server.on('connection', (socket) => {
    connected.add(socket);
    socket.once('close', () => connected.delete(socket));
  });
  server.prependListener('request', (_request, response) => {
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    if (isClosing) endWith(response);
  });
  return {
    begin() {
      isClosing = true;
      for (const response of underWay) endWith(response);
    },
    sweep() {
      server.closeIdleConnections();
      // Browsers open connections in advance; Node does not count these as idle.
      for (const socket of connected) if (socket.bytesRead === 0) socket.destroy();
    },
  };
}

/** Responds to invalid HTTP, to headers that are too large and to requests that are too slow. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = statusOf(error.code);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Length: 0',
    'Cache-Control: no-store',
    `X-Request-Id: ${randomUUID()}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n`);
}

function statusOf(code: string | undefined): 400 | 408 | 431 {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
}

function describeFault(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is taken: stop the program that uses it, or set PORT to another one.`;
  if (error.code === 'EADDRNOTAVAIL')
    return `HOST is "${host}", which is no address of this machine: set HOST to one that is.`;
  if (error.code === 'EACCES') return `Port ${port} is reserved for root: set PORT to a number from 1024 on.`;
  return `Cannot listen on ${host}, port ${port}: ${error.message}`;
}
