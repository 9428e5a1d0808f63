import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { apiTexts } from '#app/wiring/api-texts.ts';
import type { Mailer } from '#ports/mailer.ts';
import { deliverMail } from '#server/mail/outbox.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { createDatabase } from '#server/platform/database/connection.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { Job } from '#server/platform/jobs/start-jobs.ts';
import { enqueueMail } from '#server/platform/outbox/enqueue-mail.ts';
import { loginCode } from '#test/integration/support/deliver-mails.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { createMemoryMailer } from '#test/support/memory-mailer.ts';
import { startJobServer } from './job-server.ts';

const { de, en } = apiTexts.mails;

const shop = await openTestShop();
const within = { timeout: 120_000, interval: 50 };

const startServer = (job: Job, limits = {}) => startJobServer(shop.connectionString, [job], limits);

describe('the jobs', () => {
  test('on two servers send each due mail once, also mails that become due while they run', async () => {
    const mailer = createMemoryMailer();
    const job: Job = {
      name: 'deliver-mail',
      run: () => deliverMail(shop.context, { mailer, texts: { de, en } }),
    };
    const readers = Array.from({ length: 30 }, (_, index) => `reader-${index}@example.com`);
    const enqueue = async (recipients: readonly string[]) =>
      inTransaction(shop.db, async (trx) => {
        for (const recipient of recipients) await enqueueMail(trx, shop.context, loginCode(recipient));
      });
    const delivered = () => mailer.delivered.map(({ recipient }) => recipient).toSorted();

    await enqueue(readers.slice(0, 20));
    const servers = await Promise.all([startServer(job), startServer(job)]);
    await vi.waitFor(() => expect(delivered()).toEqual(readers.slice(0, 20).toSorted()), within);
    await enqueue(readers.slice(20));
    await vi.waitFor(() => expect(delivered()).toEqual(readers.toSorted()), within);
    for (const { faults } of servers) expect(faults).toEqual([]);
  });

  test('the work of a stopped server is done by the other server', async () => {
    const done: string[] = [];
    const jobOf = (server: string): Job => ({
      name: 'delete-old-rate-limit-hits',
      run: async () => {
        done.push(server);
        return 0;
      },
    });
    const first = await startServer(jobOf('first'));
    await vi.waitFor(() => expect(done).toContain('first'), within);
    await startServer(jobOf('second'));
    await first.stop();
    done.length = 0;
    await vi.waitFor(() => expect(done).toContain('second'), within);
    expect(done).not.toContain('first');
  });

  test('a scheduled run that is lost from the queue is restored within seconds', async () => {
    let runs = 0;
    await startServer({
      name: 'delete-old-rate-limit-hits',
      async run() {
        runs += 1;
        return 0;
      },
    });
    await vi.waitFor(() => expect(runs).toBeGreaterThan(0), within);
    const waiting = async () => {
      const { rows } =
        await sql`delete from pgboss.job where name = 'delete-old-rate-limit-hits' and state = 'created'
        returning id`.execute(shop.db);
      return rows.length;
    };
    await vi.waitFor(async () => expect(await waiting()).toBe(1), within);
    const before = runs;
    await vi.waitFor(() => expect(runs).toBeGreaterThan(before), within);
  });

  test('a run that outlives its queue message is not started again, and a stop still reports it', async () => {
    const name = 'make-films';
    const first = await startServer({ name, run: async () => 0 });
    await first.stop();
    const messagesLast = (seconds: number) =>
      sql`update pgboss.queue set expire_seconds = ${seconds} where name = ${name}`.execute(shop.db);
    await messagesLast(1);
    await sql`delete from pgboss.job where name = ${name}`.execute(shop.db);
    const release = Promise.withResolvers<number>();
    onTestFinished(() => release.resolve(0));
    let begun = 0;
    const run = () => {
      begun += 1;
      return release.promise;
    };
    const { stop, faults } = await startServer({ name, run }, { stopTimeout: 20 });
    const states = async () => {
      const { rows } = await sql<{ state: string }>`select distinct state::text from pgboss.job
        where name = ${name} and state in ('active', 'failed') order by 1`.execute(shop.db);
      return rows.map(({ state }) => state);
    };
    await expect.poll(states, within).toContain('failed');
    await messagesLast(900);
    await expect.poll(states, within).toEqual(['active', 'failed']);
    expect(begun).toBe(1);
    await stop();
    expect(faults).toEqual([{ event: 'jobs_cut_off', cause: expect.any(Error), jobs: name }]);
  });

  test('stopping with a mail backlog records the mail in progress; the next server sends the rest: each is sent once', async () => {
    const inner = createMemoryMailer();
    const begun = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const mailer: Mailer = {
      async send(message) {
        begun.resolve();
        await release.promise;
        await inner.send(message);
      },
    };
    const recipients = Array.from({ length: 25 }, (_, index) => `backlog-${index}@example.com`);
    await inTransaction(shop.db, async (trx) => {
      for (const recipient of recipients) await enqueueMail(trx, shop.context, loginCode(recipient));
    });
    // A separate pool. It is closed after the jobs have stopped, as in the server process.
    const db = createDatabase(shop.connectionString, { max: 2 });
    const jobOn = (context: OrderContext): Job => ({
      name: 'deliver-mail',
      run: (signal) => deliverMail(context, { mailer, texts: { de, en }, signal }),
    });
    const { stop, faults } = await startServer(jobOn({ ...shop.context, db }));
    await begun.promise;
    const stopped = stop().then(() => db.destroy());
    release.resolve();
    await stopped;
    const sent = await shop.db
      .selectFrom('outbox')
      .select('recipient')
      .where('recipient', 'like', 'backlog-%')
      .where('sent_at', 'is not', null)
      .execute();
    expect(sent.map(({ recipient }) => recipient)).toEqual(inner.delivered.map(({ recipient }) => recipient));
    expect(sent).toHaveLength(1);

    await startServer(jobOn(shop.context));
    await vi.waitFor(() => expect(inner.delivered).toHaveLength(recipients.length), within);
    expect(new Set(inner.delivered.map(({ recipient }) => recipient)).size).toBe(recipients.length);
    expect(faults).toEqual([]);
  });
});
