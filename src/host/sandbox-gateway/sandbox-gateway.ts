import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { DataDirectoryClaim } from '#host/data-directory/claim-data-directory.ts';
import { claimDataDirectory } from '#host/data-directory/claim-data-directory.ts';
import type { Clock } from '#host/ports/clock.ts';
import type { Ids } from '#host/ports/ids.ts';
import { createChallenges } from './challenges.ts';
import { createClientApi } from './client-api.ts';
import { loadFrameFiles } from './frame-files.ts';
import { createFrames } from './frames.ts';
import { openGatewayBook } from './gateway-book.ts';
import { openLedger } from './ledger.ts';
import { createMerchantApi } from './merchant-api.ts';
import type { ShopOrigins } from './shop-origins.ts';

export interface SandboxGatewaySettings {
  /** 0 takes a free one. The gateway listens on 127.0.0.1 only. */
  readonly port: number;
  /** A folder of the gateway's own: it claims it like the host claims its. */
  readonly dataDir: string;
  /** Shared with the host; signs client tokens too. */
  readonly secret: string;
  readonly shopOrigins: ShopOrigins;
  /** Address for browsers when a proxy stands in front; null: the one it listens on. */
  readonly publicUrl: string | null;
}

interface SandboxGatewayDeps {
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'token'>;
  /** Hears of faults inside the gateway; the one who asked gets a plain 500. */
  readonly onFault: (fault: unknown) => void;
  /** The ledger cannot be written any more: the process has to end and be started anew. */
  readonly onLedgerLost: (fault: unknown) => void;
}

interface RunningSandboxGateway {
  readonly url: string;
  /** Takes no more requests, gives those under way a moment, cuts off the ones that wait for ever, frees the data. */
  stop(): Promise<void>;
}

const claimTries = 50;
const claimPause = 100;
const drainTime = 1_000;
const largestBody = 64 * 1024;

/**
 * Starts the sandbox payment gateway.
 * @throws Error when port or data folder are taken, or the ledger cannot be read.
 */
export async function startSandboxGateway(
  settings: SandboxGatewaySettings,
  { clock, ids, onFault, onLedgerLost }: SandboxGatewayDeps,
): Promise<RunningSandboxGateway> {
  const claim = await claimPatiently(settings.dataDir);
  const ledger = await openLedger(join(claim.directory, 'ledger.jsonl'), onLedgerLost);
  const book = openGatewayBook({ ledger, clock, ids });
  const challenges = createChallenges({ book, clock, ids });
  const { secret, shopOrigins } = settings;
  let url = '';

  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    context.header('x-content-type-options', 'nosniff');
  });
  app.use(bodyLimit({ maxSize: largestBody }));
  const gatewayUrl = () => settings.publicUrl ?? url;
  app.route('/merchant', createMerchantApi({ book, clock, ids, secret, gatewayUrl }));
  app.route('/client', createClientApi({ book, challenges, clock, secret }));
  app.route('/', createFrames({ challenges, clock, ids, files: await loadFrameFiles(), shopOrigins }));
  app.onError((fault, context) => {
    onFault(fault);
    return context.json({ code: 'PROVIDER_ERROR' }, 500);
  });

  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), drainTime);
      await closed;
      clearTimeout(cut);
      await ledger.close();
      claim.release();
    },
  };
}

/** The gateway of a host that was just killed needs a moment to leave: up to five seconds are waited for it. */
async function claimPatiently(directory: string): Promise<DataDirectoryClaim> {
  for (let tries = 1; ; tries += 1) {
    const claim = claimDataDirectory(directory);
    if (claim.ok) return claim.value;
    if (tries === claimTries) {
      const holder = `process ${claim.error.pid ?? 'unknown'}`;
      const cure = 'stop it, or give this gateway a SANDBOX_DATA_DIR of its own';
      throw new Error(`${claim.error.directory} is in use by ${holder}: ${cure}`);
    }
    await pause(claimPause);
  }
}
