import { expect, test } from 'vitest';
import { readConfig } from '#app/settings/config.ts';
import { createServerTime } from '#app/wiring/create-server-context.ts';
import { createServer } from '#app/wiring/server.ts';
import { jobNames } from '#core/model/system.ts';
import { createDatabase } from '#server/platform/database/connection.ts';
import { noPayments } from '#test/integration/support/gateways.ts';
import { noMedia } from '#test/support/memory-media-storage.ts';

test('a server has every job that the back office lists, once', async () => {
  const connectionString = 'postgres://nobody@127.0.0.1:1/nothing';
  const config = await readConfig({ DATABASE_URL: connectionString });
  if (!config.ok) throw new Error(config.error.join('\n'));
  const db = createDatabase(connectionString, { max: 1 });
  const names: string[] = [];
  createServer({
    ...{ config: config.value, db, connectionString, payments: noPayments, media: noMedia },
    secrets: { token: 'a secret of thirty-two characters', of: () => 'secret' },
    time: createServerTime({ mode: 'live' }, db),
    mailer: { send: async () => {} },
    log: { info() {}, warn() {}, error() {} },
    aroundJob(job) {
      names.push(job.name);
      return job;
    },
  });
  expect(names.toSorted()).toEqual([...jobNames].toSorted());
  await db.destroy();
});
