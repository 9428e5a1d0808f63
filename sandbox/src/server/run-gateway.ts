import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface SandboxGatewayOptions {
  /** Port to listen on; 0 uses a free port. */
  readonly port: number;
  readonly dataDir: string;
  readonly secret: string;
  /** URL of the storefront, whose pages embed the card fields. */
  readonly siteUrl: string;
  readonly publicUrl: string | null;
  log(message: string): void;
}

export interface RunningGateway {
  /** The gateway's URL for the server. */
  readonly url: string;
  stop(): Promise<void>;
}

const restartMs = 500;

/**
 * Runs the sandbox payment gateway as a separate process and restarts it when it ends unexpectedly; its
 * ledger is stored on disk. Throws when the first start fails.
 */
export async function runSandboxGateway(options: SandboxGatewayOptions): Promise<RunningGateway> {
  let stopping = false;
  let child = forkGateway(options);
  const url = await listening(child);
  const port = Number(new URL(url).port);

  function keepRunning(): void {
    child.once('exit', (code, signal) => {
      if (stopping) return;
      options.log(`The sandbox gateway ended (${signal ?? code}); it is started again`);
      void pause(restartMs).then(() => {
        if (stopping) return;
        child = forkGateway({ ...options, port });
        child.on('error', () => {});
        keepRunning();
      });
    });
  }
  keepRunning();

  return {
    url,
    stop: async () => {
      stopping = true;
      await ended(child);
    },
  };
}

function forkGateway({ port, dataDir, secret, siteUrl, publicUrl }: SandboxGatewayOptions): ChildProcess {
  const { hostname, origin } = new URL(siteUrl);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1';
  return fork(join(import.meta.dirname, '../gateway/process.ts'), {
    execArgv: [],
    // The address is also sent as a message, so standard output is ignored; errors remain visible.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      SANDBOX_PORT: String(port),
      SANDBOX_DATA_DIR: dataDir,
      SANDBOX_SECRET: secret,
      SANDBOX_SHOP_ORIGINS: isLocal ? '*' : origin,
      SANDBOX_PUBLIC_URL: publicUrl ?? '',
    },
  });
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('message', (message: { listening: string }) => resolve(message.listening));
    child.once('error', reject);
    child.once('exit', () =>
      reject(new Error('The sandbox gateway does not start; the line above names the cause.')),
    );
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
