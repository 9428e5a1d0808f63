import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { createArgon2PasswordHasher } from '#adapters/system/argon2-password-hasher.ts';
import { createServerIds } from '#adapters/system/server-ids.ts';
import { createServerClock } from '#adapters/system/system-clock.ts';
import type { ServerClock } from '#ports/clock.ts';
import type { ServerIds } from '#ports/ids.ts';
import type { Log } from '#ports/log.ts';
import type { MediaStorage } from '#ports/media-storage.ts';
import { keepCatalogue } from '#server/carts/pricing-catalogue.ts';
import type { CatalogueChanges } from '#server/database/catalogue-changes.ts';
import { unheardChanges } from '#server/database/catalogue-changes.ts';
import type { Database } from '#server/database/schema.ts';
import type { TestClock } from '#server/database/test-clock.ts';
import { createTestClock } from '#server/database/test-clock.ts';
import { projectRoot } from '#server/files/project-root.ts';
import type { ServerContext } from '#server/server-context.ts';
import type { Config } from './config.ts';
import type { OpenedPayments } from './modules/open-payments.ts';
import { orderSubscribers } from './order-subscribers.ts';
import type { Secrets } from './secrets.ts';

interface ContextParts {
  readonly config: Config;
  readonly secrets: Pick<Secrets, 'token'>;
  readonly db: Kysely<Database>;
  readonly time: ServerTime;
  readonly payments: Pick<OpenedPayments, 'gateways' | 'pastGateways' | 'transfer'>;
  readonly media: MediaStorage;
  /** Without them, prices of carts are not kept in memory. */
  readonly changes?: Pick<CatalogueChanges, 'version'> | undefined;
  readonly log: Log;
}

/** Clock and ids of a process. */
export interface ServerTime {
  readonly clock: ServerClock;
  readonly ids: ServerIds;
  /** The clock of demo mode, which can be moved forward; null in live mode. */
  readonly testClock: TestClock | null;
}

export function createServerTime({ mode }: Pick<Config, 'mode'>, db: Kysely<Database>): ServerTime {
  const system = createServerClock();
  const testClock = mode === 'demo' ? createTestClock({ db, system }) : null;
  const clock = testClock ?? system;
  return { clock, ids: createServerIds(clock), testClock };
}

/** Opens the storage of films that the configuration names. */
export async function openMedia(
  { media, mode }: Pick<Config, 'media' | 'mode'>,
  log: Log,
): Promise<MediaStorage> {
  const mediaDir = join(projectRoot, 'content/clips');
  return media.module.open(media.settings, { mode, log, mediaDir });
}

/** Creates the context of the services, for the server and for the commands of operators. */
export function createServerContext({
  config,
  secrets,
  db,
  time,
  payments,
  media,
  changes = unheardChanges,
  log,
}: ContextParts): ServerContext {
  return {
    db,
    clock: time.clock,
    ids: time.ids,
    passwords: createArgon2PasswordHasher(),
    gateways: payments.gateways,
    pastGateways: payments.pastGateways,
    media,
    orderSubscribers,
    settings: {
      mode: config.mode,
      siteUrl: config.siteUrl,
      tokenSecret: secrets.token,
      dataDir: config.dataDir,
      deliveryCountries: config.deliveryCountries,
      statementDescriptor: config.statementDescriptor,
      clientAddressHeader: config.clientAddressHeader,
      bankTransfer: payments.transfer,
    },
    catalogue: keepCatalogue(changes),
    log,
  };
}
