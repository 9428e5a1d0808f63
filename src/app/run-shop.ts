import type { ServerBuild } from 'react-router';
import { createPinoLog } from '#adapters/log/pino-log.ts';
import type { TestCard } from '#core/rules/payment.ts';
import { currentRequestId } from '#server/request-scope.ts';
import { devToken, isLoopbackName } from '#server/routes/dev-access.ts';
import type { Config } from './config.ts';
import { readConfig } from './config.ts';
import type { ListenOptions } from './listen.ts';
import type { OpenShop } from './open-shop.ts';
import { openShop } from './open-shop.ts';
import { readSecrets } from './secrets.ts';

export interface ShopProcessParts {
  readonly build: ServerBuild | (() => Promise<ServerBuild>);
  /** Handles the requests of the development server first; null in production. */
  readonly before: ListenOptions['before'];
}

/** Maximum time that closing waits for running payments and jobs, in milliseconds; then the process exits. */
const closeMs = 45_000;
const echoMs = 1_000;

/**
 * Runs the shop until SIGINT or SIGTERM. Exit code 0 after a clean stop, 1 when it cannot start or a required
 * part has ended, 2 after a second Ctrl-C.
 */
export async function runShop({ build, before }: ShopProcessParts): Promise<void> {
  const config = await readConfig(process.env);
  if (!config.ok) {
    for (const fault of config.error) console.error(fault);
    process.exit(1);
  }
  const log = createPinoLog({ level: config.value.logLevel, requestId: currentRequestId });
  const stopAsked = waitForStopSignal();
  let shop: OpenShop;
  try {
    shop = await openShop({
      config: config.value,
      build,
      before,
      log,
      say: (message) => console.log(message),
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  console.log(welcome(config.value, shop.testCards));
  const reason = await Promise.race([stopAsked, shop.failure]);
  if (reason !== null) console.error(reason);
  console.log('Closing the shop');
  setTimeout(() => process.exit(1), closeMs).unref();
  await shop.close();
  process.exit(reason === null ? 0 : 1);
}

/**
 * Resolves with null at the first signal to stop; a second signal ends the process. One Ctrl-C may arrive
 * twice, from the terminal and from npm, so a signal shortly after the first is ignored.
 */
function waitForStopSignal(): Promise<null> {
  return new Promise((resolve) => {
    let askedAt: number | null = null;
    const stop = () => {
      if (askedAt !== null && performance.now() - askedAt > echoMs) process.exit(2);
      askedAt ??= performance.now();
      resolve(null);
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}

function welcome(config: Config, testCards: readonly TestCard[]): string {
  const lines = [`Meisterhand is open: ${config.siteUrl}`];
  if (config.mode === 'demo') {
    lines.push(
      '',
      'To try out:',
      '  Learner     lernende@meisterhand.example, password meisterhand-demo',
      '  Coupon      WILLKOMMEN10 (10 %)',
      ...testCards.map(
        ({ number, effect }, index) =>
          `${index === 0 ? '  Test cards  ' : '              '}${number} ${effect.en}`,
      ),
      `  Mails       ${mailAddress(config)}, files in ${config.mailDir}`,
    );
  }
  lines.push('', `Data lies in ${config.dataDir}. Ctrl-C closes the shop.`);
  return lines.join('\n');
}

/** Returns the URL of the demo mailbox; with a token if the shop can be reached from other machines. */
function mailAddress(config: Config): string {
  const address = `${config.siteUrl}/dev/mail`;
  if (isLoopbackName(new URL(config.siteUrl).hostname)) return address;
  return `${address}?token=${devToken(readSecrets(config).token)}`;
}
