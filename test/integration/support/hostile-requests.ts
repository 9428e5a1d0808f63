import { fc } from '@fast-check/vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '#api/endpoint.ts';
import { places, replaced } from './places.ts';
import { addressOf, type SampleCall } from './sample-calls.ts';

/** An HTTP request that need not be valid. */
export interface HostileRequest {
  /** The path below `/api`, with the query string. */
  readonly path: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | null;
}

/** Generates values that often cause faults in programs. */
const hostileValue = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '\ufeff',
    '\u202e',
    '🎨'.repeat(200),
    'ﷺ'.repeat(500),
    'x'.repeat(20_000),
    'İ'.repeat(64),
    'ﬀ'.repeat(80),
    "' or 1=1 --",
    '$1',
    '%',
    '%00',
    '\\',
    '../../etc/passwd',
    '{{time}}',
    '__proto__',
    'constructor',
    'NaN',
    '1e999',
    '-0',
    '0x10',
    '9'.repeat(400),
    '0000-00-00',
    '2026-02-30',
    '9999-12-31',
    '10000-01-01',
    '-271821-04-19T23:59:59.999Z',
    '275760-09-13T00:00:00.001Z',
    'a@b.de\r\nBcc: x@y.de',
    `${'a'.repeat(245)}@b.de`,
    'ä@ö.de',
    0,
    -0,
    -1,
    0.5,
    1e308,
    -1e308,
    Number.MIN_VALUE,
    Number.MAX_SAFE_INTEGER,
    2 ** 53,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 63,
    [],
    {},
    [[]],
    [null],
    Array.from({ length: 5000 }, () => 1),
    { length: 5 },
    { toString: 'x' },
    { toJSON: 'x' },
    { __proto__: null },
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.double(),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.jsonValue({ maxDepth: 6 }),
);

/** Generates request bodies that no JSON library writes. */
const hostileText = fc.constantFrom(
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"id":"a","id":"b","data":{},"data":[]}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  `[${'0,'.repeat(50_000)}0]`,
  `{${Array.from({ length: 5000 }, (_, index) => `"k${index}":${index}`).join()}}`,
  '\ufeff{}',
  '{} {}',
  '{"a":1e400}',
  '{"a":01}',
  '{"a":"\\ud800"}',
  "{'a':1}",
  'null',
  '"text"',
  '12',
  '',
);

/**
 * Generates invalid headers, accidental and malicious ones. They contain only characters that are possible in
 * a header.
 */
