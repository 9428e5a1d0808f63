import { fc } from '@fast-check/vitest';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoints } from '#api/endpoints.ts';
import { type HostileRequest, hostileRequests } from '#test/integration/support/hostile-requests.ts';
import { places, replaced, valueAt } from '#test/integration/support/places.ts';
import {
  createSubject,
  keepSubject,
  type SampleCall,
  type SampleSubject,
  sampleCall,
  sampleCalls,
  sendSample,
} from '#test/integration/support/sample-calls.ts';
import { openTestShop, readResponse } from '#test/integration/support/test-shop.ts';
import { isLongRun, runs } from '#test/run-length.ts';

const shop = await openTestShop();
const livingSubject = keepSubject(shop);

let subject: SampleSubject;
beforeAll(async () => {
  subject = await createSubject(shop);
});
beforeEach(() => {
  shop.faults.length = 0;
});

function send({ path, method, headers, body }: HostileRequest): Promise<Response> {
  const all = new Headers();
  // Headers are added one by one, because some names occur twice.
  for (const [name, value] of headers) all.append(name, value);
  return shop.send(path, { method, headers: all, body });
}

describe('nothing that a client can send is a fault of the server', () => {
  test.each(Object.keys(endpoints))('%s', async (name) => {
    const call = sampleCall(await livingSubject(), name);
    await fc.assert(
      fc.asyncProperty(hostileRequests(call), async (request) => {
        const answered = await readResponse(call.endpoint, await send(request));
        expect(answered.status).toBeLessThan(500);
        expect(shop.faults).toEqual([]);
        // After a rate limit is reached, every response would be 429, so the limits are reset.
        if (answered.status === 429) await shop.db.deleteFrom('rate_limits').execute();
      }),
      { numRuns: runs(10) },
    );
  });

  test.each([
    '\u0000',
    'a\u0000b',
    '\ud800',
    'a\udfffb',
    'x'.repeat(200_000),
    // Composed, it would keep the process busy for ten seconds.
    `a${'\u0300\u0316'.repeat(50_000)}`,
  ])('not even %j as the value of any text in any call', async (value) => {
    for (const call of sampleCalls(subject).filter(({ endpoint }) => endpoint.readsBody)) {
      const texts = places(call.body).filter((path) => typeof valueAt(call.body, path) === 'string');
      for (const path of texts) {
        const body = JSON.stringify(replaced(call.body, path, value));
        const answered = await readResponse(call.endpoint, await sendSample(shop, call, { body }));
        expect(answered.status, `${call.endpoint.name} ${path.join('/')}`).toBeLessThan(500);
      }
    }
    expect(shop.faults).toEqual([]);
  });

  test('not even a property name of every object, as any parameter or text of any call', async () => {
    const all = Object.getOwnPropertyNames(Object.prototype);
    const names = isLongRun ? all : ['constructor', '__proto__'];
    expect(all).toEqual(expect.arrayContaining(names));
    for (const call of sampleCalls(subject)) {
      const shape = z.toJSONSchema(call.endpoint.query, { io: 'input', unrepresentable: 'any' });
      const texts = places(call.body).filter((path) => typeof valueAt(call.body, path) === 'string');
      for (const name of names) {
        const damaged = [
          // The value is sent together with the other parameters and alone, because another parameter may
          // fail first.
          ...Object.keys(shape.properties ?? {}).flatMap((key) => [
            { ...call, query: { ...call.query, [key]: name } },
            { ...call, query: { [key]: name } },
          ]),
          ...Object.keys(call.params).map((key) => ({ ...call, params: { ...call.params, [key]: name } })),
          ...texts.map((path) => ({ ...call, body: replaced(call.body, path, name) as SampleCall['body'] })),
        ];
        for (const one of damaged) {
          const { status } = await readResponse(call.endpoint, await sendSample(shop, one));
          expect(status, `${call.endpoint.name}: ${JSON.stringify(one)}`).toBeLessThan(500);
          if (status === 429) await shop.db.deleteFrom('rate_limits').execute();
        }
      }
    }
    expect(shop.faults).toEqual([]);
  });

  // Half as many levels already overflow the stack of a recursive function.
  test('not even JSON with twenty thousand levels', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    for (const call of sampleCalls(subject).filter(({ endpoint }) => endpoint.readsBody)) {
      expect((await sendSample(shop, call, { body: deep })).status, call.endpoint.name).toBe(422);
      // Unknown fields are ignored.
      for (const body of [`{"products":${deep}}`, `{"data":${deep}}`, `{"id":${deep}}`])
        expect((await sendSample(shop, call, { body })).status, call.endpoint.name).toBeLessThan(500);
    }
    expect(shop.faults).toEqual([]);
  });
});
