import { fc } from '@fast-check/vitest';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import { runs } from '#test/run-count.ts';
import type { SampleCall, SampleSubject } from './support/sample-calls.ts';
import { createSubject, sampleCalls, sendSample } from './support/sample-calls.ts';
import { openTestShop, readAnswer } from './support/test-shop.ts';

const shop = await openTestShop();

let subject: SampleSubject;
beforeAll(async () => {
  subject = await createSubject(shop);
});
beforeEach(() => {
  shop.faults.length = 0;
});

/** Values that have broken other shops. */
const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '🎨'.repeat(200),
    'ﷺ'.repeat(500),
    'x'.repeat(20_000),
    'İ'.repeat(64),
    "' or 1=1 --",
    '$1',
    '%',
    '../../etc/passwd',
    '{{time}}',
    '__proto__',
    'constructor',
    0,
    -0,
    -1,
    0.5,
    1e308,
    -1e308,
    Number.MAX_SAFE_INTEGER,
    2 ** 53,
    2 ** 31,
    2 ** 63,
    [],
    {},
    [[]],
    [null],
    { length: 5 },
    { toString: 'x' },
    { __proto__: null },
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 6 }),
);

/** Every place in a value, as a path of keys. */
function places(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries = Array.isArray(value)
    ? value.map((item, index) => [index, item] as const)
    : Object.entries(value);
  return [path, ...entries.flatMap(([key, inner]) => places(inner, [...path, key]))];
}

function replaced(value: unknown, path: readonly (string | number)[], by: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((item, index) => (index === key ? replaced(item, rest, by) : item));
  const object = value as Record<string, unknown>;
  return { ...object, [key]: replaced(object[key], rest, by) };
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value);
}

/** The sample with one part of body, query or path replaced. */
function spoiled(call: SampleCall): fc.Arbitrary<SampleCall> {
  const all = [
    ...(call.body === null ? [] : places(call.body).map((path) => ({ part: 'body' as const, path }))),
    ...Object.keys(call.query).map((key) => ({ part: 'query' as const, path: [key] })),
    ...Object.keys(call.params).map((key) => ({ part: 'params' as const, path: [key] })),
  ];
  if (all.length === 0) return fc.constant({ ...call, query: { 'page[number]': '\u0000' } });
  return fc.tuple(fc.constantFrom(...all), hostile).map(([{ part, path }, value]) => {
    const by = part === 'body' ? value : toText(value);
    return { ...call, [part]: replaced(call[part], path, by) };
  });
}

/** An address holds text only, and no lone halves of characters. */
function toText(value: unknown): string {
  return String(typeof value === 'object' ? JSON.stringify(value) : value).toWellFormed();
}

describe('nothing that a client can send is a fault of the host', () => {
  test.each(Object.keys(contract))('%s', async (name) => {
    const call = sampleCalls(subject).find(
      ({ endpoint }) => endpoint === contract[name as keyof typeof contract],
    );
    if (call === undefined) throw new Error(`No sample of ${name}`);
    await fc.assert(
      fc.asyncProperty(spoiled(call), async (request) => {
        const answered = await readAnswer(request.endpoint, await sendSample(shop, request));
        expect(answered.status).toBeLessThan(500);
        expect(shop.faults).toEqual([]);
      }),
      { numRuns: runs(25) },
    );
  });

  test.each(['\u0000', 'a\u0000b', '\ud800', 'a\udfffb', 'x'.repeat(200_000)])(
    'not even %j as any text of any call',
    async (value) => {
      for (const call of sampleCalls(subject).filter(({ body }) => body !== null)) {
        const texts = places(call.body).filter((path) => typeof valueAt(call.body, path) === 'string');
        for (const path of texts) {
          const body = JSON.stringify(replaced(call.body, path, value));
          const answered = await readAnswer(call.endpoint, await sendSample(shop, call, { body }));
          expect(answered.status, `${call.endpoint.name} ${path.join('/')}`).toBeLessThan(500);
        }
      }
      expect(shop.faults).toEqual([]);
    },
  );

  test('not even JSON of a hundred thousand levels', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const call of sampleCalls(subject).filter(({ body }) => body !== null)) {
      const bodies = [deep, `{"products":${deep}}`, `{"data":${deep}}`, `{"id":${deep}}`];
      for (const body of bodies) expect((await sendSample(shop, call, { body })).status).toBe(422);
    }
    expect(shop.faults).toEqual([]);
  });

  test('not even headers', async () => {
    const headers: readonly Record<string, string>[] = [
      { Authorization: 'Bearer' },
      { Authorization: `Bearer ${'x'.repeat(5000)}` },
      { Authorization: 'Basic YTpi' },
      { 'X-App-Language': '../de' },
      { 'Accept-Language': `${'de;q=9,'.repeat(500)}en` },
      { 'X-Order-Token': '\u00ff' },
      { 'Content-Length': '-1' },
    ];
    for (const call of sampleCalls(subject)) {
      for (const extra of headers) {
        const response = await sendSample(shop, call, { headers: extra });
        expect(response.status).toBeLessThan(500);
      }
    }
    expect(shop.faults).toEqual([]);
  });
});
