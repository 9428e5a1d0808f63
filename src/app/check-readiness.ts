import { resolveMx, resolveTxt } from 'node:dns/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { createServerIds } from '#adapters/system/server-ids.ts';
import { createServerClock } from '#adapters/system/system-clock.ts';
import type { Log } from '#ports/log.ts';
import { type PublishedRecord, readPublishedRecords } from '#server/content/published-records.ts';
import type { CheckOptions } from '#server/operations/readiness/check-command.ts';
import { checkContent } from '#server/operations/readiness/check-content.ts';
import { checkDatabase } from '#server/operations/readiness/check-database.ts';
import { checkMachine } from '#server/operations/readiness/check-machine.ts';
import { checkSender, type DnsResolver } from '#server/operations/readiness/check-mail.ts';
import { checkSite } from '#server/operations/readiness/check-site.ts';
import { causeOf, type Finding, findingsOf } from '#server/operations/readiness/finding.ts';
import { describeOrphanedPayments } from '#server/payments/orphaned-payments.ts';
import { createDatabase } from '#server/platform/database/connection.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { checkAccounts, openPayments } from './modules/open-payments.ts';
import { awaitModule, callModule, causeOf as causeInTime, moduleLimits } from './settings/call-module.ts';
import { type Config, readConfig } from './settings/config.ts';
import type { Environment } from './settings/module-settings.ts';
import { readSecrets } from './settings/secrets.ts';
import { withOperatorPostgres } from './wiring/operator-context.ts';

/** Dependencies of the checks, replaceable in tests. */
interface Surroundings {
  readonly environment: Environment;
  readonly names?: DnsResolver;
  /** Folder of the content files. */
  readonly contentRoot?: string;
}

/**
 * Checks whether the shop of this environment is ready to go live
 * (docs/behaviour/operations.md#check-before-going-live): finds what the live start refuses, by the same functions, and
 * problems that the start would not report. A check that fails is a finding.
 */
export async function checkReadiness(
  {
    environment,
    names = { resolveMx, resolveTxt },
    contentRoot = join(projectRoot, 'content'),
  }: Surroundings,
  { dkimSelector, backups }: CheckOptions,
): Promise<readonly Finding[]> {
  const { findings, wrong } = findingsOf('settings');
  if (environment.SHOP_MODE !== 'live')
    wrong('SHOP_MODE is not live: the shop takes play money', 'set SHOP_MODE=live');
  const config = await readConfig({ ...environment, SHOP_MODE: 'live' });
  if (!config.ok)
    for (const fault of config.error) {
      // Some faults already name a docs page.
      const [, problem = fault, cure] = /^(.*?)(?:: (see docs\/\S+?))?\.?$/s.exec(fault) ?? [];
      wrong(problem, cure ?? 'see docs/behaviour/operations.md');
    }
  const stored = config.ok ? checkStored(config.value) : null;
  const found = await Promise.all([
    attempt('content', async () => {
      // Without a readable database only the files can be judged.
      const { findings: own, content } = await checkContent(contentRoot, (await stored)?.published);
      if (content === null) return own;
      const sender = { email: content.shop.mail.from_email, dkimSelector };
      return [...own, ...(await checkSender(names, sender))];
    }),
    ...(config.ok ? checksOf(config.value, backups) : []),
    stored?.then((checked) => checked.findings) ?? [],
  ]);
  return [...findings, ...found.flat()];
}

function checksOf(config: Config, backups: string | null): readonly Promise<readonly Finding[]>[] {
  const { now } = createServerClock();
  return [
    attempt('machine', () => checkMachine({ ...config, backups, now: now() })),
    attempt('SITE_URL', () => checkSite(config.siteUrl, now())),
    attempt('mail', () => checkMailer(config)),
  ];
}

interface Stored {
  readonly findings: readonly Finding[];
  /** None before the content files are first loaded, or if the database cannot be read. */
  readonly published: readonly PublishedRecord[];
}

/** Checks the database and the payment modules, which need it, and reads the records that the content check judges. */
async function checkStored(config: Config): Promise<Stored> {
  const { now } = createServerClock();
  let published: readonly PublishedRecord[] = [];
  const findings = await attempt('database', () =>
    withOperatorPostgres(config, async (connectionString) => {
      const db = createDatabase(connectionString, { max: 2 });
      try {
        published = await readPublishedRecords(db);
        return [
          ...(await checkDatabase(db, { pool: config.databasePool, now })),
          ...(await attempt('payments', () => checkPayments(config, db))),
        ];
      } finally {
        await db.destroy();
      }
    }),
  );
  return { findings, published };
}

/** Runs a check; reports an exception as a finding. */
async function attempt(
  subject: string,
  check: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await check();
  } catch (error) {
    const { findings, wrong } = findingsOf(subject);
    wrong(causeOf(error).replace(/\.$/, ''), 'mend this, then check again');
    return findings;
  }
}

async function checkMailer({ mode, mailDir, mail }: Config): Promise<readonly Finding[]> {
  const { findings, wrong, look } = findingsOf('mail');
  const { log, logged } = keepLog();
  const { module, settings } = mail;
  const mailer = await callModule(module, 'be opened', moduleLimits.open, () =>
    module.open(settings, { mode, mailDir, log }),
  );
  if (mailer.verify === undefined)
    look(
      `the module "${module.name}" cannot say whether its service takes mails`,
      'send yourself a mail: mail resend',
    );
  else
    await awaitModule(moduleLimits.verify, () => mailer.verify?.()).catch((error: unknown) =>
      wrong(
        `the mail server refuses: ${causeInTime(error, moduleLimits.verify).replace(/\.$/, '')}`,
        'correct the address, user or password of the mail module',
      ),
    );
  for (const line of logged()) look(line, 'see the log of the mail module');
  return findings;
}

/** Opens the modules as a live start does; their warnings and errors about their account are findings. */
async function checkPayments(config: Config, db: Kysely<Database>): Promise<readonly Finding[]> {
  const { findings, wrong, look } = findingsOf('payments');
  const { log, logged } = keepLog();
  const clock = createServerClock();
  const say = (message: string) => look(message, 'see docs/behaviour/payments.md');
  const payments = await openPayments(config, {
    clock,
    ids: createServerIds(clock),
    database: db,
    log,
    purpose: 'command',
    secrets: readSecrets(config),
    say,
  });
  try {
    await checkAccounts(payments, say);
    const { rows } = await sql<{
      has_shop: boolean;
    }>`select to_regclass('payment_attempts') is not null as has_shop`.execute(db);
    if (rows[0]?.has_shop) {
      const { gateways, pastGateways } = payments;
      for (const fault of await describeOrphanedPayments({ db, clock, gateways, pastGateways }, config.mode))
        wrong(fault, 'keep its settings until its money is settled');
    }
  } finally {
    await payments.stop();
  }
  for (const line of logged()) wrong(line, 'correct the keys or the account at the provider');
  return findings;
}

/** Creates a log that collects warnings and errors as texts. */
function keepLog(): { readonly log: Log; logged(): readonly string[] } {
  const lines: string[] = [];
  const factsOf = (facts: object = {}) =>
    Object.entries(facts)
      .map(([name, value]) => `, ${name} ${JSON.stringify(value)}`)
      .join('');
  return {
    log: {
      info() {},
      warn: (event, facts) => void lines.push(`${event}${factsOf(facts)}`),
      error: (event, cause, facts) => void lines.push(`${event}: ${causeOf(cause)}${factsOf(facts)}`),
    },
    logged: () => lines,
  };
}
