import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { failure } from '#api/success-and-failure.ts';
import {
  createSubject,
  type SampleCall,
  sampleCalls,
  sendSample,
} from '#test/integration/support/sample-calls.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
let calls: readonly SampleCall[];

beforeAll(async () => {
  calls = sampleCalls(await createSubject(shop));
});

const sampleOf = (name: string) => {
  const found = calls.find(({ endpoint }) => endpoint === endpoints[name as keyof typeof endpoints]);
  if (found === undefined) throw new Error(`No sample of ${name}`);
  return found;
};
const knows = (schema: unknown, parameter: string) =>
  Object.hasOwn((schema as { def: { shape?: object } }).def.shape ?? {}, parameter);
const all = Object.entries(endpoints);
const paged = all.filter(([, { query }]) => knows(query, 'page[size]') || knows(query, 'size'));
const reading = all.filter(([, { readsBody }]) => readsBody);

describe('limits', () => {
  test('are tested for lists and bodies', () => {
    expect(paged.length).toBeGreaterThan(5);
    expect(reading.length).toBeGreaterThan(20);
  });

  test.each(paged)('%s returns no more than a hundred entries at once', async (name, endpoint) => {
    const parameter = knows(endpoint.query, 'size') ? 'size' : 'page[size]';
    const { query } = sampleOf(name);
    for (const size of ['101', '0', '-1', '1e9', 'alle']) {
      const response = await sendSample(shop, { ...sampleOf(name), query: { ...query, [parameter]: size } });
      expect(response.status, size).toBe(422);
      const { errors } = failure.parse(await response.json());
      expect(errors[0]?.source?.parameter).toBe(parameter);
    }
  });

  test.each(reading)('%s stops reading a body without a length at its limit', async (name) => {
    const { endpoint, params, bearer } = sampleOf(name);
    const path = endpoint.path.replace(/:([a-z_]+)/g, (_, part: string) =>
      encodeURIComponent(params[part] ?? ''),
    );
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 10_000;
        controller.enqueue(new TextEncoder().encode('x'.repeat(10_000)));
      },
    });
    const response = await shop.send(path, {
      method: endpoint.method,
      headers: {
        'Content-Type': endpoint.mediaType,
        ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
      },
      body: endless,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(600_000);
  });
});
