import { join } from 'node:path';
import { Hono } from 'hono';
import type { Kysely } from 'kysely';
import type { OpenedPayments } from '#app/modules/open-payments.ts';
import type { Config } from '#app/settings/config.ts';
import type { Secrets } from '#app/settings/secrets.ts';
import type { Log } from '#ports/log.ts';
import type { Mailer } from '#ports/mailer.ts';
import type { MediaStorage } from '#ports/media-storage.ts';
import type { Tracing } from '#ports/tracing.ts';
import { createShopApi } from '#server/api.ts';
import { countSales } from '#server/catalogue/count-sales.ts';
import { sitemapRoutes } from '#server/catalogue/sitemap-routes.ts';
import { decideDeclarations } from '#server/consumer-rights/decide-declarations.ts';
import { manifestRoutes } from '#server/content/manifest-routes.ts';
import { removeUnusedPictures } from '#server/content/pictures/remove-unused-pictures.ts';
import { uploadedPictures } from '#server/content/pictures/stored-pictures.ts';
import { publishDuePlan } from '#server/content/records/plan-records.ts';
import { makeNextFilm } from '#server/learning/films/make-next-film.ts';
import { mediaRoutes, pictureRoutes } from '#server/learning/films/media-routes.ts';
import { deliverMail } from '#server/mail/outbox.ts';
import { devAccess, devToken } from '#server/operations/demo/dev-access.ts';
import { devClockRoutes, devMailRoutes } from '#server/operations/demo/dev-routes.ts';
import { sumChangedDays } from '#server/operations/sum-days.ts';
import { resolveUnknownPayments } from '#server/orders/charging/due-payment-attempts.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { webhookRoutes, wellKnownRoutes } from '#server/payments/payment-provider-routes.ts';
import { remindOrExpireTransfers } from '#server/payments/settle-bank-transfers.ts';
import { settleRefunds } from '#server/payments/settle-refunds.ts';
import { deleteExpiredData } from '#server/personal-data/delete-expired-data.ts';
import { documentationRoutes } from '#server/platform/api-documentation/documentation-routes.ts';
import type { CatalogueChanges } from '#server/platform/database/catalogue-changes.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { TestClock } from '#server/platform/database/test-clock.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { type ApiResponseCache, createApiResponseCache } from '#server/platform/http/api-response-cache.ts';
import type { WorkLimiter } from '#server/platform/http/limits/work-limiter.ts';
import type { ServerEnvironment } from '#server/platform/http/server-environment.ts';
import { recordRuns } from '#server/platform/jobs/job-runs.ts';
import { type Job, type RunningJobs, startJobs } from '#server/platform/jobs/start-jobs.ts';
import { yieldToRequests } from '#server/platform/jobs/yield-to-requests.ts';
import { createPictureRenderer, type PictureFolders } from '#server/platform/media/render-picture.ts';
import { deleteOldHits } from '#server/platform/rate-limits.ts';
import { deliverWebhooks } from '#server/platform/webhooks/deliver-webhooks.ts';
import { remindOfRenewals, renewSubscriptions } from '#server/subscriptions/renew-subscriptions.ts';
import { apiTexts } from './api-texts.ts';
import { createServerContext, hasMailbox, type ServerTime } from './create-server-context.ts';
import { createPreview } from './preview.ts';

interface ServerParts {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly db: Kysely<Database>;
  readonly connectionString: string;
  readonly time: ServerTime;
  readonly payments: OpenedPayments;
  readonly mailer: Mailer;
  readonly media: MediaStorage;
  readonly log: Log;
  /** Wraps each job, for example to count its runs. */
  readonly aroundJob?: ((job: Job) => Job) | undefined;
  /** Tracing; absent if it is off. */
  readonly tracing?: Tracing | undefined;
  /** Creates page handlers for an API; without it, operators have no previews. */
  readonly openPages?: Parameters<typeof createPreview>[1];
  /** Limiter of concurrent calls; absent: no limit. */
  readonly limiter?: WorkLimiter;
  /** Catalogue changes; without them, responses are not cached. */
  readonly changes?: Pick<CatalogueChanges, 'version'>;
}

export interface Server {
  readonly context: OrderContext;
  /** Routes of `/api/*` and of other paths that are not pages; `/dev/mail` and `/dev/clock` in demo mode. */
  readonly routes: Hono<ServerEnvironment>;
  /** Null without `changes`. */
  readonly apiResponseCache: ApiResponseCache | null;
  startJobs(): Promise<RunningJobs>;
}

/** Returns the folders of the drawings and of the rendered pictures. */
export function pictureFolders({ dataDir }: Pick<Config, 'dataDir'>): PictureFolders {
  return { contentDir: join(projectRoot, 'content'), cacheDir: join(dataDir, 'pictures') };
}

