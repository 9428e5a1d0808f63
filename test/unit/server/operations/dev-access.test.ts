import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { devAccess, devToken } from '#server/operations/demo/dev-access.ts';
import type { ServerEnvironment } from '#server/platform/http/server-environment.ts';

const secret = 'a secret of thirty-two characters';
const token = devToken(secret);

interface Asked {
  readonly host: string;
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
}

function ask({ host, from = '127.0.0.1', headers = {}, query = '' }: Asked): Promise<Response> {
  const app = new Hono<ServerEnvironment>();
  app.use('/dev/*', devAccess({ siteUrl: 'https://demo.example', token }));
  app.get('/dev/mail', (context) => context.text('mails'));
  const request = new Request(`http://${host}/dev/mail${query}`, { headers: { Host: host, ...headers } });
  return Promise.resolve(app.fetch(request, { incoming: { socket: { remoteAddress: from } } }));
}

describe('/dev/*', () => {
  test.each(['localhost:3000', 'localhost', '127.0.0.1:3000', '[::1]:3000'])(
    'is open at %s',
    async (host) => {
      expect((await ask({ host })).status).toBe(200);
      expect((await ask({ host, from: '::1' })).status).toBe(200);
      expect((await ask({ host, from: '::ffff:127.0.0.1' })).status).toBe(200);
    },
  );

  test.each([
    'attacker.example',
    'localhost.attacker.example',
    '127.0.0.1.attacker.example:3000',
    '192.0.2.7',
  ])('is closed at %s, also with the token', async (host) => {
    expect((await ask({ host })).status).toBe(403);
    expect((await ask({ host, query: `?token=${token}` })).status).toBe(403);
  });

  test.each(['', 'a b', 'x:y:z', '[::1', '%00'])('is closed at the Host header %j', async (header) => {
    expect((await ask({ host: 'localhost', headers: { Host: header } })).status).toBe(403);
  });

  test.each<Asked>([
    { host: 'demo.example' },
    { host: 'localhost:3000', from: '192.0.2.7' },
    { host: 'localhost:3000', headers: { 'X-Forwarded-For': '192.0.2.7' } },
    { host: 'localhost:3000', headers: { Forwarded: 'for=192.0.2.7' } },
  ])('requires a token from elsewhere: %j', async (asked) => {
    const refused = await ask(asked);
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain('the address that the start printed');
    expect((await ask({ ...asked, query: `?token=${devToken('another secret')}` })).status).toBe(403);
    expect((await ask({ ...asked, query: `?token=${token}` })).status).toBe(200);
  });

  test('stores an accepted token in a cookie for the other addresses', async () => {
    const first = await ask({ host: 'demo.example', query: `?token=${token}` });
    const cookie = first.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^dev_token=[\w-]+; Path=\/dev; HttpOnly; Secure; SameSite=Strict$/);
    const headers = { Cookie: cookie.split(';')[0] ?? '' };
    expect((await ask({ host: 'demo.example', headers })).status).toBe(200);
  });

  test('has a token that does not reveal its secret', () => {
    expect(token).not.toContain(secret);
    expect(token).toMatch(/^[\w-]{43}$/);
  });
});
