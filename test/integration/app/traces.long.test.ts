import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { removeData } from '#test/e2e/support/start-shop.ts';
import { type Child, startChild } from '#test/faults/support/processes.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { type CollectedSpan, startOtlpCollector } from '#test/integration/support/otlp-collector.ts';
import { vienna } from '#test/integration/support/shoppers.ts';
import { reservePort } from '#test/support/reserve-ports.ts';

const { connectionString } = await openTestDatabase('shop');
const dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-traces-'));
const collector = await startOtlpCollector();
const email = 'geheime.person@example.org';
let shop: Child;

beforeAll(async () => {
  const [port, sandboxPort] = [await reservePort(), await reservePort()];
  shop = await startChild({
    entry: 'test/faults/support/run-test-server.ts',
    env: {
      DATABASE_URL: connectionString,
      DATA_DIR: dataDir,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_BSP_SCHEDULE_DELAY: '100',
      LOG_LEVEL: 'error',
    },
    url: `http://127.0.0.1:${port}`,
    readyPath: '/readyz',
  });
});
afterAll(async () => {
  await shop.end('SIGTERM');
  collector.stop();
  removeData(dataDir);
});

async function send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${shop.url}/api${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

/** Buys a course as a guest and returns the order's id and token. */
async function buy() {
  const products = [{ product_id: 'course-clara-schumann', quantity: 1 }];
  const { bundle_cart_unique_id } = await send('POST', '/cart/bundles', { products });
  await send('PATCH', '/cart/shipping_address', { id: bundle_cart_unique_id, ...vienna });
  const { data, meta } = await send('POST', '/cart/order', { bundle_cart_unique_id, email });
  const { id } = data;
  const buyer = { 'X-Order-Token': meta.order_token };
  await send('POST', '/cart/verify', { id }, buyer);
  const payment = {
    id,
    payment_method_nonce: 'fake-valid-nonce',
    expected_total: data.attributes.amount_due,
    waiver_accepted: true,
  };
  const paid = await send('POST', '/cart/checkout', payment, buyer);
  expect(paid.data.attributes.state).toBe('paid');
  return { id: String(id), token: String(meta.order_token) };
}

const fact = ({ attributes }: CollectedSpan, name: string) =>
  attributes.find(({ key }) => key === name)?.value.stringValue;

/** A span's name and those of the spans that it is a part of, the innermost first. */
function pathOf(span: CollectedSpan, spans: readonly CollectedSpan[]): string {
  if (!span.parentSpanId) return span.name;
  const parent = spans.find(
    ({ spanId, traceId }) => spanId === span.parentSpanId && traceId === span.traceId,
  );
  return `${span.name} < ${parent === undefined ? 'nothing' : pathOf(parent, spans)}`;
}

test('a guest’s purchase, from the order to its mail, is found by the id of the order, with statements, gateway and mail where they belong', async () => {
  const { id, token } = await buy();
  /** The paths of the spans of all traces that tell the id of the order. */
  const paths = () => {
    const spans = collector.spans();
    const traces = new Set(
      spans.filter((span) => fact(span, 'order_id') === id).map(({ traceId }) => traceId),
    );
    return new Set(spans.filter(({ traceId }) => traces.has(traceId)).map((span) => pathOf(span, spans)));
  };
  await expect.poll(() => [...paths()]).toContain('mail send < job deliver-mail');
  expect([...paths()]).toEqual(
    expect.arrayContaining([
      'call createOrder',
      'service createOrder < call createOrder',
      'transaction < service createOrder < call createOrder',
      'with orders < transaction < service createOrder < call createOrder',
      'gateway createClientToken < service getClientToken < call getClientToken',
      'gateway charge < service checkout < call checkout',
      'gateway capture < service checkout < call checkout',
      'commit < transaction < service checkout < call checkout',
      'commit < transaction < job deliver-mail',
    ]),
  );
  expect([...paths()].filter((path) => path.endsWith('nothing'))).toEqual([]);
  const roots = collector.spans().filter(({ parentSpanId }) => !parentSpanId);
  const checkout = roots.find(({ name }) => name === 'call checkout');
  expect(checkout?.attributes.map(({ key }) => key).sort()).toEqual(['order_id', 'request_id', 'status']);

  const typed = [email, token, vienna.lastname, vienna.street, vienna.city, 'fake-valid-nonce'];
  for (const value of typed) expect(collector.sent()).not.toContain(value);
});

test('without an address nothing that sends traces is loaded', () => {
  const loadedBy = (file: string) => {
    const code = `import { createRequire } from 'node:module';
      await import(${JSON.stringify(join(projectRoot, file))});
      const { cache } = createRequire(import.meta.url);
      console.log(Object.keys(cache).filter((path) => path.includes('@opentelemetry/')).length);`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: projectRoot,
      encoding: 'utf8',
    });
    return Number(printed);
  };
  expect(loadedBy('src/app/start/run-shop.ts')).toBe(0);
  expect(loadedBy('src/adapters/tracing/otlp/otlp-tracing.ts')).toBeGreaterThan(10);
});