/** Creates the services of the server with their adapters; once per process. */
export function createServer({
  config,
  secrets,
  db,
  connectionString,
  time,
  payments,
  mailer,
  media,
  log,
  limiter,
  changes,
  aroundJob = (job) => job,
  tracing,
  openPages,
}: ServerParts): Server {
  const { testClock } = time;
  const services = createServerContext({ config, secrets, db, time, payments, media, changes, log, tracing });
  const context =
    openPages === undefined ? services : { ...services, renderPage: createPreview(services, openPages) };
  const apiResponseCache =
    changes === undefined ? null : createApiResponseCache({ changes, now: context.clock.now });
  const pictures = pictureFolders(config);
  const { render: renderPicture } = createPictureRenderer(pictures, uploadedPictures(db));
  const routes = new Hono<ServerEnvironment>();
  routes.route('/api', documentationRoutes(apiTexts.failures));
  routes.route('/api/webhooks', webhookRoutes(context, payments.notices));
  routes.route('/', createShopApi(context, apiTexts, { limiter, apiResponseCache }));
  routes.route('/pictures', pictureRoutes(context, renderPicture));
  routes.route('/', sitemapRoutes(context));
  routes.route('/', manifestRoutes(context));
  routes.route('/', wellKnownRoutes(payments.offered.map(({ wellKnownFiles }) => wellKnownFiles ?? {})));
  routes.route('/media', mediaRoutes(context, apiTexts.mails));
  if (config.mode === 'demo') {
    routes.use('/dev/*', devAccess({ siteUrl: config.siteUrl, token: devToken(secrets.token) }));
    if (hasMailbox(config)) routes.route('/dev/mail', devMailRoutes(config.mailDir));
  }
  if (testClock !== null) routes.route('/dev/clock', devClockRoutes(testClock));
  const allJobs: readonly Job[] = [
    { name: 'resolve-unknown-payments', run: (signal) => resolveUnknownPayments(context, signal) },
    { name: 'chase-transfers', run: (signal) => remindOrExpireTransfers(context, signal) },
    { name: 'settle-refunds', run: (signal) => settleRefunds(context, signal) },
    { name: 'decide-declarations', run: (signal) => decideDeclarations(context, signal) },
    { name: 'renew-subscriptions', run: (signal) => renewSubscriptions(context, signal) },
    { name: 'remind-of-renewals', run: () => remindOfRenewals(context) },
    {
      name: 'deliver-mail',
      run: (signal) =>
        deliverMail(context, { mailer, texts: apiTexts.mails, renderPicture, yieldToRequests, signal }),
    },
    { name: 'deliver-webhooks', run: (signal) => deliverWebhooks(context, { signal }) },
    { name: 'delete-old-rate-limit-hits', pause: minute, run: () => deleteOldHits(context) },
    {
      name: 'delete-expired-data',
      pause: minute,
      run: (signal) => deleteExpiredData(context, { signal, mailer }),
    },
    { name: 'count-sales', run: () => countSales(context) },
    { name: 'sum-days', run: () => sumChangedDays(context) },
    { name: 'publish-plans', run: () => publishDuePlan(context) },
    {
      name: 'remove-unused-pictures',
      pause: minute,
      run: () => removeUnusedPictures(context, pictures.cacheDir),
    },
    { name: 'make-films', run: (signal) => makeNextFilm(context, signal) },
  ];
  const jobs = allJobs.map((job) => recordRuns(context, aroundJob(job)));
  return {
    context,
    routes,
    apiResponseCache,
    startJobs: () =>
      testClock === null
        ? startJobs({ connectionString, log, jobs })
        : startJobsOnTestClock(testClock, { connectionString, log, jobs }),
  };
}

/** Pause in seconds for jobs that only delete. */
const minute = 60;

/** Interval in milliseconds at which a demo server reads the clock offset, which another server may have changed. */
const clockPollMs = 1_000;

/**
 * Starts the jobs in demo mode: each first reads the current offset of the test clock; requests use it within a second.
 */
async function startJobsOnTestClock(
  clock: TestClock,
  needs: Parameters<typeof startJobs>[0],
): Promise<RunningJobs> {
  await clock.refresh();
  const polling = setInterval(() => {
    clock.refresh().catch((error) => needs.log.warn('test_clock_not_read', { error: String(error) }));
  }, clockPollMs);
  polling.unref();
  const running = await startJobs({
    ...needs,
    jobs: needs.jobs.map((job) => ({
      ...job,
      run: async (signal) => {
        await clock.refresh();
        return job.run(signal);
      },
    })),
  });
  return {
    async stop() {
      clearInterval(polling);
      await running.stop();
    },
  };
}
