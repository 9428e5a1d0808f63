import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The ports are below those that systems use for outgoing connections (from 32768 on), so that no connection of another
 * test takes the port of a server that is restarted.
 */
const firstPort = 15_000;
const endOfPorts = 32_000;
const mostTries = 100;

const given = new Set<number>();

/** Returns a port that is free now, another one at each call. The port is not kept open. */
export async function reservePort(): Promise<number> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const port = randomInt(firstPort, endOfPorts);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
  throw new Error(`No free port was found in ${mostTries} tries`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
