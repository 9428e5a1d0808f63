import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  fetch(request: Request, bindings: { readonly incoming: IncomingMessage }): Response | Promise<Response>;
  /** Development server: handles each request first and calls `next` for requests that it does not handle. */
  readonly before: ((request: IncomingMessage, response: ServerResponse, next: () => void) => void) | null;
  /** Overrides of the default timeouts. */
  readonly limits?: Partial<ListenLimits>;
}

export interface Listening {
  /**
   * Accepts requests for `linger` more milliseconds, so that keep-alive connections end with a response; then refuses
   * new connections and finishes every request that has arrived. After `closeTimeout` milliseconds, closes all
   * connections. The operating system resets connections that the process has not accepted by then.
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
  /** Time for which closing still accepts connections. */
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

/**
 * Starts the HTTP server. Throws an error that names the fix if the port is in use or the address is invalid on this
 * machine.
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
  const connections = followConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new Error(describeFault(error, host, port), { cause: error })));
    server.listen(port, host, resolve);
  });
  return {
    close: async () => {
      connections.endWithResponses();
      await pause(linger);
      // Timers run before network events: without `setImmediate`, a busy process would close connections whose request
      // has already arrived.
      await immediate();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const forcedClose = setTimeout(() => server.closeAllConnections(), closeTimeout);
      const sweep = setInterval(() => setImmediate(connections.closeIdle), sweepMs);
      await closed;
      clearInterval(sweep);
      clearTimeout(forcedClose);
    },
  };
}

interface Connections {
  /** Adds `Connection: close` to current and later responses. */
  endWithResponses(): void;
  /** Closes connections without a request. */
  closeIdle(): void;
}

function followConnections(server: Server): Connections {
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
    endWithResponses() {
      isClosing = true;
      for (const response of underWay) endWith(response);
    },
    closeIdle() {
      server.closeIdleConnections();
      // Browsers open connections in advance; Node does not count these as idle.
      for (const socket of connected) if (socket.bytesRead === 0) socket.destroy();
    },
  };
}

/** Responds to invalid HTTP, oversized headers and requests that are too slow. */
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
