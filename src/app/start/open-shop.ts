import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { ServerBuild } from 'react-router';
import { createServerClock, createSystemTimers } from '#adapters/system/system-clock.ts';
import type { Measures } from '#app/metrics/measures.ts';
import { openMetrics } from '#app/metrics/open-metrics.ts';
import { checkAccounts, type OpenedPayments, openPayments } from '#app/modules/open-payments.ts';
import { pageOffer } from '#app/modules/page-offer.ts';
import { answerFromMemory } from '#app/pages/answer-from-memory.ts';
import { createApplication } from '#app/pages/application.ts';
import { createBackOffice } from '#app/pages/back-office.ts';
import { mergeHosts } from '#app/pages/content-security-policy.ts';
import { createKeptPages } from '#app/pages/kept-pages.ts';
import { createPagePace, limitPages } from '#app/pages/overload-page.ts';
import { readForms } from '#app/pages/page-forms.ts';
import { createWebRequests, type WebRequestParts } from '#app/pages/request-shop.ts';
import { findRouteIds } from '#app/pages/route-ids.ts';
import { createStaticFiles, type StaticFiles } from '#app/pages/static-files.ts';
import { createWebHandlers, type WebHandlers } from '#app/pages/web-handler.ts';
import { callModule, moduleLimits } from '#app/settings/call-module.ts';
import type { Config } from '#app/settings/config.ts';
import { readSecrets } from '#app/settings/secrets.ts';
import { openTraces, type Traces } from '#app/tracing/open-traces.ts';
import { createServerTime, openMedia } from '#app/wiring/create-server-context.ts';
import { createServer, pictureFolders, type Server } from '#app/wiring/server.ts';
import type { TestCard } from '#core/rules/payments/payment-rules.ts';
import type { AnalyticsServices } from '#core/rules/tracking/analytics-pages.ts';
import type { Log } from '#ports/log.ts';
import type { Mailer } from '#ports/mailer.ts';
import { refuseDemoData, refuseOtherMode } from '#server/content/loading/demo-data.ts';
import { loadContent } from '#server/content/loading/load-content.ts';
import type { Content } from '#server/content/sources/content-shapes.ts';
import { firstPictures, picturesToRender } from '#server/content/sources/pictures-to-render.ts';
import { readContent } from '#server/content/sources/read-content.ts';
import { type ContentFault, describeContentFault } from '#server/content/sources/read-files.ts';
import { readBacklog } from '#server/operations/backlog.ts';
import { type DemoOperator, openDemoOperator } from '#server/operations/demo/demo-operator.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { refuseOrphanedMoney } from '#server/payments/open-money.ts';
import {
  type CatalogueChanges,
  listenForCatalogueChanges,
} from '#server/platform/database/catalogue-changes.ts';
import { createDatabase } from '#server/platform/database/connection.ts';
import { claimDataDirectory } from '#server/platform/database/embedded/claim-data-directory.ts';
import { startPostgres } from '#server/platform/database/embedded/start-postgres.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { createWorkLimiter, type WorkLimiter } from '#server/platform/http/limits/work-limiter.ts';
import { startPictureProcess } from '#server/platform/media/picture-process.ts';
import { createPictureRenderer } from '#server/platform/media/render-picture.ts';
import { type ListenOptions, listen } from './listen.ts';
import { askForFilm, storeFilms } from './start-films.ts';

export interface ShopParts {
  readonly config: Config;
  readonly build: ServerBuild | (() => Promise<ServerBuild>);
  /** The development server; null: the pages are those of a build. */
  readonly before: ListenOptions['before'];
  readonly log: Log;
  /** Prints a message to the terminal. */
  say(message: string): void;
  /** Aborted when the shop is to be stopped, also while it opens. */
  readonly stop: AbortSignal;
}

export interface OpenShop {
  /** Resolves with a message when a required part ends unexpectedly. */
  readonly failure: Promise<string>;
  /** Cards for trying out; none where money moves. */
  readonly testCards: readonly TestCard[];
  /** Null in live mode. */
  readonly demoOperator: DemoOperator | null;
  /** Accepts no new requests, finishes running requests, and stops all parts in reverse order. */
  close(): Promise<void>;
}

