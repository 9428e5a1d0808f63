import { join, resolve } from 'node:path';
import type { Kysely } from 'kysely';
import { createArgon2PasswordHasher } from '#adapters/system/argon2-password-hasher.ts';
import { createServerIds } from '#adapters/system/server-ids.ts';
import { createServerClock } from '#adapters/system/system-clock.ts';
import type { OpenedPayments } from '#app/modules/open-payments.ts';
import { splitStorage } from '#app/modules/split-storage.ts';
import { callModule, moduleLimits } from '#app/settings/call-module.ts';
import type { Config } from '#app/settings/config.ts';
import { contentMedia, loadModule } from '#app/settings/load-modules.ts';
import type { Secrets } from '#app/settings/secrets.ts';
import type { ServerClock } from '#ports/clock.ts';
import type { ServerIds } from '#ports/ids.ts';
import type { Log } from '#ports/log.ts';
import type { MediaStorage } from '#ports/media-storage.ts';
import type { MediaModule } from '#ports/modules.ts';
import type { Tracing } from '#ports/tracing.ts';
import { createCatalogueCache } from '#server/carts/pricing-catalogue.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { alwaysChanged, type CatalogueChanges } from '#server/platform/database/catalogue-changes.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { createTestClock, type TestClock } from '#server/platform/database/test-clock.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { waitForResponseStep } from '#server/platform/http/constant-time-response.ts';
import { orderSubscribers } from './order-subscribers.ts';

interface ContextParts {
  readonly config: Config;
  readonly secrets: Pick<Secrets, 'token'>;
  readonly db: Kysely<Database>;
  readonly time: ServerTime;
  readonly payments: Pick<OpenedPayments, 'offered' | 'gateways' | 'pastGateways' | 'transfer'>;
  readonly media: MediaStorage;
  /** If absent, prices of carts are not cached. */
  readonly changes?: Pick<CatalogueChanges, 'version'> | undefined;
  readonly log: Log;
  readonly tracing?: Tracing | undefined;
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

/** Opens the configured film storage. */
export async function openMedia(
  { media, mode, dataDir }: Pick<Config, 'media' | 'mode' | 'dataDir'>,
  log: Log,
): Promise<MediaStorage> {
  const mediaDir = join(projectRoot, 'content/clips');
  const open = (module: MediaModule, settings: Config['media']['settings']) =>
    callModule(module, 'be opened', moduleLimits.open, () =>
      module.open(settings, { mode, log, mediaDir, dataDir: resolve(dataDir) }),
    );
  const storage = await open(media.module, media.settings);
  if (media.module.onlyFilms !== true) return storage;
  const content = await loadModule('media', 'MEDIA_MODULE', contentMedia);
  if (!content.ok) throw new Error(content.error.text);
  return splitStorage(await open(content.value, {}), storage);
}

/**
 * Returns whether `/dev/mail` shows the shop's mails: in demo mode, if mails are written to files instead of being
 * sent.
 */
export function hasMailbox({ mode, mail }: Pick<Config, 'mode' | 'mail'>): boolean {
  return mode === 'demo' && mail.module.name === 'file';
}

/** Creates the context of the services, for the server and for operator commands. */
export function createServerContext({
  config,
  secrets,
  db,
  time,
  payments,
  media,
  changes = alwaysChanged,
  log,
  tracing,
}: ContextParts): OrderContext {
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
      hasWallets: payments.offered.some(
        ({ offer }) => offer?.has_express_payment === true || offer?.has_wallet_addresses === true,
      ),
      ffmpegPaths: config.ffmpegPaths,
      filmAv1: config.filmAv1,
      filmUploads: config.filmUploads,
      hasMailbox: hasMailbox(config),
      backOffice: { host: config.backOfficeHost, path: config.backOfficePath },
    },
    readConfiguration: async () => ({
      settings: await config.listSettings(),
      modules: [
        { kind: 'mail', name: config.mail.module.name },
        { kind: 'media', name: config.media.module.name },
        ...config.payments.map(({ module }) => ({ kind: 'payment', name: module.name })),
        ...config.earlierPayments.map(({ module }) => ({ kind: 'earlier_payment', name: module.name })),
        ...config.analytics.map(({ module }) => ({ kind: 'analytics', name: module.name })),
      ],
    }),
    catalogue: createCatalogueCache(changes),
    log,
    ...(tracing === undefined ? {} : { tracing }),
    nextResponseStep: waitForResponseStep,
  };
}
