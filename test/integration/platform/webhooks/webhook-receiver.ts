import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How a receiver responds: with a status or in one of these ways; `hang`: never. */
type Behaviour = number | 'hang' | 'redirect' | 'endless';

/**
 * Starts a webhook receiver on a local port. It runs `work` at each request, then responds with 204 or as `behave`
 * sets.
 */
export async function openReceiver(work: () => void = () => {}) {
  const received: Received[] = [];
  let behaviour: Behaviour = 204;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    received.push({
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(parts).toString(),
    });
    work();
    if (behaviour === 'hang') return;
    if (behaviour === 'redirect') {
      response.writeHead(307, { location: '/elsewhere' }).end();
    } else if (behaviour === 'endless') {
      response.writeHead(200).write('the response never ends');
    } else {
      response.writeHead(behaviour).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    events: () => received.map(({ body }) => (JSON.parse(body) as { readonly type: string }).type),
    behave(next: Behaviour) {
      behaviour = next;
    },
    close,
  };
}