/**
 * Opens the shop: locks the data directory, starts PostgreSQL, updates schema and content, opens the payment
 * modules, starts the background jobs, and listens for requests. When a step fails, the earlier ones are stopped
 * again. Throws an error that names the place, the cause and the fix; the reason of `stop` when that is aborted.
 */
export async function openShop(parts: ShopParts): Promise<OpenShop> {
  await using started = new AsyncDisposableStack();
  const opening = openParts(parts, started);
  // After a stop, whatever is still under way finds closed parts.
  opening.catch(() => {});
  const isStopped = Promise.withResolvers<never>();
  const stop = () => isStopped.reject(parts.stop.reason);
  parts.stop.addEventListener('abort', stop);
  try {
    return await Promise.race([opening, isStopped.promise]);
  } finally {
    parts.stop.removeEventListener('abort', stop);
  }
}

async function openParts(
  { config, build, before, log: plainLog, say }: ShopParts,
  started: AsyncDisposableStack,
): Promise<OpenShop> {
  let isClosing = false;
  const measures = await openMetrics(config, started);
  const traces = await openTraces(config, started);
  const log = measures?.log(plainLog) ?? plainLog;
  claimData(config, started);
  const { connectionString, failure } = await reachDatabase(config, started, say);
  await migrate(connectionString);
  const db = createDatabase(connectionString, {
    max: config.databasePool,
    // Closing breaks idle connections, so errors are expected then.
    onIdleError: (error) => isClosing || log.error('idle_connection_failed', error),
    observers: [measures, traces].flatMap((seen) => seen?.database ?? []),
  });
  started.defer(() => db.destroy());
  const limiter = createWorkLimiter({ clock: createServerClock(), timers: createSystemTimers() });
  const changes = await listenForCatalogueChanges({ connectionString, log });
  started.defer(() => changes.stop());
  const { server, payments } = await openServer(
    { config, build, before, log, say, measures, traces },
    { db, connectionString, limiter, changes },
    started,
  );
  await refuseOtherMode(db, config.mode);
  await refuseOrphanedMoney(server.context);
  const content = await loadChangedContent(server.context, say);
  if (config.mode === 'live') await refuseDemoData(server.context);
  const demoOperator = config.mode === 'demo' ? await openDemoOperator(server.context) : null;
  await Promise.all([
    checkAccounts(payments, say),
    askForFilm(server.context, config, content, say),
    storeFilms(server.context, say),
  ]);
  const pictures = { folders: pictureFolders(config), clock: server.context.clock, log, say };
  if (config.pictures === 'ahead') await renderFirstPictures(pictures, content, started);
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
  const listening = await listen({ host: config.host, port: config.port, ...requests });
  started.defer(() => listening.close());
  if (config.pictures === 'ahead') {
    const others = startPictureProcess({ ...pictures, versions: picturesToRender(content) });
    started.defer(() => others.stop());
  }

  const parts = started.move();
  return {
    failure,
    demoOperator,
    testCards: payments.offered.flatMap(({ test }) => test?.cards ?? []),
    close: async () => {
      isClosing = true;
      // Jobs and requests are stopped at the same time, so that both finish within the time limit.
      jobs.stop().catch(() => {});
      await parts.disposeAsync();
    },
  };
}

/** Renders what a new shop lacks of the pictures of its first pages; a later start finds them all. */
async function renderFirstPictures(
  needs: Omit<Parameters<typeof startPictureProcess>[0], 'versions'>,
  content: Content,
  started: AsyncDisposableStack,
): Promise<void> {
  const { isRendered } = createPictureRenderer(needs.folders);
  const versions = firstPictures(content);
  const present = await Promise.all(versions.map(isRendered));
  if (!present.includes(false)) return;
  const rendering = startPictureProcess({ ...needs, versions, isAwaited: true });
  started.defer(() => rendering.stop());
  await rendering.ended;
}

