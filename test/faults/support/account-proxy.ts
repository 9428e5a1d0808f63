import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One address for the simulated gateways of several merchant accounts, as Braintree has. */
interface AccountProxy {
  readonly url: string;
  close(): void;
}

/** Forwards each request to the gateway of the merchant id in its path. Lost connections are passed on. */
export async function openAccountProxy(gateways: ReadonlyMap<string, string>): Promise<AccountProxy> {
  const server = createServer((incoming, outgoing) => {
    const [, merchant = ''] = /^\/merchants\/([^/]+)/.exec(incoming.url ?? '') ?? [];
    const target = gateways.get(merchant);
    if (target === undefined) outgoing.writeHead(404).end();
    else forward(incoming, outgoing, `${target}${incoming.url}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, url: string): void {
  const { method, headers } = incoming;
  const onward = request(url, { method, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.on('error', () => outgoing.destroy());
    response.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  outgoing.on('close', () => onward.destroy());
  incoming.on('error', () => onward.destroy());
  incoming.pipe(onward);
}
