import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { ServerBuild } from 'react-router';
import { createServerClock, createSystemTimers } from '#adapters/system/system-clock.ts';
import type { AnalyticsServices } from '#core/rules/analytics-pages.ts';
import type { TestCard } from '#core/rules/payment.ts';
import type { Log } from '#ports/log.ts';
import type { Content } from '#server/content/content.ts';
import { refuseDemoData, refuseOtherMode } from '#server/content/loading/demo-data.ts';
import { loadContent } from '#server/content/loading/load-content.ts';
import { picturesToRender } from '#server/content/pictures-to-render.ts';
import { readContent } from '#server/content/read-content.ts';
import { describeContentFault } from '#server/content/read-files.ts';
import type { CatalogueChanges } from '#server/database/catalogue-changes.ts';
import { listenForCatalogueChanges } from '#server/database/catalogue-changes.ts';
import { createDatabase } from '#server/database/connection.ts';
import { claimDataDirectory } from '#server/database/embedded/claim-data-directory.ts';
import { startPostgres } from '#server/database/embedded/start-postgres.ts';
import { migrate } from '#server/database/migrate.ts';
import type { Database } from '#server/database/schema.ts';
import { projectRoot } from '#server/files/project-root.ts';
import type { WorkLimiter } from '#server/http/work-limiter.ts';
import { createWorkLimiter } from '#server/http/work-limiter.ts';
import { startPictureProcess } from '#server/media/picture-process.ts';
import { cardGateways } from '#server/payment-gateways.ts';
import { refuseOrphanedMoney } from '#server/payments/open-money.ts';
import type { ServerContext } from '#server/server-context.ts';
import { answerFromMemory } from './answer-from-memory.ts';
import { createApplication } from './application.ts';
import type { Config } from './config.ts';
import { mergeHosts } from './content-security-policy.ts';
import { createKeptPages } from './kept-pages.ts';
import type { ListenOptions } from './listen.ts';
import { listen } from './listen.ts';
import type { OpenedPayments } from './modules/open-payments.ts';
import { openPayments } from './modules/open-payments.ts';
import { pageOffer } from './modules/page-offer.ts';
import { limitPages } from './overload-page.ts';
import { readForms } from './page-forms.ts';
import { releaseMemory } from './release-memory.ts';
import { createWebRequests } from './request-shop.ts';
import { readSecrets } from './secrets.ts';
import type { Server } from './server.ts';
import { createServer, pictureFolders } from './server.ts';
import { createServerTime, openMedia } from './server-context.ts';
import { createStaticFiles } from './static-files.ts';
import type { WebHandlers } from './web-handler.ts';
import { createWebHandlers } from './web-handler.ts';

export interface ShopParts {
  readonly config: Config;
  readonly build: ServerBuild | (() => Promise<ServerBuild>);
  /** The development server; null: the pages are those of a build. */
  readonly before: ListenOptions['before'];
  readonly log: Log;
  /** Prints a message to the terminal. */
  say(message: string): void;
}

export interface OpenShop {
  /** Resolves with a message when a required part ends unexpectedly. */
  readonly failure: Promise<string>;
  /** Cards for trying out; none where money moves. */
  readonly testCards: readonly TestCard[];
  /** Accepts no new requests, finishes running requests, and stops all parts in reverse order. */
  close(): Promise<void>;
}

/**
 * Opens the shop: locks the data directory, starts PostgreSQL, updates schema and content, opens the payment
 * modules, starts the background jobs, and listens for requests. When a step fails, the earlier ones are stopped
 * again. Throws an error that names the place, the cause and the fix.
 */
export async function openShop({ config, build, before, log, say }: ShopParts): Promise<OpenShop> {
  let isClosing = false;
  await using started = new AsyncDisposableStack();
  claimData(config, started);
  const { connectionString, failure } = await reachDatabase(config, started, say);
  await migrate(connectionString);
  const db = createDatabase(connectionString, {
    max: config.databasePool,
    // Closing breaks idle connections, so errors are expected then.
    onIdleError: (error) => isClosing || log.error('idle_connection_failed', error),
  });
  started.defer(() => db.destroy());
  const limiter = createWorkLimiter({ clock: createServerClock(), timers: createSystemTimers() });
  const changes = await listenForCatalogueChanges({ connectionString, log });
  started.defer(() => changes.stop());
  const { server, payments } = await openServer(
    { config, log, say },
    { db, connectionString, limiter, changes },
    started,
  );
  await refuseOtherMode(db, config.mode);
  await refuseOrphanedMoney(server.context);
  const content = await loadChangedContent(server.context, say);
  if (config.mode === 'live') await refuseDemoData(server.context);
  await Promise.all(cardGateways(payments).map((gateway) => gateway.checkAccount()));
  const jobs = await server.startJobs();
  started.defer(() => jobs.stop());

  const requests = createRequestHandlers({
    config,
    build,
    before,
    server,
    limiter,
    changes,
    payments,
    log,
    isReady: async () => !isClosing && (await isReachable(db)),
  });
  releaseMemory();
  const listening = await listen({ host: config.host, port: config.port, ...requests });
  started.defer(() => listening.close());
  if (config.pictures === 'ahead') {
    const pictures = startPictureProcess({
      folders: pictureFolders(config),
      versions: picturesToRender(content),
      clock: server.context.clock,
      log,
      say,
    });
    started.defer(() => pictures.stop());
  }

  const parts = started.move();
  return {
    failure,
    testCards: payments.offered.flatMap(({ test }) => test?.cards ?? []),
    close: async () => {
      isClosing = true;
      // Jobs and requests are stopped at the same time, so that both finish within the time limit.
      jobs.stop().catch(() => {});
      await parts.disposeAsync();
    },
  };
}