const hostileHeader = fc.oneof(
  fc.constantFrom<readonly [string, string]>(
    ['Authorization', 'Bearer'],
    ['Authorization', 'Bearer '],
    ['Authorization', `Bearer ${'x'.repeat(5000)}`],
    ['Authorization', 'Basic YTpi'],
    ['Authorization', 'Bearer a.b.c'],
    ['Authorization', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'],
    ['Authorization', 'bearer bearer bearer'],
    ['X-App-Language', '../de'],
    ['X-App-Language', 'de, en'],
    ['Accept-Language', `${'de;q=9,'.repeat(500)}en`],
    ['X-Order-Token', '\u00ff'],
    ['X-Order-Token', 'A'.repeat(5000)],
    ['Content-Type', 'application/json; charset=utf-16'],
    ['Content-Type', 'application/json;;;'],
    ['Content-Type', 'multipart/form-data; boundary=x'],
    ['Content-Length', '-1'],
    ['Content-Length', '999999999999'],
    ['If-None-Match', '*'],
    ['Range', 'bytes=0-'],
    ['X-Forwarded-For', '::1, x'],
    ['User-Agent', ''],
    ['User-Agent', '\u00e4'.repeat(2000)],
    ['Cookie', '_auth_access=x; locale=en; locale=de'],
  ),
  fc.tuple(
    fc.constantFrom('Authorization', 'X-Order-Token', 'X-App-Language', 'User-Agent'),
    fc.string({ unit: fc.constantFrom(...'aZ09 .-_=~/"%\u00e9'), maxLength: 200 }),
  ),
);

/** Generates requests with one or several faults, made from a valid call. About two in ten stay valid. */
export function hostileRequests(call: SampleCall): fc.Arbitrary<HostileRequest> {
  return fc
    .record({
      call: fc.oneof(
        { weight: 5, arbitrary: spoiled(call) },
        { weight: 2, arbitrary: spoiled(call).chain(spoiled) },
        { weight: 2, arbitrary: madeOfSchema(call) },
        { weight: 1, arbitrary: fc.constant(call) },
      ),
      text: rarely(hostileText),
      query: rarely(hostileQuery),
      headers: fc.oneof(
        { weight: 4, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(hostileHeader, { minLength: 1, maxLength: 3 }) },
      ),
    })
    .map(({ call: request, text, query, headers }) => {
      const { endpoint, bearer, body } = request;
      const isSent = endpoint.method !== 'GET' && body !== null;
      const path = addressOf(request);
      return {
        method: endpoint.method,
        path: query === null ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`,
        headers: [
          ...(bearer === null ? [] : [['Authorization', `Bearer ${bearer}`] as const]),
          ...(isSent ? [['Content-Type', endpoint.mediaType] as const] : []),
          ...headers,
        ],
        body: isSent ? (text ?? JSON.stringify(body) ?? '') : null,
      };
    });
}

function rarely<Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.option(arbitrary, { freq: 8, nil: null });
}

const hostileQuery = fc.constantFrom(
  'page[size]=1&page[size]=2',
  '__proto__=1&constructor=2',
  'page%5Bnumber%5D=%00',
  '%E0%A4%A=1',
  '=&&&==',
  'a[b][c]=1',
  `x=${'y'.repeat(8000)}`,
  Array.from({ length: 500 }, (_, index) => `k${index}=1`).join('&'),
);

/** Generates the sample with one part of body, query or path replaced or left out, or with a field added. */
function spoiled(call: SampleCall): fc.Arbitrary<SampleCall> {
  const all = [
    ...(call.body === null ? [] : places(call.body).map((path) => ({ part: 'body' as const, path }))),
    ...Object.keys(call.query).map((key) => ({ part: 'query' as const, path: [key] })),
    ...Object.keys(call.params).map((key) => ({ part: 'params' as const, path: [key] })),
  ];
  if (all.length === 0)
    return hostileValue.map((value) => ({ ...call, query: { 'page[number]': toText(value) } }));
  return fc
    .tuple(fc.constantFrom(...all), hostileValue, fc.constantFrom('replace', 'replace', 'leave out', 'add'))
    .map(([{ part, path }, value, how]) => {
      if (part !== 'body') return { ...call, [part]: replaced(call[part], path, toText(value)) };
      // `JSON.stringify` omits fields whose value is undefined.
      if (how === 'leave out' && path.length > 0) return { ...call, body: withBody(call, path, undefined) };
      if (how === 'add') return { ...call, body: { ...call.body, [toText(value).slice(0, 50)]: value } };
      return { ...call, body: withBody(call, path, value) };
    });
}

function withBody(call: SampleCall, path: Parameters<typeof replaced>[1], by: unknown): SampleCall['body'] {
  return replaced(call.body, path, by) as SampleCall['body'];
}

/** Returns a value as text without lone surrogates, because a URL cannot contain them. */
function toText(value: unknown): string {
  return String(typeof value === 'object' ? JSON.stringify(value) : value).toWellFormed();
}

/**
 * Generates a request that matches the schemas, with unusual values. The ids in its path are those of the
 * sample.
 */
function madeOfSchema(call: SampleCall): fc.Arbitrary<SampleCall> {
  const { endpoint } = call;
  return fc
    .record({ body: fromSchema(describe(endpoint.body)), query: fromSchema(describe(endpoint.query)) })
    .map(({ body, query }) => ({
      ...call,
      body: call.body === null ? null : (body as SampleCall['body']),
      query: Object.fromEntries(
        Object.entries(query as object)
          .filter(([, value]) => value !== undefined && value !== null)
          .map(([name, value]) => [name, toText(value)]),
      ),
    }));
}

interface Described {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Described[];
  readonly properties?: Readonly<Record<string, Described>>;
  readonly required?: readonly string[];
  readonly items?: Described;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
}

function describe(schema: Endpoint['body']): Described {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described;
}

/** Generates values that a schema accepts, up to its limits. */
function fromSchema(schema: Described): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(fromSchema));
  const { minimum = -(2 ** 53) + 1, maximum = 2 ** 53 - 1 } = schema;
  switch (schema.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, fromSchema(inner)]),
        ),
        { requiredKeys: [...(schema.required ?? [])] },
      );
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, 5),
      });
    case 'integer':
      return fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum, maximum));
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return textFrom(schema);
    default:
      return hostileValue;
  }
}

function textFrom({ format, pattern, minLength = 0, maxLength = 100 }: Described): fc.Arbitrary<string> {
  if (format === 'email') return fc.emailAddress();
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const unit = fc.constantFrom<'grapheme' | 'binary'>('grapheme', 'grapheme', 'binary');
  return unit.chain((kind) => fc.string({ unit: kind, minLength, maxLength: Math.min(maxLength, 2000) }));
}
