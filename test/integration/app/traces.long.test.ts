import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { removeData } from '#test/e2e/support/start-shop.ts';
import type { Child } from '#test/faults/support/processes.ts';
import { startShop } from '#test/integration/support/api-process.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { type CollectedSpan, startOtlpCollector } from '#test/integration/support/otlp-collector.ts';
import { createGuestOrders } from '#test/integration/support/place-guest-orders.ts';
import { berlin } from '#test/integration/support/shoppers.ts';

const { connectionString } = await openTestDatabase('shop');
const dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-traces-'));
const collector = await startOtlpCollector();
const email = 'geheime.person@example.org';
let shop: Child;

beforeAll(async () => {
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_BSP_SCHEDULE_DELAY: '100' };
  shop = await startShop({ connectionString, dataDir, settings });
});
afterAll(async () => {
  await shop.end('SIGTERM');
  collector.stop();
  removeData(dataDir);
});

/** Buys a course as a guest and returns the order's id and token. */
async function buy() {
  const { id, token, verify, pay } = await createGuestOrders(shop.url).order(email);
  await verify();
  const { body } = await pay('fake-valid-nonce');
  expect(body.data.attributes.state).toBe('paid');
  return { id: String(id), token: String(token) };
}

const fact = ({ attributes }: CollectedSpan, name: string) =>
  attributes.find(({ key }) => key === name)?.value.stringValue;

/** Returns the names of a span and its ancestors, innermost first. */
function pathOf(span: CollectedSpan, spans: readonly CollectedSpan[]): string {
  if (!span.parentSpanId) return span.name;
  const parent = spans.find(
    ({ spanId, traceId }) => spanId === span.parentSpanId && traceId === span.traceId,
  );
  return `${span.name} < ${parent === undefined ? 'nothing' : pathOf(parent, spans)}`;
}

test('the traces of a purchase, from order to mail, have its order id, with statements, gateway calls and mail as children', async () => {
  const { id, token } = await buy();
  /** Returns the paths of all spans in traces with the order's id. */
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

  const typed = [email, token, berlin.lastname, berlin.street, berlin.city, 'fake-valid-nonce'];
  for (const value of typed) expect(collector.sent()).not.toContain(value);
});

test('without an exporter address no OpenTelemetry code is loaded', () => {
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
