import { join } from 'node:path';
import { Hono } from 'hono';
import type { Kysely } from 'kysely';
import type { Log } from '#ports/log.ts';
import type { Mailer } from '#ports/mailer.ts';
import type { MediaStorage } from '#ports/media-storage.ts';
import { deleteExpiredData } from '#server/account-data/delete-expired-data.ts';
import { countSales } from '#server/catalogue/count-sales.ts';
import { decideDeclarations } from '#server/consumer-rights/decide-declarations.ts';
import type { CatalogueChanges } from '#server/database/catalogue-changes.ts';
import type { Database } from '#server/database/schema.ts';
import type { TestClock } from '#server/database/test-clock.ts';
import { projectRoot } from '#server/files/project-root.ts';
import type { KeptAnswers } from '#server/http/kept-answers.ts';
import { createKeptAnswers } from '#server/http/kept-answers.ts';
import type { ServerEnvironment } from '#server/http/server-environment.ts';
import type { WorkLimiter } from '#server/http/work-limiter.ts';
import type { Job, RunningJobs } from '#server/jobs/start-jobs.ts';
import { startJobs } from '#server/jobs/start-jobs.ts';
import { yieldToRequests } from '#server/jobs/yield-to-requests.ts';
import { deliverMail } from '#server/mail/delivery/outbox.ts';
import type { PictureFolders } from '#server/media/render-picture.ts';
import { createPictureRenderer } from '#server/media/render-picture.ts';
import { resolveUnknownPayments } from '#server/orders/settle-payment-attempt.ts';
import { chaseTransfers } from '#server/payments/settle-bank-transfers.ts';
import { deleteOldHits } from '#server/rate-limits.ts';
import { settleRefunds } from '#server/refunds/settle-refunds.ts';
import { createShopApi } from '#server/routes/api.ts';
import { devAccess, devToken } from '#server/routes/dev-access.ts';
import { devClockRoutes, devMailRoutes } from '#server/routes/dev-routes.ts';
import { documentationRoutes } from '#server/routes/documentation-routes.ts';
import { manifestRoutes } from '#server/routes/manifest-routes.ts';
import { mediaRoutes, pictureRoutes } from '#server/routes/media-routes.ts';
import { webhookRoutes, wellKnownRoutes } from '#server/routes/payment-provider-routes.ts';
import { sitemapRoutes } from '#server/routes/sitemap-routes.ts';
import type { ServerContext } from '#server/server-context.ts';
import { remindOfRenewals, renewSubscriptions } from '#server/subscriptions/renew-subscriptions.ts';
import { deliverWebhooks } from '#server/webhooks/deliver-webhooks.ts';
import { apiTexts } from './api-texts.ts';
import type { Config } from './config.ts';
import type { OpenedPayments } from './modules/open-payments.ts';
import type { Secrets } from './secrets.ts';
import type { ServerTime } from './server-context.ts';
import { createServerContext } from './server-context.ts';

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
  /** Without one, calls are not limited. */
  readonly limiter?: WorkLimiter;
  /** Without them, every answer is made anew. */
  readonly changes?: Pick<CatalogueChanges, 'version'>;
}

export interface Server {
  readonly context: ServerContext;
  /** Routes of `/api/*` and of other paths that are not pages; `/dev/mail` and `/dev/clock` in demo mode. */
  readonly routes: Hono<ServerEnvironment>;
  /** Null without `changes`. */
  readonly keptAnswers: KeptAnswers | null;
  startJobs(): Promise<RunningJobs>;
}

/** The folder of the drawings, and the one of the rendered pictures. */
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
}: ServerParts): Server {
  const { testClock } = time;
  const context = createServerContext({ config, secrets, db, time, payments, media, changes, log });
  const keptAnswers = changes === undefined ? null : createKeptAnswers({ changes, now: context.clock.now });
  const routes = new Hono<ServerEnvironment>();
  routes.route('/api', documentationRoutes(apiTexts.failures));
  routes.route('/api/webhooks', webhookRoutes(context, payments.notices));
  routes.route('/', createShopApi(context, apiTexts, { limiter, keptAnswers }));
  routes.route('/pictures', pictureRoutes(createPictureRenderer(pictureFolders(config)).render));
  routes.route('/', sitemapRoutes(context));
  routes.route('/', manifestRoutes(context));
  routes.route('/', wellKnownRoutes(payments.offered.map(({ wellKnownFiles }) => wellKnownFiles ?? {})));
  routes.route('/media', mediaRoutes(context, apiTexts.mails));
  if (config.mode === 'demo') {
    routes.use('/dev/*', devAccess({ siteUrl: config.siteUrl, token: devToken(secrets.token) }));
    routes.route('/dev/mail', devMailRoutes(config.mailDir));
  }
  if (testClock !== null) routes.route('/dev/clock', devClockRoutes(testClock));
  const jobs: readonly Job[] = [
    { name: 'resolve-unknown-payments', run: (signal) => resolveUnknownPayments(context, signal) },
    { name: 'chase-transfers', run: (signal) => chaseTransfers(context, signal) },
    { name: 'settle-refunds', run: (signal) => settleRefunds(context, signal) },
    { name: 'decide-declarations', run: (signal) => decideDeclarations(context, signal) },
    { name: 'renew-subscriptions', run: (signal) => renewSubscriptions(context, signal) },
    { name: 'remind-of-renewals', run: () => remindOfRenewals(context) },
    {
      name: 'deliver-mail',
      run: (signal) => deliverMail(context, { mailer, texts: apiTexts.mails, yieldToRequests, signal }),
    },
    { name: 'deliver-webhooks', run: (signal) => deliverWebhooks(context, { signal }) },
    { name: 'delete-old-rate-limit-hits', run: () => deleteOldHits(context) },
    { name: 'delete-expired-data', run: (signal) => deleteExpiredData(context, signal) },
    { name: 'count-sales', run: () => countSales(context) },
  ];
  return {
    context,
    routes,
    keptAnswers,
    startJobs: () =>
      testClock === null
        ? startJobs({ connectionString, log, jobs })
        : startJobsOnTestClock(testClock, { connectionString, log, jobs }),
  };
}

/**
 * Interval in milliseconds at which a server in demo mode reads the clock offset, which another server may
 * have changed.
 */
const clockPollMs = 1_000;

/**
 * Starts the jobs in demo mode: each job first reads the current offset of the test clock; requests use it
 * within a second.
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
