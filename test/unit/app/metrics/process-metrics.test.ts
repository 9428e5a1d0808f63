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

function createMetrics() {
  let now = 0;
  const metrics = createProcessMetrics(() => now);
  return {
    metrics,
    pass(milliseconds: number) {
      now += milliseconds;
    },
    /** Returns the value of a series, such as `call_seconds_count{call="x",status="200"}`; undefined without one. */
    async metricValue(series: string) {
      const line = (await metrics.text()).split('\n').find((one) => one.startsWith(`meisterhand_${series} `));
      return line === undefined ? undefined : Number(line.split(' ').at(-1));
    },
  };
}

const silent: Log = { info() {}, warn() {}, error() {} };

test('calls, pages, refusals, warnings and errors are counted from log entries, which are passed on unchanged', async () => {
  const { metrics, metricValue } = createMetrics();
  const logged: unknown[] = [];
  const log = metrics.log({
    info: (...entry) => logged.push(entry),
    warn: (...entry) => logged.push(entry),
    error: (...entry) => logged.push(entry),
  });
  log.info('call_answered', { call: 'getCart', status: 200, milliseconds: 40 });
  log.info('call_answered', { call: 'getCart', status: 503, milliseconds: 1 });
  log.info('page_served', { path: '/de', is_kept: true, status: 200, milliseconds: 0 });
  log.info('page_served', { path: '/de', status: 200, milliseconds: 80 });
  log.info('call_refused', { code: 'RATE_LIMITED' });
  log.warn('test_clock_not_read');
  log.error('job_failed', new Error('x'), { job: 'deliver-mail' });
  log.error('ada@example.org', new Error('x'));
  expect(logged).toHaveLength(8);
  expect(logged[0]).toEqual(['call_answered', { call: 'getCart', status: 200, milliseconds: 40 }]);
  expect(logged[6]).toEqual(['job_failed', new Error('x'), { job: 'deliver-mail' }]);
  expect(await metricValue('call_seconds_count{call="getCart",status="200"}')).toBe(1);
  expect(await metricValue('call_seconds_sum{call="getCart",status="200"}')).toBe(0.04);
  expect(await metricValue('call_seconds_count{call="getCart",status="503"}')).toBe(1);
  expect(await metricValue('page_seconds_count{source="memory",status="200"}')).toBe(1);
  expect(await metricValue('page_seconds_count{source="application",status="200"}')).toBe(1);
  expect(await metricValue('call_refusals_total{code="RATE_LIMITED"}')).toBe(1);
  expect(await metricValue('log_events_total{level="warn",event="test_clock_not_read"}')).toBe(1);
  expect(await metricValue('log_events_total{level="error",event="other"}')).toBe(1);
  expect(await metrics.text()).not.toMatch(/ada|\/de/);
});

test('a measured gateway behaves like the plain one, and its calls are counted by outcome', async () => {
  const { metrics, metricValue } = createMetrics();
  const plain = createMemoryPaymentGateway();
  const gateway = metrics.gateway(plain);
  expect([isCardGateway(gateway), isCapturing(gateway)]).toEqual([isCardGateway(plain), isCapturing(plain)]);
  expect([gateway.name, gateway.identity]).toEqual([plain.name, plain.identity]);
  expect(await gateway.findCharge('NONE-1')).toEqual(await plain.findCharge('NONE-1'));
  await gateway.refund('nothing', cents(100), 'R-1');
  const series = (call: string, outcome: string) =>
    metricValue(`gateway_seconds_count{provider="${plain.name}",call="${call}",outcome="${outcome}"}`);
  expect(await series('findCharge', 'never_charged')).toBe(1);
  expect(await series('refund', 'refused')).toBe(1);
});

test('mails, jobs and statements are counted with their failures, which are rethrown', async () => {
  const { metrics, metricValue, pass } = createMetrics();
  const lost = new Error('lost');
  const mailer: Mailer = metrics.mailer({
    send: async ({ id }) => {
      pass(2_000);
      if (id === 'lost') throw lost;
    },
  });
  await mailer.send({ id: 'one' } as MailMessage);
  await expect(mailer.send({ id: 'lost' } as MailMessage)).rejects.toBe(lost);
  expect(await metricValue('mail_seconds_sum{outcome="accepted"}')).toBe(2);
  expect(await metricValue('mail_seconds_count{outcome="failed"}')).toBe(1);

  const results = [3, 0, lost];
  const job = metrics.job({
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
  expect(await metricValue('job_rows_total{name="deliver-mail"}')).toBe(3);
  expect(await metricValue('job_seconds_count{name="deliver-mail",outcome="done"}')).toBe(1);
  expect(await metricValue('job_seconds_count{name="deliver-mail",outcome="failed"}')).toBe(1);
  // Prometheus adds these labels itself, and renames existing ones.
  expect(await metrics.text()).not.toMatch(/[{,](?:job|instance)=/);

  metrics.database.statement(20, true, 'select 1');
  metrics.database.statement(30, false, 'select 1');
  metrics.database.pool(() => ({ total: 5, idle: 2, waiting: 7 }));
  expect(await metricValue('statement_seconds_count{outcome="failed"}')).toBe(1);
  expect(await metricValue('pool_connections{state="busy"}')).toBe(3);
  expect(await metricValue('pool_connections{state="waited_for"}')).toBe(7);
});

test('metrics of the process are served while the database is unavailable', async () => {
  const { metrics, metricValue } = createMetrics();
  metrics.log(silent).error('database_away', new Error('x'));
  metrics.readBacklog(async () => [{ kind: 'mail_due', rows: 2, oldest_seconds: 60, cents: 0 }]);
  expect(await metricValue('backlog_oldest_seconds{kind="mail_due"}')).toBe(60);
  expect(await metricValue('database_up')).toBe(1);
  metrics.readBacklog(() => Promise.reject(new Error('away')));
  expect(await metricValue('database_up')).toBe(0);
  expect(await metricValue('log_events_total{level="error",event="database_away"}')).toBe(1);
});

test.each(['prometheus/alerts.yaml', 'grafana/meisterhand.json'])(
  '%s uses only metrics that exist',
  async (file) => {
    const text = await createMetrics().metrics.text();
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
