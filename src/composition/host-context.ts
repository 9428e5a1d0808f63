import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { createArgon2PasswordHasher } from '#host/adapters/argon2-password-hasher.ts';
import { createSandboxGateway } from '#host/adapters/sandbox-gateway.ts';
import { createSystemClock } from '#host/adapters/system-clock.ts';
import { createSystemIds } from '#host/adapters/system-ids.ts';
import type { TestClock } from '#host/adapters/test-clock.ts';
import { createTestClock } from '#host/adapters/test-clock.ts';
import type { Database } from '#host/database/schema.ts';
import type { HostContext } from '#host/host-context.ts';
import type { Log } from '#host/ports/log.ts';
import { projectRoot } from '#host/project-root.ts';
import type { Config } from './config.ts';
import type { Secrets } from './secrets.ts';

interface ContextParts {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly db: Kysely<Database>;
  /** Where the host reaches the sandbox gateway. */
  readonly gatewayUrl: string;
  readonly log: Log;
}

/** What the host's services work with, for the host itself and for operators' commands alike. */
export function createHostContext({ config, secrets, db, gatewayUrl, log }: ContextParts): {
  readonly context: HostContext;
  /** Null in live mode. */
  readonly testClock: TestClock | null;
} {
  const system = createSystemClock();
  const testClock = config.mode === 'demo' ? createTestClock({ db, system }) : null;
  const clock = testClock ?? system;
  const { timeLimit } = config.sandbox;
  const context: HostContext = {
    db,
    clock,
    ids: createSystemIds(clock),
    passwords: createArgon2PasswordHasher(),
    paymentGateway: createSandboxGateway({
      baseUrl: gatewayUrl,
      secret: secrets.sandbox,
      fetch,
      ...(timeLimit === null ? {} : { timeLimit }),
    }),
    settings: {
      mode: config.mode,
      siteUrl: config.siteUrl,
      tokenSecret: secrets.token,
      dataDir: config.dataDir,
      mediaDir: join(projectRoot, 'content/clips'),
      deliveryCountries: config.deliveryCountries,
      clientAddressHeader: config.clientAddressHeader,
    },
    log,
  };
  return { context, testClock };
}
