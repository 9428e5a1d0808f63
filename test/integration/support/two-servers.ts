import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { startTestGateway, type TestGateway } from '#sandbox/test/test-gateway.ts';
import { type ApiProcess, newSecret, startApiProcess } from './api-process.ts';

interface TwoServers {
  readonly gateway: TestGateway;
  readonly servers: readonly ApiProcess[];
}

/**
 * Starts a gateway and two API processes with one database and one data folder. They are stopped after the
 * tests of the file.
 */
export async function startTwoServers(connectionString: string): Promise<TwoServers> {
  const dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-two-servers-'));
  const gateway = await startTestGateway();
  const parts = {
    connectionString,
    gatewayUrl: gateway.url,
    gatewaySecret: gateway.secret,
    tokenSecret: newSecret(),
    dataDir,
  };
  const servers = await Promise.all([startApiProcess(parts), startApiProcess(parts)]);
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill('SIGTERM')));
    await gateway.dispose();
    rmSync(dataDir, { recursive: true });
  });
  return { gateway, servers };
}
