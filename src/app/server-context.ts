import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { createBankTransferGateway } from '#adapters/payments/bank-transfer/server/bank-transfer-gateway.ts';
import { createBraintreeGateway } from '#adapters/payments/braintree/server/braintree-gateway.ts';
import { createSandboxGateway } from '#adapters/payments/sandbox/server/sandbox-payment-gateway.ts';
import { createArgon2PasswordHasher } from '#adapters/system/argon2-password-hasher.ts';
import { createServerIds } from '#adapters/system/server-ids.ts';
import { createServerClock } from '#adapters/system/system-clock.ts';
import type { ServerClock } from '#ports/clock.ts';
import type { Log } from '#ports/log.ts';
import type { CardGateway } from '#ports/payment-gateway.ts';
import type { Database } from '#server/database/schema.ts';
import type { TestClock } from '#server/database/test-clock.ts';
import { createTestClock } from '#server/database/test-clock.ts';
import { projectRoot } from '#server/files/project-root.ts';
import type { ServerContext } from '#server/server-context.ts';
import type { Config } from './config.ts';
import { orderSubscribers } from './order-subscribers.ts';
import type { PaymentConfig } from './payment-config.ts';
import type { Secrets } from './secrets.ts';

interface ContextParts {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly db: Kysely<Database>;
  /** URL of the sandbox gateway; null when only other payment providers are configured. */
  readonly gatewayUrl: string | null;
  readonly log: Log;
}

/** Creates the context of the services, for the server and for the commands of operators. */
export function createServerContext(parts: ContextParts): {
  readonly context: ServerContext;
  /** The clock of demo mode, which can be moved forward; null in live mode. */
  readonly testClock: TestClock | null;
} {
  const { config, secrets, db, log } = parts;
  const system = createServerClock();
  const testClock = config.mode === 'demo' ? createTestClock({ db, system }) : null;
  const clock = testClock ?? system;
  const ids = createServerIds(clock);
  const context: ServerContext = {
    db,
    clock,
    ids,
    passwords: createArgon2PasswordHasher(),
    paymentGateway: createCardGateway(parts, config.payment, clock),
    pastGateways: config.earlierPayments.map((payment) => createCardGateway(parts, payment, clock)),
    transferGateway: createBankTransferGateway({ db, clock, ids }),
    orderSubscribers,
    settings: {
      mode: config.mode,
      siteUrl: config.siteUrl,
      tokenSecret: secrets.token,
      dataDir: config.dataDir,
      mediaDir: join(projectRoot, 'content/clips'),
      deliveryCountries: config.deliveryCountries,
      statementDescriptor: config.statementDescriptor,
      clientAddressHeader: config.clientAddressHeader,
      bankTransfer: config.bankTransfer,
    },
    log,
  };
  return { context, testClock };
}

function createCardGateway(
  { config: { sandbox }, secrets, gatewayUrl, log }: ContextParts,
  payment: PaymentConfig,
  clock: ServerClock,
): CardGateway {
  const within = (timeLimit: number | null) => (timeLimit === null ? {} : { timeLimit });
  switch (payment.provider) {
    case 'sandbox':
      if (gatewayUrl === null) throw new Error('The sandbox was chosen, but its gateway was not started');
      return createSandboxGateway({
        baseUrl: gatewayUrl,
        secret: secrets.sandbox,
        fetch,
        ...within(sandbox.timeLimit),
      });
    case 'braintree':
      return createBraintreeGateway({ account: payment.account, clock, log, ...within(payment.timeLimit) });
  }
}
