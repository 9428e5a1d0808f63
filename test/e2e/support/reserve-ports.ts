import type { Server } from 'node:net';
import { createServer } from 'node:net';

/** Returns two ports that are free now. Nothing reserves them afterwards. */
export async function reservePair(): Promise<[number, number]> {
  const [one, other] = [await listenAnywhere(), await listenAnywhere()];
  const ports: [number, number] = [portOf(one), portOf(other)];
  await Promise.all([one, other].map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

function listenAnywhere(): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen');
  return address.port;
}