/** Opens the modules for payments and mails, and creates the server with them. */
async function openServer(
  {
    config,
    build,
    before,
    log,
    say,
    measures,
    traces,
  }: Omit<ShopParts, 'stop'> & { readonly measures: Measures | null; readonly traces: Traces | null },
  parts: Pick<Parameters<typeof createServer>[0], 'db' | 'connectionString' | 'limiter' | 'changes'>,
  started: AsyncDisposableStack,
): Promise<{ readonly server: Server; readonly payments: OpenedPayments }> {
  const secrets = readSecrets(config);
  const time = createServerTime(config, parts.db);
  const { clock, ids } = time;
  const observers = [measures, traces].filter((one) => one !== null);
  const payments = await openPayments(config, {
    clock,
    ids,
    database: parts.db,
    log,
    purpose: 'shop',
    secrets,
    say,
    around: (gateway) => observers.reduce((inner, one) => one.gateway(inner), gateway),
  });
  started.defer(() => payments.stop());
  const { mode, mailDir, mail } = config;
  const plainMailer = await callModule(mail.module, 'be opened', moduleLimits.open, () =>
    mail.module.open(mail.settings, { mode, mailDir, log }),
  );
  const observed = observers.reduce<Mailer>((inner, one) => one.mailer(inner), plainMailer);
  const mailer: Mailer = {
    send: (message) => observed.send(message),
    forget: async (ids) => plainMailer.forget?.(ids),
  };
  const media = await openMedia(config, log);
  const aroundJob = measures?.job;
  const server = createServer({
    ...parts,
    ...{ config, secrets, time, payments, mailer, media, log, aroundJob, tracing: traces?.tracing },
    // Nobody counts what operators look at.
    openPages: (api) =>
      createPages({ config: { ...config, analytics: [] }, build, before, log }, api, payments),
  });
  measures?.readBacklog(() => readBacklog(parts.db, clock.now()));
  return { server, payments };
}

/** Creates the handlers of pages, with the hosts and settings that modules bring to them. */
function createPages(
  { config, build, before, log }: Omit<ShopParts, 'say' | 'stop'>,
  apiFetch: WebRequestParts['apiFetch'],
  payments: OpenedPayments,
): WebHandlers {
  const { analytics } = config;
  return createWebHandlers({
    build,
    openWebRequest: createWebRequests({
      apiFetch,
      config,
      analytics: pageServices(analytics),
      payment: pageOffer(payments),
      log,
    }),
    payment: mergeHosts(payments.offered.map(({ hosts = {} }) => hosts)),
    analytics: mergeHosts(analytics.map(({ module, settings }) => module.hosts(settings))),
    films: config.media.module.hosts?.(config.media.settings) ?? [],
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
  const { render, renderShared } = createPages({ config, build, before, log }, server.routes, payments);
  const isSecure = config.siteUrl.startsWith('https:');
  const newRequestId = server.context.ids.uuid;
  // A development server changes the code of pages.
  const keptPages =
    before === null && typeof build !== 'function'
      ? createKeptPages({
          renderShared: limitPages(renderShared, limiter, 'shared_page'),
          siteUrl: config.siteUrl,
          changes,
          routeIdOf: findRouteIds(build),
          isSecure,
          isBehindProxy: config.clientAddressHeader !== null,
          now: server.context.clock.now,
        })
      : null;
  const application = createApplication({
    server: server.routes,
    files: before === null ? builtFiles() : null,
    backOffice: createBackOffice(
      { host: config.backOfficeHost, path: config.backOfficePath },
      before === null ? join(projectRoot, 'build/back-office') : null,
    ),
    web: readForms(limitPages(render, limiter, 'page'), config.siteUrl),
    keptPages,
    refusePage: createPagePace(server.context),
    isReady,
    isSecure,
    clientAddressHeader: config.clientAddressHeader,
    log,
    tracing: server.context.tracing,
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

/** The files of the storefront's build, then those of the back office. */
function builtFiles(): StaticFiles {
  const folders = ['build/client', 'build/back-office'];
  const builds = folders.map((folder) => createStaticFiles(join(projectRoot, folder)));
  return (request) => {
    for (const files of builds) {
      const file = files(request);
      if (file !== null) return file;
    }
    return null;
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

function contentFaults(faults: readonly ContentFault[]): Error {
  return new Error(
    `The content files have faults; run npm run content after mending them.\n${faults.map(describeContentFault).join('\n')}`,
  );
}

/** Reads the content files, and loads them when they are new or have changed. */
async function loadChangedContent(context: OrderContext, say: ShopParts['say']): Promise<Content> {
  const content = await readContent(join(projectRoot, 'content'));
  if (!content.ok) throw contentFaults(content.error);
  const loaded = await loadContent(context, content.value, { mode: context.settings.mode });
  if (!loaded.ok) throw contentFaults(loaded.error);
  if (loaded.value) say('The content files are loaded.');
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
