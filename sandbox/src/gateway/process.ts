import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { z } from 'zod';
import { createSystemClock } from '../system-clock.ts';
import { startSandboxGateway } from './sandbox-gateway.ts';

/**
 * Process entry of the sandbox payment gateway: `node sandbox/src/gateway/process.ts`, or forked.
 *
 * Environment:
 * - `SANDBOX_PORT`: port on 127.0.0.1; 0 takes a free port.
 * - `SANDBOX_DATA_DIR`: folder of the ledger, created when missing; one gateway at a time.
 * - `SANDBOX_SECRET`: shared with the server, which sends it as bearer token; 16 characters or more.
 * - `SANDBOX_SHOP_ORIGINS`: origins whose pages may embed the card fields, separated by commas; `*` (the
 *   default) means any port of localhost and 127.0.0.1.
 * - `SANDBOX_PUBLIC_URL`: origin for browsers when it is behind a proxy; default: the address on which it
 *   listens.
 *
 * When ready it prints one line of JSON, `{"listening": "http://127.0.0.1:4001"}`, and sends the same object
 * to its parent process. It stops on SIGTERM, on SIGINT, and when its parent has exited. Exit code 0 after a
 * stop, 1 after a fault.
 *
 * A forked gateway ignores SIGINT: Ctrl-C reaches the parent too, and a server that is finishing a checkout
 * still needs the gateway.
 */
const settingsSchema = z.object({
  SANDBOX_PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'set a port number, or 0 for a free one')
    .transform(Number)
    .refine((port) => port <= 65_535, 'set a port number up to 65535, or 0 for a free one'),
  SANDBOX_DATA_DIR: z.string('set the folder for the ledger').min(1, 'set the folder for the ledger'),
  SANDBOX_SECRET: z
    .string('set the secret the server uses too')
    .min(16, 'set 16 random characters or more, the same as for the server'),
  SANDBOX_SHOP_ORIGINS: z
    .string()
    .default('*')
    .transform((text) => text.split(',').map((origin) => origin.trim()))
    .refine(
      (origins) => origins.every((origin) => origin === '*' || isOrigin(origin)),
      'set origins like https://shop.example with commas between, or *',
    ),
  SANDBOX_PUBLIC_URL: z.string().refine(isOrigin, 'set an origin like https://pay.shop.example').optional(),
});

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

function complain(fault: unknown): void {
  const text = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
  process.stderr.write(`sandbox gateway: ${text}\n`);
}

function readSettings() {
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const parsed = settingsSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    process.stderr.write(`sandbox gateway: ${String(issue.path[0])}: ${issue.message}.\n`);
  }
  return process.exit(1);
}

/** Describes a failed start in one line, with the fix and without a stack. */
function describeStart(fault: unknown, port: number): string {
  const { code, message } = fault as NodeJS.ErrnoException;
  return code === 'EADDRINUSE' ? `port ${port} is taken: set SANDBOX_PORT to a free one, or to 0` : message;
}

const settings = readSettings();
const isForked = process.send !== undefined;

try {
  const gateway = await startSandboxGateway(
    {
      port: settings.SANDBOX_PORT,
      dataDir: resolve(settings.SANDBOX_DATA_DIR),
      secret: settings.SANDBOX_SECRET,
      shopOrigins: settings.SANDBOX_SHOP_ORIGINS.includes('*') ? '*' : settings.SANDBOX_SHOP_ORIGINS,
      publicUrl: settings.SANDBOX_PUBLIC_URL ?? null,
    },
    {
      clock: createSystemClock(),
      ids: { token: (bytes) => randomBytes(bytes).toString('base64url') },
      onFault: complain,
      onLedgerLost(fault) {
        complain(fault);
        process.exit(1);
      },
    },
  );
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    void gateway.stop().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', isForked ? () => {} : stop);
  process.on('disconnect', stop);
  const ready = { listening: gateway.url };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
  process.send?.(ready);
} catch (fault) {
  process.stderr.write(`sandbox gateway: ${describeStart(fault, settings.SANDBOX_PORT)}\n`);
  process.exit(1);
}
