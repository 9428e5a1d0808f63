import { serve } from '@hono/node-server';
import { createPinoLog } from '#adapters/log/pino-log.ts';
import { openPayments } from '#app/modules/open-payments.ts';
import { readConfig } from '#app/settings/config.ts';
import { createServerTime, openMedia } from '#app/wiring/create-server-context.ts';
import { createServer } from '#app/wiring/server.ts';
import { listenForCatalogueChanges } from '#server/platform/database/catalogue-changes.ts';
import { createDatabase } from '#server/platform/database/connection.ts';
import type { ApiProcessOptions } from './api-process.ts';
import { readInput } from './test-process.ts';

/** Runs the API server without pages. Prints `listening <port>` and ends on SIGTERM. */
const options = readInput<ApiProcessOptions>();
const config = await readConfig({
  DATABASE_URL: options.connectionString,
  DATA_DIR: options.dataDir,
  CLIENT_ADDRESS_HEADER: 'X-Real-IP',
  SANDBOX_GATEWAY_URL: options.gatewayUrl,
});
if (!config.ok) throw new Error(config.error.join());
const db = createDatabase(options.connectionString, { max: 20 });
const log = createPinoLog({ level: 'silent' });
const { mail, mailDir, mode } = config.value;
const changes = await listenForCatalogueChanges({ connectionString: options.connectionString, log });
const secrets = { token: options.tokenSecret, of: () => options.gatewaySecret };
const time = createServerTime(config.value, db);
const { clock, ids } = time;
const shop = createServer({
  config: config.value,
  secrets,
  db,
  connectionString: options.connectionString,
  time,
  payments: await openPayments(config.value, {
    clock,
    ids,
    database: db,
    log,
    purpose: 'command',
    secrets,
    say: () => {},
  }),
  media: await openMedia(config.value, log),
  mailer: await mail.module.open(mail.settings, { mode, mailDir, log }),
  log,
  changes,
});
const jobs = await shop.startJobs();
const server = serve({ fetch: shop.routes.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`listening ${port}\n`);
});
process.on('SIGTERM', async () => {
  server.close();
  await jobs.stop();
  await changes.stop();
  await db.destroy();
  process.exit(0);
});
