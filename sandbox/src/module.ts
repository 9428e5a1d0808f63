import { join } from 'node:path';
import type { PaymentModule, PaymentParts, SettingsOf, TestCard } from 'meisterhand/ports';
import { z } from 'zod';

/** Schema of a URL; trailing slashes are removed. */
const webAddress = z
  .url({ protocol: /^https?$/, error: 'set an address like https://shop.example' })
  .transform((address) => address.replace(/\/+$/, ''));

const settings = {
  SANDBOX_PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'set a port number, or 0 for a free one')
    .transform(Number)
    .optional(),
  SANDBOX_GATEWAY_URL: webAddress.optional(),
  SANDBOX_PUBLIC_URL: webAddress.optional(),
  SANDBOX_SECRET: z
    .string()
    .min(32, 'set 32 random characters or more, for example from: openssl rand -hex 32')
    .optional(),
  SANDBOX_TIME_LIMIT: z
    .string()
    .regex(/^[1-9]\d{1,4}$/, 'set milliseconds from 10 to 10000')
    .transform(Number)
    .refine((limit) => limit <= 10_000, 'set milliseconds from 10 to 10000')
    .optional(),
};

type Settings = SettingsOf<typeof settings>;

/** Cards of `gateway/test-cards.ts` for the main outcomes. */
const testCards: readonly TestCard[] = [
  { number: '4111 1111 1111 1111', effect: { de: 'gelingt', en: 'succeeds' } },
  { number: '4000 0000 0000 1091', effect: { de: 'Freigabe, Code 1234', en: 'approval, code 1234' } },
  { number: '4000 1111 1111 1115', effect: { de: 'wird abgelehnt', en: 'is declined' } },
  { number: '4000 0000 0000 1109', effect: { de: 'Freigabe scheitert', en: 'approval fails' } },
  {
    number: '4000 0000 0000 3220',
    effect: { de: 'Freigabe auf einer Seite der Bank', en: 'approval on a page of the bank' },
  },
  { number: '4000 0000 0000 3212', effect: { de: 'Freigabe in einem Fenster', en: 'approval in a dialog' } },
  {
    number: '4000 0000 0000 0507',
    effect: { de: 'nur zum Teil bewilligt, wird nicht genommen', en: 'granted in part only, not taken' },
  },
  { number: '4000 0000 0000 0283', effect: { de: 'das Ergebnis kommt spät', en: 'the result comes late' } },
];

/** The payment provider of demo mode: a gateway with its own ledger that takes no money (sandbox/README.md). */
export default {
  kind: 'payment',
  name: 'sandbox',
  label: { de: 'Testzahlung', en: 'test payment' },
  settings,
  demoOnly: 'takes no money',
  check: ({ SANDBOX_PORT }, { port }) => portFaults(port, SANDBOX_PORT ?? port + 1),
  async open(given, parts) {
    const { createSandboxGateway } = await import('./server/sandbox-payment-gateway.ts');
    const { createSandboxNotices } = await import('./server/sandbox-notices.ts');
    const secret = given.SANDBOX_SECRET ?? parts.secret();
    const { url, stop } = await reachGateway(given, parts, secret);
    const { SANDBOX_TIME_LIMIT: limit } = given;
    return {
      gateway: createSandboxGateway({
        baseUrl: url,
        secret,
        fetch,
        ...(limit === undefined ? {} : { timeLimit: limit }),
      }),
      notices: [createSandboxNotices(secret)],
      // The card fields are frames of the gateway.
      hosts: { frames: [new URL(given.SANDBOX_PUBLIC_URL ?? url).origin] },
      offer: { has_express_payment: true, has_wallet_addresses: true },
      test: { cards: testCards },
      stop,
    };
  },
  browser: new URL('./browser/index.ts', import.meta.url),
} satisfies PaymentModule<typeof settings>;

/** Returns the URL of the gateway. Starts one, unless another is configured or only a command runs. */
async function reachGateway(
  { SANDBOX_GATEWAY_URL: named, SANDBOX_PORT, SANDBOX_PUBLIC_URL }: Settings,
  parts: PaymentParts,
  secret: string,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const port = SANDBOX_PORT ?? parts.port + 1;
  if (named !== undefined || parts.purpose === 'command') {
    return { url: named ?? `http://127.0.0.1:${port}`, stop: async () => {} };
  }
  const { runSandboxGateway } = await import('./server/run-gateway.ts');
  return runSandboxGateway({
    port,
    dataDir: join(parts.dataDir, 'sandbox-gateway'),
    secret,
    siteUrl: parts.siteUrl,
    publicUrl: SANDBOX_PUBLIC_URL ?? null,
    log: parts.say,
  });
}

function portFaults(shop: number, sandbox: number) {
  const name = 'PORT';
  if (sandbox > 65_535)
    return [{ name, text: `PORT is ${shop}, which leaves none for the sandbox gateway: set SANDBOX_PORT.` }];
  if (shop === sandbox)
    return [{ name, text: `PORT and SANDBOX_PORT are both ${shop}: set two different ports.` }];
  return [];
}
