import { join } from 'node:path';
import { Hono } from 'hono';
import type { Kysely } from 'kysely';
import { createBraintreeNotices } from '#host/adapters/braintree/braintree-notices.ts';
import { createFileMailer } from '#host/adapters/file-mailer.ts';
import { createSmtpMailer } from '#host/adapters/smtp-mailer.ts';
import type { TestClock } from '#host/adapters/test-clock.ts';
import type { Database } from '#host/database/schema.ts';
import type { HostContext } from '#host/host-context.ts';
import type { HostEnvironment } from '#host/http/host-environment.ts';
import { giveWay } from '#host/jobs/give-way.ts';
import type { RunningJobs, Scan } from '#host/jobs/start-jobs.ts';
import { startJobs } from '#host/jobs/start-jobs.ts';
import { createPictureRenderer } from '#host/pictures/render-picture.ts';
import type { Log } from '#host/ports/log.ts';
import { projectRoot } from '#host/project-root.ts';
import { createShopApi } from '#host/routes/api.ts';
import { applePayRoutes } from '#host/routes/apple-pay-routes.ts';
import { braintreeWebhookRoutes } from '#host/routes/braintree-webhook-routes.ts';
import { devClockRoutes } from '#host/routes/dev-clock-routes.ts';
import { devMailRoutes } from '#host/routes/dev-mail-routes.ts';
import { documentationRoutes } from '#host/routes/documentation-routes.ts';
import { mediaRoutes } from '#host/routes/media-routes.ts';
import { pictureRoutes } from '#host/routes/picture-routes.ts';
import { sitemapRoutes } from '#host/routes/sitemap-routes.ts';
import { chaseTransfers } from '#host/services/bank-transfers/chase-transfers.ts';
import { deliverMail } from '#host/services/mail/deliver-mail.ts';
import { resolveUnknownPayments } from '#host/services/orders/resolve-unknown-payments.ts';
import { forgetOldAttempts } from '#host/services/rate-limits/forget-old-attempts.ts';
import { settleRefunds } from '#host/services/refunds/settle-refunds.ts';
import { decideDeclarations } from '#host/services/rights/decide-declarations.ts';
import { remindOfRenewals } from '#host/services/subscriptions/remind-of-renewals.ts';
import { renewSubscriptions } from '#host/services/subscriptions/renew-subscriptions.ts';
import deMails from '#locales/de/mail.json' with { type: 'json' };
import enMails from '#locales/en/mail.json' with { type: 'json' };
import { apiTexts } from './api-texts.ts';
import { readApplePayFile } from './apple-pay-file.ts';
import type { Config } from './config.ts';
import { documentationLook } from './documentation-look.ts';
import { createHostContext } from './host-context.ts';
import type { Secrets } from './secrets.ts';

export interface HostParts {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly db: Kysely<Database>;
  readonly connectionString: string;
  /** Where the host reaches the sandbox gateway; null when another provider takes the money. */
  readonly gatewayUrl: string | null;
  readonly log: Log;
}

/** The API host, wired. */
export interface Host {
  readonly context: HostContext;
  /** Answers `/api/*`, and `/dev/mail` and `/dev/clock` in demo mode. */
  readonly routes: Hono<HostEnvironment>;
  startJobs(): Promise<RunningJobs>;
}

/** Gives the host's services their adapters; one per process. */
export function createHost({ config, secrets, db, connectionString, gatewayUrl, log }: HostParts): Host {
  const { context, testClock } = createHostContext({ config, secrets, db, gatewayUrl, log });
  const mailer =
    config.smtpUrl === null
      ? createFileMailer({ directory: config.mailDir })
      : createSmtpMailer({ url: config.smtpUrl });
  const routes = new Hono<HostEnvironment>();
  const look = documentationLook(projectRoot, join(projectRoot, 'build/client'));
  routes.route('/api', documentationRoutes({ texts: apiTexts.failures, look }));
  if (config.payment.provider === 'braintree') {
    const notices = createBraintreeNotices(config.payment.account);
    routes.route('/api/webhooks/braintree', braintreeWebhookRoutes(context, notices));
  }
  routes.route('/', createShopApi(context, apiTexts));
  routes.route(
    '/pictures',
    pictureRoutes(
      createPictureRenderer({
        contentDir: join(projectRoot, 'content'),
        cacheDir: join(config.dataDir, 'pictures'),
      }),
    ),
  );
  routes.route('/', sitemapRoutes(context));
  routes.route('/', applePayRoutes(readApplePayFile(config.payment)));
  routes.route('/media', mediaRoutes(context));
  if (config.mode === 'demo') routes.route('/dev/mail', devMailRoutes(config.mailDir));
  if (testClock !== null) routes.route('/dev/clock', devClockRoutes(testClock));
  const scans: readonly Scan[] = [
    { name: 'resolve-unknown-payments', run: () => resolveUnknownPayments(context) },
    { name: 'chase-transfers', run: () => chaseTransfers(context) },
    { name: 'settle-refunds', run: () => settleRefunds(context) },
    { name: 'decide-declarations', run: () => decideDeclarations(context) },
    { name: 'renew-subscriptions', run: () => renewSubscriptions(context) },
    { name: 'remind-of-renewals', run: () => remindOfRenewals(context) },
    {
      name: 'deliver-mail',
      run: () => deliverMail(context, { mailer, texts: { de: deMails, en: enMails }, giveWay }),
    },
    { name: 'forget-old-attempts', run: () => forgetOldAttempts(context) },
  ];
  return {
    context,
    routes,
    startJobs: () =>
      testClock === null
        ? startJobs({ connectionString, log, scans })
        : startJobsOnTestClock(testClock, { connectionString, log, scans }),
  };
}

/** How often a host of demo mode looks whether another has moved the clock, in milliseconds. */
const clockLook = 1_000;

/** In demo mode every scan starts with the shop's time, wherever it was moved; so do requests, within a second. */
async function startJobsOnTestClock(
  clock: TestClock,
  needs: Parameters<typeof startJobs>[0],
): Promise<RunningJobs> {
  await clock.refresh();
  const look = setInterval(() => {
    clock.refresh().catch((error) => needs.log.warn('test_clock_not_read', { error: String(error) }));
  }, clockLook);
  look.unref();
  const jobs = await startJobs({
    ...needs,
    scans: needs.scans.map((scan) => ({
      ...scan,
      run: async () => {
        await clock.refresh();
        return scan.run();
      },
    })),
  });
  return {
    async stop() {
      clearInterval(look);
      await jobs.stop();
    },
  };
}
