import { createServerClock, createSystemTimers } from '#adapters/system/system-clock.ts';
import { openMetrics } from '#app/metrics/open-metrics.ts';
import type { ProcessMetrics } from '#app/metrics/process-metrics.ts';
import { checkAccounts, type OpenedPayments, openPayments } from '#app/modules/open-payments.ts';
import { callModule, moduleLimits } from '#app/settings/call-module.ts';
import { readSecrets } from '#app/settings/secrets.ts';
import { openTraces, type Traces } from '#app/tracing/open-traces.ts';
import { createServerTime, openMedia } from '#app/wiring/create-server-context.ts';
import { createServer, pictureFolders, type Server } from '#app/wiring/server.ts';
import type { TestCard } from '#core/rules/payments/payment-rules.ts';
import type { Mailer } from '#ports/mailer.ts';
import { refuseDemoData, refuseOtherMode } from '#server/content/loading/demo-data.ts';
import type { Content } from '#server/content/sources/content-shapes.ts';
import { firstPictures, picturesToRender } from '#server/content/sources/pictures-to-render.ts';
import { readBacklog } from '#server/operations/backlog.ts';
import { type DemoOperator, ensureDemoOperator } from '#server/operations/demo/demo-operator.ts';
import { refuseOrphanedPayments } from '#server/payments/orphaned-payments.ts';
import { listenForCatalogueChanges } from '#server/platform/database/catalogue-changes.ts';
import { createDatabase } from '#server/platform/database/connection.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { createWorkLimiter } from '#server/platform/http/limits/work-limiter.ts';
import { startPictureProcess } from '#server/platform/media/picture-process.ts';
import { createPictureRenderer } from '#server/platform/media/render-picture.ts';
import { listen } from './listen.ts';
import { claimData, connectDatabase, isReachable, loadChangedContent } from './open-data.ts';
import { createPages, createRequestHandlers, type PageParts } from './open-pages.ts';
import { prepareFilms } from './start-films.ts';

export interface ShopParts extends PageParts {
  /** Prints a message to the terminal. */
  say(message: string): void;
  /** Aborts when the shop must stop, even while it opens. */
  readonly stop: AbortSignal;
}

export interface OpenShop {
  /** Resolves with a message when a required part ends unexpectedly. */
  readonly failure: Promise<string>;
  /** Test cards; empty if real money moves. */
  readonly testCards: readonly TestCard[];
  /** Null in live mode. */
  readonly demoOperator: DemoOperator | null;
  /** Accepts no new requests, finishes running requests, and stops all parts in reverse order. */
  close(): Promise<void>;
}

/**
 * Opens the shop: locks the data directory, starts PostgreSQL, updates schema and content, opens the payment modules,
 * starts the background jobs, and listens for requests. If a step fails, the earlier ones are stopped. Throws an error
 * that names the place, the cause and the fix; the reason of `stop` if that is aborted.
 */
export async function openShop(parts: ShopParts): Promise<OpenShop> {
  await using started = new AsyncDisposableStack();
  const opening = openParts(parts, started);
  // After a stop, steps still running may fail because parts are closed.
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
  const metrics = await openMetrics(config, started);
  const traces = await openTraces(config, started);
  const log = metrics?.log(plainLog) ?? plainLog;
  claimData(config, started);
  const { connectionString, failure } = await connectDatabase(config, started, say);
  await migrate(connectionString);
  const db = createDatabase(connectionString, {
    max: config.databasePool,
    // While closing, errors of idle connections are expected.
    onIdleError: (error) => isClosing || log.error('idle_connection_failed', error),
    observers: [metrics, traces].flatMap((seen) => seen?.database ?? []),
  });
  started.defer(() => db.destroy());
  const limiter = createWorkLimiter({ clock: createServerClock(), timers: createSystemTimers() });
  const changes = await listenForCatalogueChanges({ connectionString, log });
  started.defer(() => changes.stop());
  const { server, payments } = await openServer(
    { config, build, before, log, say, metrics, traces },
    { db, connectionString, limiter, changes },
    started,
  );
  await refuseOtherMode(db, config.mode);
  await refuseOrphanedPayments(server.context);
  const content = await loadChangedContent(server.context, say);
  if (config.mode === 'live') await refuseDemoData(server.context);
  const demoOperator = config.mode === 'demo' ? await ensureDemoOperator(server.context) : null;
  await Promise.all([checkAccounts(payments, say), prepareFilms(server.context, config, content, say)]);
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

/** Renders the missing pictures of a new shop's most visited pages; later starts find them rendered. */
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

/** Opens the payment and mail modules, and creates the server with them. */
async function openServer(
  {
    config,
    build,
    before,
    log,
    say,
    metrics,
    traces,
  }: Omit<ShopParts, 'stop'> & { readonly metrics: ProcessMetrics | null; readonly traces: Traces | null },
  parts: Pick<Parameters<typeof createServer>[0], 'db' | 'connectionString' | 'limiter' | 'changes'>,
  started: AsyncDisposableStack,
): Promise<{ readonly server: Server; readonly payments: OpenedPayments }> {
  const secrets = readSecrets(config);
  const time = createServerTime(config, parts.db);
  const { clock, ids } = time;
  const observers = [metrics, traces].filter((one) => one !== null);
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
  const aroundJob = metrics?.job;
  const server = createServer({
    ...parts,
    ...{ config, secrets, time, payments, mailer, media, log, aroundJob, tracing: traces?.tracing },
    // Previews of operators are not tracked.
    openPages: (api) =>
      createPages({ config: { ...config, analytics: [] }, build, before, log }, api, payments),
  });
  metrics?.readBacklog(() => readBacklog(parts.db, clock.now()));
  return { server, payments };
}
