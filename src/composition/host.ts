import { join } from 'node:path';
import { Hono } from 'hono';
import type { Kysely } from 'kysely';
import { createArgon2PasswordHasher } from '#host/adapters/argon2-password-hasher.ts';
import { createFileMailer } from '#host/adapters/file-mailer.ts';
import { createSandboxGateway } from '#host/adapters/sandbox-gateway.ts';
import { createSmtpMailer } from '#host/adapters/smtp-mailer.ts';
import { createSystemClock } from '#host/adapters/system-clock.ts';
import { createSystemIds } from '#host/adapters/system-ids.ts';
import type { Database } from '#host/database/schema.ts';
import type { HostContext } from '#host/host-context.ts';
import type { HostEnvironment } from '#host/http/host-environment.ts';
import type { RunningJobs } from '#host/jobs/start-jobs.ts';
import { startJobs } from '#host/jobs/start-jobs.ts';
import { createPictureRenderer } from '#host/pictures/render-picture.ts';
import type { Log } from '#host/ports/log.ts';
import { projectRoot } from '#host/project-root.ts';
import { createShopApi } from '#host/routes/api.ts';
import { devMailRoutes } from '#host/routes/dev-mail-routes.ts';
import { pictureRoutes } from '#host/routes/picture-routes.ts';
import { deliverMail } from '#host/services/mail/deliver-mail.ts';
import { resolveUnknownPayments } from '#host/services/orders/resolve-unknown-payments.ts';
import { forgetOldAttempts } from '#host/services/rate-limits/forget-old-attempts.ts';
import deMails from '#locales/de/mail.json' with { type: 'json' };
import enMails from '#locales/en/mail.json' with { type: 'json' };
import { apiTexts } from './api-texts.ts';
import type { Config } from './config.ts';
import type { Secrets } from './secrets.ts';

export interface HostParts {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly db: Kysely<Database>;
  readonly connectionString: string;
  /** Where the host reaches the sandbox gateway. */
  readonly gatewayUrl: string;
  readonly log: Log;
}

/** The API host, wired. */
export interface Host {
  readonly context: HostContext;
  /** Answers `/api/*`, and `/dev/mail` in demo mode. */
  readonly routes: Hono<HostEnvironment>;
  startJobs(): Promise<RunningJobs>;
}

/** Gives the host's services their adapters; one per process. */
export function createHost({ config, secrets, db, connectionString, gatewayUrl, log }: HostParts): Host {
  const clock = createSystemClock();
  const context: HostContext = {
    db,
    clock,
    ids: createSystemIds(clock),
    passwords: createArgon2PasswordHasher(),
    paymentGateway: createSandboxGateway({ baseUrl: gatewayUrl, secret: secrets.sandbox, fetch }),
    settings: {
      mode: config.mode,
      siteUrl: config.siteUrl,
      tokenSecret: secrets.token,
      dataDir: config.dataDir,
      deliveryCountries: config.deliveryCountries,
      clientAddressHeader: config.clientAddressHeader,
    },
    log,
  };
  const mailFolder = join(config.dataDir, 'mail');
  const mailer =
    config.smtpUrl === null
      ? createFileMailer({ directory: mailFolder })
      : createSmtpMailer({ url: config.smtpUrl });
  const routes = new Hono<HostEnvironment>();
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
  if (config.mode === 'demo') routes.route('/dev/mail', devMailRoutes(mailFolder));
  return {
    context,
    routes,
    startJobs: () =>
      startJobs({
        connectionString,
        log,
        scans: [
          { name: 'resolve-unknown-payments', run: () => resolveUnknownPayments(context) },
          {
            name: 'deliver-mail',
            run: () => deliverMail(context, { mailer, texts: { de: deMails, en: enMails } }),
          },
          { name: 'forget-old-attempts', run: () => forgetOldAttempts(context) },
        ],
      }),
  };
}