/** Opens the modules for payments and mails, and creates the server with them. */
async function openServer(
  { config, log, say }: Pick<ShopParts, 'config' | 'log' | 'say'>,
  parts: Pick<Parameters<typeof createServer>[0], 'db' | 'connectionString' | 'limiter' | 'changes'>,
  started: AsyncDisposableStack,
): Promise<{ readonly server: Server; readonly payments: OpenedPayments }> {
  const secrets = readSecrets(config);
  const time = createServerTime(config, parts.db);
  const { clock, ids } = time;
  const payments = await openPayments(config, {
    clock,
    ids,
    database: parts.db,
    log,
    purpose: 'shop',
    secrets,
    say,
  });
  started.defer(() => payments.stop());
  const { mode, mailDir, mail } = config;
  const mailer = await mail.module.open(mail.settings, { mode, mailDir, log });
  const media = await openMedia(config, log);
  return {
    server: createServer({ ...parts, config, secrets, time, payments, mailer, media, log }),
    payments,
  };
}

/** Creates the handlers of pages, with the hosts and settings that modules bring to them. */
function createPages(
  { config, build, before, log }: Omit<ShopParts, 'say'>,
  server: Server,
  payments: OpenedPayments,
): WebHandlers {
  const { analytics } = config;
  return createWebHandlers({
    build,
    openWebRequest: createWebRequests({
      apiFetch: server.routes,
      config,
      analytics: pageServices(analytics),
      payment: pageOffer(payments),
      log,
    }),
    payment: mergeHosts(payments.offered.map(({ hosts = {} }) => hosts)),
    analytics: mergeHosts(analytics.map(({ module, settings }) => module.hosts(settings))),
    isDevelopment: before !== null,
  });
}

interface RequestHandlerParts extends Pick<ShopParts, 'config' | 'build' | 'before' | 'log'> {
  readonly server: Server;
  readonly limiter: WorkLimiter;
  readonly changes: CatalogueChanges;
  readonly payments: OpenedPayments;
  isReady(): Promise<boolean>;
}

/** Pages, API and files, with what is kept in memory before them. */
function createRequestHandlers({
  config,
  build,
  before,
  server,
  limiter,
  changes,
  payments,
  log,
  isReady,
}: RequestHandlerParts): Pick<ListenOptions, 'fetch' | 'before'> {
  const { render, renderShared } = createPages({ config, build, before, log }, server, payments);
  const isSecure = config.siteUrl.startsWith('https:');
  const newRequestId = server.context.ids.uuid;
  // A development server changes the code of pages.
  const keptPages =
    before === null
      ? createKeptPages({
          renderShared: limitPages(renderShared, limiter, 'shared_page'),
          siteUrl: config.siteUrl,
          changes,
          now: server.context.clock.now,
        })
      : null;
  const application = createApplication({
    server: server.routes,
    files: before === null ? createStaticFiles(join(projectRoot, 'build/client')) : null,
    web: readForms(limitPages(render, limiter, 'page'), config.siteUrl),
    keptPages,
    isReady,
    isSecure,
    clientAddressHeader: config.clientAddressHeader,
    log,
    newRequestId,
  });
  const fromMemory = answerFromMemory({
    keptPages,
    keptAnswers: server.keptAnswers,
    isSecure,
    log,
    newRequestId,
  });
  return {
    fetch: application.fetch,
    before:
      before === null
        ? fromMemory
        : (request, response, next) => before(request, response, () => fromMemory(request, response, next)),
  };
}

/** Locks the data directory. Throws when another process uses it. */
function claimData({ dataDir }: Config, started: AsyncDisposableStack): void {
  const claim = claimDataDirectory(dataDir);
  if (!claim.ok) {
    const { directory, pid } = claim.error;
    throw new Error(
      `Another shop${pid === null ? '' : ` (process ${pid})`} is using the data in ${directory}. ` +
        'Stop it first, or set DATA_DIR to another folder.',
    );
  }
  started.defer(async () => claim.value.release());
}

async function reachDatabase(
  { databaseUrl, dataDir }: Config,
  started: AsyncDisposableStack,
  say: ShopParts['say'],
): Promise<{ connectionString: string; failure: Promise<string> }> {
  if (databaseUrl !== null) return { connectionString: databaseUrl, failure: new Promise(() => {}) };
  const postgres = await startPostgres({ dataDir, log: say });
  started.defer(() => postgres.stop());
  return postgres;
}

/** The analytics services as pages know them. */
function pageServices(services: Config['analytics']): AnalyticsServices {
  return Object.fromEntries(
    services.map(({ module, settings }) => [
      module.name,
      { consent: module.consent, settings: module.browserSettings(settings) },
    ]),
  );
}

/** Reads the content files, and loads them when they are new or have changed. */
async function loadChangedContent(context: ServerContext, say: ShopParts['say']): Promise<Content> {
  const content = await readContent(join(projectRoot, 'content'));
  if (!content.ok) {
    throw new Error(
      `The content files have faults; run npm run content after mending them.\n${content.error.map(describeContentFault).join('\n')}`,
    );
  }
  if (await loadContent(context, content.value, { mode: context.settings.mode }))
    say('The content files are loaded.');
  return content.value;
}

async function isReachable(db: Kysely<Database>): Promise<boolean> {
  try {
    await sql`select 1`.execute(db);
    return true;
  } catch {
    return false;
  }
}
