import type { ServerBuild } from 'react-router';
import { createPinoLog } from '#adapters/log/pino-log.ts';
import { type Config, readConfig } from '#app/settings/config.ts';
import { readSecrets } from '#app/settings/secrets.ts';
import { hasMailbox } from '#app/wiring/create-server-context.ts';
import { devToken, isLoopbackName } from '#server/operations/demo/dev-access.ts';
import { currentRequestId } from '#server/platform/request-scope.ts';
import type { ListenOptions } from './listen.ts';
import { logCrashes } from './log-crashes.ts';
import { maskOutput } from './mask-output.ts';
import { type OpenShop, openShop } from './open-shop.ts';

export interface ShopProcessParts {
  readonly build: ServerBuild | (() => Promise<ServerBuild>);
  /** Handles the requests of the development server first; null in production. */
  readonly before: ListenOptions['before'];
}

/** Maximum milliseconds to wait for running payments and jobs; then the process exits. */
const closeMs = 45_000;
const echoMs = 1_000;

/**
 * Runs the shop until SIGINT or SIGTERM. Exit code 0 after a clean stop, 1 if it cannot start or a required part ended,
 * 2 after a second Ctrl-C.
 */
export async function runShop({ build, before }: ShopProcessParts): Promise<void> {
  const config = await readConfig(process.env);
  if (!config.ok) {
    for (const fault of config.error) console.error(fault);
    process.exit(1);
  }
  const log = createPinoLog({ level: config.value.logLevel, requestId: currentRequestId });
  logCrashes(log, process);
  const print = maskOutput();
  const stopAsked = waitForStopSignal();
  const opening = new AbortController();
  void stopAsked.then(() => {
    opening.abort();
    setTimeout(() => process.exit(1), closeMs).unref();
  });
  let shop: OpenShop;
  try {
    shop = await openShop({
      config: config.value,
      build,
      before,
      log,
      say: (message) => console.log(message),
      stop: opening.signal,
    });
  } catch (error) {
    if (opening.signal.aborted) process.exit(0);
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  print(welcome(config.value, shop));
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

function welcome(
  config: Config,
  { testCards, demoOperator }: Pick<OpenShop, 'testCards' | 'demoOperator'>,
): string {
  const lines = [`Meisterhand is open: ${config.siteUrl}`];
  if (config.mode === 'demo') {
    lines.push(
      '',
      'To try out:',
      '  Learner     lernende@meisterhand.example, password meisterhand-demo',
      ...(demoOperator === null
        ? []
        : [
            `  Operator    ${demoOperator.email}, password ${demoOperator.password}`,
            `              code now ${demoOperator.code}, later from the authenticator secret ${demoOperator.secret}`,
          ]),
      '  Coupon      WILLKOMMEN10 (10 %)',
      ...testCards.map(
        ({ number, effect }, index) =>
          `${index === 0 ? '  Test cards  ' : '              '}${number} ${effect.en}`,
      ),
      ...(hasMailbox(config) ? [`  Mails       ${mailAddress(config)}, files in ${config.mailDir}`] : []),
    );
  }
  lines.push('', `Data lies in ${config.dataDir}. Ctrl-C closes the shop.`);
  return lines.join('\n');
}

/** Returns the URL of the demo mailbox; with a token if the shop is reachable from other machines. */
function mailAddress(config: Config): string {
  const address = `${config.siteUrl}/dev/mail`;
  if (isLoopbackName(new URL(config.siteUrl).hostname)) return address;
  return `${address}?token=${devToken(readSecrets(config).token)}`;
}
