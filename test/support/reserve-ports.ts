import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The ports to choose from lie below those that systems take for outgoing connections (from 32768 on): while a
 * server of a test is down, no connection of another test can take its port.
 */
const firstPort = 15_000;
const endOfPorts = 32_000;
const mostTries = 100;

const given = new Set<number>();

/** Returns a port that is free now, and another one at each call. Nothing reserves it afterwards. */
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
