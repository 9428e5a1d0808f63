import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ServerClock, ServerIds } from 'meisterhand/ports';
import { createChallenges } from './challenges.ts';
import { claimFolder, type FolderClaim } from './claim-folder.ts';
import { createClientApi } from './client-api.ts';
import { createFrames, type ShopOrigins } from './frames.ts';
import { openLedger } from './ledger.ts';
import { type LedgerFile, openLedgerFile } from './ledger-file.ts';
import { createMerchantApi } from './merchant-api.ts';

export interface SandboxGatewaySettings {
  /** Port to listen on; 0 uses a free port. The gateway listens on 127.0.0.1 only. */
  readonly port: number;
  /** Data folder of the gateway; locked, so that no second process can use it. */
  readonly dataDir: string;
  /** Secret shared with the shop's server; it also signs client tokens. */
  readonly secret: string;
  readonly shopOrigins: ShopOrigins;
  /** Origin for browsers behind a proxy; null for the address on which the gateway listens. */
  readonly publicUrl: string | null;
}

interface SandboxGatewayDeps {
  readonly clock: ServerClock;
  readonly ids: Pick<ServerIds, 'token'>;
  /** Called for errors of the gateway; the client receives a status 500 without details. */
  readonly onFault: (fault: unknown) => void;
  /** Called when the ledger can no longer be written: the process has to be restarted. */
  readonly onLedgerLost: (fault: unknown) => void;
}

interface RunningSandboxGateway {
  readonly url: string;
  /** Stops listening, waits one second for running requests, ends the others and unlocks the data folder. */
  stop(): Promise<void>;
}

const claimTries = 50;
const claimPause = 100;
const drainTime = 1_000;
const largestBody = 64 * 1024;

/**
 * Starts the sandbox payment gateway.
 * @throws Error when port or data folder are in use, or the ledger cannot be read; nothing remains locked.
 */
export async function startSandboxGateway(
  settings: SandboxGatewaySettings,
  deps: SandboxGatewayDeps,
): Promise<RunningSandboxGateway> {
  const claim = await claimWithRetries(settings.dataDir);
  let file: LedgerFile | null = null;
  try {
    file = await openLedgerFile(join(claim.directory, 'ledger.jsonl'), deps.onLedgerLost);
    return await listen(settings, deps, file, claim);
  } catch (fault) {
    await file?.close();
    claim.release();
    throw fault;
  }
}

async function listen(
  settings: SandboxGatewaySettings,
  deps: SandboxGatewayDeps,
  file: LedgerFile,
  claim: FolderClaim,
): Promise<RunningSandboxGateway> {
  let url = '';
  const app = createGatewayApp(settings, deps, {
    file,
    gatewayUrl: () => settings.publicUrl ?? url,
  });
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const underWay = new Set<ServerResponse>();
  server.on('request', (_request, response) => {
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
  });

  async function stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const responded = Promise.all([...underWay].map((response) => once(response, 'close')));
    await Promise.race([responded, pause(drainTime, undefined, { ref: false })]);
    // The remaining connections are idle, or wait for a response that is never sent.
    server.closeAllConnections();
    await closed;
    await file.close();
    claim.release();
  }

  let stopped: Promise<void> | null = null;
  return {
    url,
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

interface GatewayParts {
  readonly file: LedgerFile;
  readonly gatewayUrl: () => string;
}

/**
 * Creates the gateway's HTTP application: the merchant API for the shop's server, the client API for the
 * frames' scripts, and the frames.
 */
function createGatewayApp(
  { secret, shopOrigins }: SandboxGatewaySettings,
  { clock, ids, onFault }: SandboxGatewayDeps,
  { file, gatewayUrl }: GatewayParts,
): Hono {
  const ledger = openLedger({ file, clock, ids, gatewayUrl });
  const challenges = createChallenges({ ledger, clock, ids });
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    context.header('x-content-type-options', 'nosniff');
  });
  const tooLarge = (context: Context) => context.json({ code: 'PROVIDER_ERROR' }, 413);
  app.use(bodyLimit({ maxSize: largestBody, onError: tooLarge }));
  app.route('/merchant', createMerchantApi({ ledger, clock, ids, secret, gatewayUrl }));
  app.route('/client', createClientApi({ ledger, challenges, clock, secret }));
  app.route('/', createFrames({ ledger, challenges, ids, shopOrigins }));
  app.onError((fault, context) => {
    onFault(fault);
    return context.json({ code: 'PROVIDER_ERROR' }, 500);
  });
  return app;
}

/**
 * Locks the data folder. Retries for up to five seconds, because the gateway of a server that was just killed
 * may still hold the lock.
 */
async function claimWithRetries(directory: string): Promise<FolderClaim> {
  for (let tries = 1; ; tries += 1) {
    const claim = claimFolder(directory);
    if (!('heldBy' in claim)) return claim;
    if (tries === claimTries) {
      const cure = 'stop it, or give this gateway a SANDBOX_DATA_DIR of its own';
      throw new Error(`${directory} is in use by process ${claim.heldBy}: ${cure}`);
    }
    await pause(claimPause);
  }
}
