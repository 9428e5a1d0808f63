import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  fetch(request: Request, bindings: { readonly incoming: IncomingMessage }): Response | Promise<Response>;
  /** Sees every request first; passes on what is not its own (development server). */
  readonly before: ((request: IncomingMessage, response: ServerResponse, next: () => void) => void) | null;
}

export interface Listening {
  /** Takes no new connections, lets the requests under way end, and cuts off what is left after the patience. */
  close(): Promise<void>;
}

const drainMs = 5_000;
const sweepMs = 50;

/** Listens for HTTP. Throws with a cure when the port is taken or the address is not this machine's. */
export async function listen({ host, port, fetch, before }: ListenOptions): Promise<Listening> {
  const answer: RequestListener = getRequestListener((request, bindings) =>
    fetch(request, bindings as { incoming: IncomingMessage }),
  );
  const server = createServer(
    before === null
      ? answer
      : (request, response) => before(request, response, () => answer(request, response)),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new Error(describeFault(error, host, port), { cause: error })));
    server.listen(port, host, resolve);
  });
  return {
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Connections that browsers keep open become idle one after the other, as their requests end.
      const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
      const impatience = setTimeout(() => server.closeAllConnections(), drainMs);
      await closed;
      clearInterval(sweep);
      clearTimeout(impatience);
    },
  };
}

function describeFault(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is taken: stop the program that uses it, or set PORT to another one.`;
  if (error.code === 'EADDRNOTAVAIL')
    return `HOST is "${host}", which is no address of this machine: set HOST to one that is.`;
  if (error.code === 'EACCES') return `Port ${port} is reserved for root: set PORT to a number from 1024 on.`;
  return `Cannot listen on ${host}, port ${port}: ${error.message}`;
}
