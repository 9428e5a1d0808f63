import { fc, test as property } from '@fast-check/vitest';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { clientAddress } from '#server/platform/http/describe-client.ts';
import type { ServerEnvironment } from '#server/platform/http/server-environment.ts';
import { runs } from '#test/run-length.ts';

interface Asked {
  readonly header?: string;
  readonly trusted?: string;
  readonly bindings?: ServerEnvironment['Bindings'];
}

async function addressOf({ header, trusted, bindings = {} }: Asked): Promise<string> {
  const app = new Hono<ServerEnvironment>().get('/', (context) =>
    context.text(clientAddress(context, trusted ?? null)),
  );
  const headers = new Headers(header === undefined ? {} : { 'X-Forwarded-For': header });
  return (await app.fetch(new Request('http://localhost/', { headers }), bindings)).text();
}

const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::ffff:c633:6407', '198.51.100.7'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('the connection from %s counts as %s', async (remote, expected) => {
  expect(await addressOf({ bindings: from(remote) })).toBe(expected);
});

test('a header with a forwarded address is ignored unless it is configured', async () => {
  expect(await addressOf({ header: '203.0.113.9', bindings: from('198.51.100.7') })).toBe('198.51.100.7');
});

test('of a configured header the last entry counts, which the operator’s own proxy wrote', async () => {
  const asked = { header: '10.0.0.1, 203.0.113.9', trusted: 'X-Forwarded-For', bindings: from('127.0.0.1') };
  expect(await addressOf(asked)).toBe('203.0.113.9');
  expect(await addressOf({ ...asked, header: '' })).toBe('127.0.0.1');
});

test('rendering in this process passes the address of its visitor; without any, all share one count', async () => {
  expect(await addressOf({ bindings: { clientAddress: '203.0.113.9' } })).toBe('203.0.113.9');
  expect(await addressOf({})).toBe('unknown');
});

test.each([
  ['203.0.113.9:51234', '203.0.113.9'],
  ['[2001:db8:7:8::9]:51234', '2001:db8:7:8::/64'],
  ['[2001:db8:7:8::9]', '2001:db8:7:8::/64'],
])('a proxy that writes %s means %s', async (header, expected) => {
  expect(await addressOf({ header, trusted: 'X-Forwarded-For', bindings: from('127.0.0.1') })).toBe(expected);
});

const group = fc.integer({ min: 0, max: 0xffff });
const network = fc.array(group, { minLength: 4, maxLength: 4 });

/** Generates one of several equivalent spellings of a group of an IPv6 address. */
const spelled = (value: number) =>
  fc.constantFrom(value.toString(16), value.toString(16).toUpperCase(), value.toString(16).padStart(4, '0'));
const addressIn = (groups: readonly number[]) =>
  fc
    .array(group, { minLength: 4, maxLength: 4 })
    .chain((host) => fc.tuple(...[...groups, ...host].map(spelled)))
    .map((texts) => texts.join(':'));

property.prop([network.chain((groups) => fc.tuple(addressIn(groups), addressIn(groups)))], {
  numRuns: runs(100),
})('all addresses of one /64 count as one, however they are spelled', async ([one, other]) => {
  const header = { header: one, trusted: 'X-Forwarded-For' };
  expect(await addressOf(header)).toBe(await addressOf({ bindings: from(other) }));
});

property.prop(
  [
    fc
      .uniqueArray(network, { minLength: 2, maxLength: 2, selector: String })
      .chain((both) => fc.tuple(...both.map(addressIn))),
  ],
  { numRuns: runs(100) },
)('addresses of two networks count apart', async ([one = '', other = '']) => {
  expect(await addressOf({ bindings: from(one) })).not.toBe(await addressOf({ bindings: from(other) }));
});
