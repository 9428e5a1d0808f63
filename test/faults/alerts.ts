import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { report } from '#test/faults/support/fault-report.ts';
import { buy, createShopApi } from '#test/faults/support/fault-shopper.ts';
import { createOffers, openFaultWorld } from '#test/faults/support/fault-world.ts';
import { ensureProgram } from '#test/support/ensure-program.ts';
import { reservePort } from '#test/support/reserve-ports.ts';

/**
 * Makes each alert of `deploy/prometheus` fire once in a real Prometheus that reads a real shop (docs/testing.md,
 * "Faults"). A proxy between both passes the shop's metrics on and, in the second half, changes the lines that an alert
 * reads, so that an alert on a missing metric cannot fire. Times are 60 times as short. Prometheus also runs every
 * query of the dashboard. Before, `promtool` checks the unchanged files.
 */
const shortened = 60;
const patience = { forOneCall: 60_000 };
const longestMs = 180_000;
const pollMs = 500;
const deploy = join(projectRoot, 'deploy');

/** Changed metrics of a shop in trouble: the new value of each matching line, by the seconds since the beginning. */
const troubles: readonly {
  readonly alert: string;
  readonly line: RegExp;
  readonly becomes: (value: number, seconds: number) => number;
}[] = [
  { alert: 'DatabaseIsAway', line: /^meisterhand_database_up /, becomes: () => 0 },
  {
    alert: 'PaymentsStayUnknown',
    line: /^meisterhand_backlog_oldest_seconds\{kind="payment_unknown"\}/,
    becomes: () => 700,
  },
  {
    alert: 'ProviderDoesNotAnswer',
    line: /^meisterhand_gateway_seconds_count\{.*outcome="unknown"\}/,
    becomes: (value, seconds) => value + 100 * seconds,
  },
  { alert: 'RefundWasRefused', line: /^meisterhand_backlog_rows\{kind="refund_refused"\}/, becomes: () => 1 },
  {
    alert: 'CallsFail',
    line: /^meisterhand_call_seconds_count\{.*status="503"\}/,
    becomes: (value, seconds) => value + 100 * seconds,
  },
  {
    alert: 'CheckoutIsSlow',
    line: /^meisterhand_call_seconds_bucket\{le="(?:10|30|\+Inf)",call="checkout"/,
    becomes: (value, seconds) => value + 100 * seconds,
  },
  {
    alert: 'MailsWait',
    line: /^meisterhand_backlog_oldest_seconds\{kind="mail_due"\}/,
    becomes: () => 1_000,
  },
  {
    alert: 'JobStandsStill',
    line: /^meisterhand_job_last_end_timestamp_seconds\{name="deliver-mail"\}/,
    becomes: () => 1,
  },
  {
    alert: 'FilmsStandStill',
    line: /^meisterhand_job_last_end_timestamp_seconds\{name="make-films"\}/,
    becomes: () => 1,
  },
  {
    alert: 'ConnectionsRunOut',
    line: /^meisterhand_pool_connections\{state="waited_for"\}/,
    becomes: () => 3,
  },
  { alert: 'EventLoopIsBlocked', line: /^nodejs_eventloop_lag_p99_seconds /, becomes: () => 0.9 },
];
/** Fires when the metrics cannot be read. */
const away = 'ShopIsAway';

ensureProgram('prometheus', 'promtool');
const faults: string[] = [];
for (const args of [
  ['check', 'config', 'prometheus.yaml'],
  ['test', 'rules', 'alerts.test.yaml'],
]) {
  const checked = spawnSync('promtool', args, { cwd: join(deploy, 'prometheus'), encoding: 'utf8' });
  if (checked.status !== 0) faults.push(`promtool ${args.join(' ')}: ${checked.stderr}${checked.stdout}`);
}

await using cleanUp = new AsyncDisposableStack();
const folder = mkdtempSync(join(tmpdir(), 'meisterhand-alerts-'));
cleanUp.defer(() => rmSync(folder, { recursive: true, force: true }));
const world = cleanUp.use(await openFaultWorld({ timeLimit: 1_000, servers: 1 }));
await world.startGateway();
const [metricsPort, proxyPort, prometheusPort] = [
  await reservePort(),
  await reservePort(),
  await reservePort(),
];
const shop = await world.startServer(0, { env: { METRICS_ADDRESS: `127.0.0.1:${metricsPort}` } });
await createOffers(world);

let inTrouble: number | null = null;
let isAway = false;
const proxy = createServer(async (_request, response) => {
  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  if (isAway) response.writeHead(503).end();
  else
    response
      .writeHead(200, { 'Content-Type': metrics.headers.get('Content-Type') ?? '' })
      .end(changed(await metrics.text()));
});
proxy.listen(proxyPort, '127.0.0.1');
cleanUp.defer(() => void proxy.close());

function changed(figures: string): string {
  if (inTrouble === null) return figures;
  const seconds = (performance.now() - inTrouble) / 1_000;
  return figures
    .split('\n')
    .map((text) => {
      const place = text.lastIndexOf(' ');
      const trouble = troubles.find(({ line }) => line.test(text));
      if (trouble === undefined) return text;
      return `${text.slice(0, place)} ${trouble.becomes(Number(text.slice(place + 1)), seconds)}`;
    })
    .join('\n');
}

// Every outcome that an alert reads must have occurred: a lost response of the gateway, and a call without a database.
const api = createShopApi([shop.url]);
for (let purchase = 0; purchase < 12; purchase += 1) await buy(api, world, patience);
await world.stopDatabase();
await fetch(`${shop.url}/api/orders/00000000-0000-4000-8000-000000000000`);
await fetch(`${shop.url}/api/cart/nobody`);
await world.startDatabase();
await buy(api, world, patience);

const rules = readFileSync(join(deploy, 'prometheus/alerts.yaml'), 'utf8');
writeFileSync(join(folder, 'alerts.yaml'), rules.replace(/(?<=\[|for: )(\d+)m/g, shorter));
writeFileSync(
  join(folder, 'prometheus.yaml'),
  readFileSync(join(deploy, 'prometheus/prometheus.yaml'), 'utf8')
    .replaceAll(/interval: \d+s/g, 'interval: 1s')
    .replace('127.0.0.1:9464', `127.0.0.1:${proxyPort}`),
);
const prometheus = spawn(
  'prometheus',
  [
    `--config.file=${folder}/prometheus.yaml`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${prometheusPort}`,
  ],
  { stdio: 'ignore' },
);
cleanUp.defer(async () => {
  const ended = new Promise((resolve) => prometheus.once('exit', resolve));
  prometheus.kill('SIGTERM');
  await ended;
});

function shorter(_all: string, minutes: string): string {
  return `${Math.max(1, (Number(minutes) * 60) / shortened)}s`;
}

interface QueryResult {
  readonly status: string;
  readonly error?: string;
  readonly data: { readonly result: readonly { readonly metric: Readonly<Record<string, string>> }[] };
}
async function query(expression: string): Promise<QueryResult> {
  const address = `http://127.0.0.1:${prometheusPort}/api/v1/query?query=${encodeURIComponent(expression)}`;
  return (await (await fetch(address)).json()) as QueryResult;
}
async function firing(): Promise<readonly string[]> {
  const { data } = await query('ALERTS{alertstate="firing"}');
  return [...new Set(data.result.map(({ metric }) => metric.alertname ?? ''))].toSorted();
}
/** Waits until a condition is true. Returns false after three minutes. */
async function becomesTrue(isTrue: () => Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + longestMs; performance.now() < end; await pause(pollMs))
    if (await isTrue().catch(() => false)) return true;
  return false;
}

if (!(await becomesTrue(async () => (await query('up == 1')).data.result.length === 1)))
  faults.push('Prometheus does not read the shop');
// Long enough for every false alert of a quiet shop.
await pause(15_000);
const quiet = await firing();
if (quiet.length > 0) faults.push(`A quiet shop raises ${quiet.join(', ')}`);

const dashboard = JSON.parse(readFileSync(join(deploy, 'grafana/meisterhand.json'), 'utf8')) as {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
};
const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
let withResult = 0;
for (const expression of queries) {
  const { status, error, data } = await query(expression);
  if (status !== 'success') faults.push(`The dashboard asks for ${expression}: ${error}`);
  else if (data.result.length > 0) withResult += 1;
}
const { data: everything } = await query('{job="meisterhand"}');
const labels = everything.result.flatMap(({ metric }) => Object.values(metric));
const personal = labels.filter((value) => /@|Brandt|Johanna|Ringstra|[0-9a-f]{8}-[0-9a-f]{4}/.test(value));
if (personal.length > 0) faults.push(`Labels have personal data: ${personal.join(', ')}`);

const expected = troubles.map(({ alert }) => alert).toSorted();
inTrouble = performance.now();
const fired = new Set<string>();
await becomesTrue(async () => {
  for (const alert of await firing()) fired.add(alert);
  return expected.every((alert) => fired.has(alert));
});
const named = [...rules.matchAll(/- alert: (\w+)/g)].map(([, alert = '']) => alert).toSorted();
if (named.join() !== [...expected, away].toSorted().join())
  faults.push(`This script knows ${expected.length + 1} alerts, the file has ${named.join(', ')}`);
isAway = true;
await becomesTrue(async () => (await firing()).includes(away));
const last = await firing();
report(
  {
    alerts: expected.length + 1,
    'series of one process': everything.result.length,
    'queries of the dashboard': `${queries.length}, ${withResult} of them with a result`,
  },
  [
    ...faults,
    ...expected.filter((alert) => !fired.has(alert)).map((alert) => `${alert} did not fire`),
    ...(last.includes(away) ? [] : [`${away} did not fire`]),
  ],
);
