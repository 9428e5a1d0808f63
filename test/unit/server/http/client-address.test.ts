import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { clientAddress } from '#server/http/describe-client.ts';
import type { ServerEnvironment } from '#server/http/server-environment.ts';

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
])('the connection from %s counts as %s', async (remote, expected) => {
  expect(await addressOf({ bindings: from(remote) })).toBe(expected);
});

test('a forwarded header that nobody named is not believed', async () => {
  expect(await addressOf({ header: '203.0.113.9', bindings: from('198.51.100.7') })).toBe('198.51.100.7');
});

test('of a named header the entry counts that the operator’s own proxy wrote', async () => {
  const asked = { header: '10.0.0.1, 203.0.113.9', trusted: 'X-Forwarded-For', bindings: from('127.0.0.1') };
  expect(await addressOf(asked)).toBe('203.0.113.9');
  expect(await addressOf({ ...asked, header: '' })).toBe('127.0.0.1');
});

test('rendering in this process names its visitor; without any address all share one count', async () => {
  expect(await addressOf({ bindings: { clientAddress: '203.0.113.9' } })).toBe('203.0.113.9');
  expect(await addressOf({})).toBe('unknown');
});
