import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProcessMetrics } from '#app/metrics/process-metrics.ts';
import { cents } from '#core/rules/basics/money.ts';
import type { Log } from '#ports/log.ts';
import type { Mailer, MailMessage } from '#ports/mailer.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { isCapturing, isCardGateway } from '#server/platform/payment-gateways.ts';
import { createMemoryPaymentGateway } from '#test/support/memory-payment-gateway.ts';

function createFigures() {
  let now = 0;
  const measures = createProcessMetrics(() => now);
  return {
    measures,
    pass(milliseconds: number) {
      now += milliseconds;
    },
    /** The value of a series, such as `call_seconds_count{call="x",status="200"}`; undefined when there is none. */
    async figureOf(series: string) {
      const line = (await measures.text())
        .split('\n')
        .find((one) => one.startsWith(`meisterhand_${series} `));
      return line === undefined ? undefined : Number(line.split(' ').at(-1));
    },
  };
}

const silent: Log = { info() {}, warn() {}, error() {} };

test('calls, pages, refusals, warnings and errors are counted by what the log tells, and told on unchanged', async () => {
  const { measures, figureOf } = createFigures();
  const told: unknown[] = [];
  const log = measures.log({
    info: (...entry) => told.push(entry),
    warn: (...entry) => told.push(entry),
    error: (...entry) => told.push(entry),
  });
  log.info('call_answered', { call: 'getCart', status: 200, milliseconds: 40 });
  log.info('call_answered', { call: 'getCart', status: 503, milliseconds: 1 });
  log.info('page_served', { path: '/de', is_kept: true, status: 200, milliseconds: 0 });
  log.info('page_served', { path: '/de', status: 200, milliseconds: 80 });
  log.info('call_refused', { code: 'RATE_LIMITED' });
  log.warn('test_clock_not_read');
  log.error('job_failed', new Error('x'), { job: 'deliver-mail' });
  log.error('ada@example.org', new Error('x'));
  expect(told).toHaveLength(8);
  expect(await figureOf('call_seconds_count{call="getCart",status="200"}')).toBe(1);
  expect(await figureOf('call_seconds_sum{call="getCart",status="200"}')).toBe(0.04);
  expect(await figureOf('call_seconds_count{call="getCart",status="503"}')).toBe(1);
  expect(await figureOf('page_seconds_count{source="memory",status="200"}')).toBe(1);
  expect(await figureOf('page_seconds_count{source="application",status="200"}')).toBe(1);
  expect(await figureOf('call_refusals_total{code="RATE_LIMITED"}')).toBe(1);
  expect(await figureOf('log_events_total{level="warn",event="test_clock_not_read"}')).toBe(1);
  expect(await figureOf('log_events_total{level="error",event="other"}')).toBe(1);
  expect(await measures.text()).not.toMatch(/ada|\/de/);
});

test('a gateway that is measured is the same gateway, and its calls are counted by outcome', async () => {
  const { measures, figureOf } = createFigures();
  const plain = createMemoryPaymentGateway();
  const gateway = measures.gateway(plain);
  expect([isCardGateway(gateway), isCapturing(gateway)]).toEqual([isCardGateway(plain), isCapturing(plain)]);
  expect([gateway.name, gateway.identity]).toEqual([plain.name, plain.identity]);
  expect(await gateway.findCharge('NONE-1')).toEqual(await plain.findCharge('NONE-1'));
  await gateway.refund('nothing', cents(100), 'R-1');
  const series = (call: string, outcome: string) =>
    figureOf(`gateway_seconds_count{provider="${plain.name}",call="${call}",outcome="${outcome}"}`);
  expect(await series('findCharge', 'never_charged')).toBe(1);
  expect(await series('refund', 'refused')).toBe(1);
});

test('mails, jobs and statements are counted with their failures, which are thrown on', async () => {
  const { measures, figureOf, pass } = createFigures();
  const lost = new Error('lost');
  const mailer: Mailer = measures.mailer({
    send: async ({ id }) => {
      pass(2_000);
      if (id === 'lost') throw lost;
    },
  });
  await mailer.send({ id: 'one' } as MailMessage);
  await expect(mailer.send({ id: 'lost' } as MailMessage)).rejects.toBe(lost);
  expect(await figureOf('mail_seconds_sum{outcome="accepted"}')).toBe(2);
  expect(await figureOf('mail_seconds_count{outcome="failed"}')).toBe(1);

  const results = [3, 0, lost];
  const job = measures.job({
    name: 'deliver-mail',
    run: async () => {
      const result = results.shift();
      if (result instanceof Error) throw result;
      return result ?? 0;
    },
  });
  const { signal } = new AbortController();
  expect([await job.run(signal), await job.run(signal)]).toEqual([3, 0]);
  await expect(job.run(signal)).rejects.toBe(lost);
  expect(await figureOf('job_rows_total{name="deliver-mail"}')).toBe(3);
  expect(await figureOf('job_seconds_count{name="deliver-mail",outcome="done"}')).toBe(1);
  expect(await figureOf('job_seconds_count{name="deliver-mail",outcome="failed"}')).toBe(1);
  // Prometheus gives these labels itself, and renames those of others.
  expect(await measures.text()).not.toMatch(/[{,](?:job|instance)=/);

  measures.database.statement(20, true, 'select 1');
  measures.database.statement(30, false, 'select 1');
  measures.database.pool(() => ({ total: 5, idle: 2, waiting: 7 }));
  expect(await figureOf('statement_seconds_count{outcome="failed"}')).toBe(1);
  expect(await figureOf('pool_connections{state="busy"}')).toBe(3);
  expect(await figureOf('pool_connections{state="waited_for"}')).toBe(7);
});

test('while the database is away, the figures of the process are told all the same', async () => {
  const { measures, figureOf } = createFigures();
  measures.log(silent).error('database_away', new Error('x'));
  measures.readBacklog(async () => [{ kind: 'mail_due', rows: 2, oldest_seconds: 60, cents: 0 }]);
  expect(await figureOf('backlog_oldest_seconds{kind="mail_due"}')).toBe(60);
  expect(await figureOf('database_up')).toBe(1);
  measures.readBacklog(() => Promise.reject(new Error('away')));
  expect(await figureOf('database_up')).toBe(0);
  expect(await figureOf('log_events_total{level="error",event="database_away"}')).toBe(1);
});

test.each(['prometheus/alerts.yaml', 'grafana/meisterhand.json'])(
  '%s asks only for figures that there are',
  async (file) => {
    const text = await createFigures().measures.text();
    const there = new Set(
      [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    );
    const asked = readFileSync(join(projectRoot, 'deploy', file), 'utf8').match(
      /\b(?:meisterhand|nodejs|process)_[a-z0-9_]+/g,
    );
    const named = [...new Set(asked)];
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !there.has(name))).toEqual([]);
  },
);
