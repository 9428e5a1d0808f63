import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeData, startShop } from './support/start-shop.ts';

/** Starts the built shop with a data directory of its own, once for all journeys. */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-e2e-'));
  process.env.E2E_DATA_DIR = dataDir;
  const shop = await startShop({
    port: Number(new URL(process.env.E2E_URL ?? '').port),
    sandboxPort: Number(process.env.E2E_SANDBOX_PORT),
    dataDir,
  });
  return async () => {
    const { code } = await shop.stop('SIGTERM');
    removeData(dataDir);
    if (code !== 0) throw new Error(`The shop ended with exit code ${code}; it said:\n${shop.output()}`);
  };
}
