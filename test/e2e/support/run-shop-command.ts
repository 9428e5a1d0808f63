import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { paymentEnvironment } from './payment-provider.ts';
import { ownShop } from './shop-places.ts';

const run = promisify(execFile);

/** Runs a command of `npm run shop` for the running shop of this worker and returns the command's output. */
export async function runShopCommand(...options: readonly string[]): Promise<string> {
  const shop = ownShop();
  const { stdout } = await run('npm', ['run', '--silent', 'shop', '--', ...options], {
    cwd: resolve(import.meta.dirname, '../../..'),
    env: {
      ...process.env,
      PORT: String(shop.port),
      DATA_DIR: shop.dataDir,
      DATABASE_URL: '',
      HOST: '127.0.0.1',
      ...paymentEnvironment(shop),
    },
  });
  return stdout;
}
