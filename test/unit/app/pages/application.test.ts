import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { createPinoLog } from '#adapters/log/pino-log.ts';
import type { ApplicationParts } from '#app/pages/application.ts';
import type { ServerEnvironment } from '#server/platform/http/server-environment.ts';
import { currentRequestId } from '#server/platform/request-scope.ts';
import { openApplication } from '#test/support/open-application.ts';
import { settled } from '#test/support/settled.ts';

function application(parts: Partial<ApplicationParts> = {}) {
  return openApplication({
    server: new Hono<ServerEnvironment>().get('/api/thing', (context) => context.json({ thing: 1 })),
    files: (request) => (new URL(request.url).pathname === '/assets/a.js' ? new Response('a') : null),
    web: async (request, visitor) =>
      new Response(`page ${new URL(request.url).pathname} for ${visitor.clientAddress}`),
    ...parts,
  });
}

function openLog() {
  const lines: string[] = [];
  const destination = { write: (line: string) => lines.push(line) };
  return { lines, log: createPinoLog({ level: 'info', requestId: currentRequestId, destination }) };
}

describe('the application', () => {
  test('serves health, API, files and pages, in this order', async () => {
    const shop = application();
    expect(await (await shop.request('/healthz')).text()).toBe('ok');
    expect(await (await shop.request('/api/thing')).json()).toEqual({ thing: 1 });
    expect(await (await shop.request('/assets/a.js')).text()).toBe('a');
    expect(await (await shop.request('/de/kurse')).text()).toBe('page /de/kurse for unknown');
    expect(await (await shop.request('/api-docs')).text()).toBe('page /api-docs for unknown');
  });

  test('responds to a script of another version with a plain 404 that is not stored, even while pages are refused', async () => {
    const shop = application({ web: async () => new Response('busy', { status: 503 }) });
    const response = await shop.request('/assets/b.js');
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('Not Found');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect((await shop.request('/de/assets/b.js')).status).toBe(503);
    expect((await application({ files: null }).request('/assets/b.js')).status).toBe(200);
  });

  test('serves a cached page if there is one, and renders any other', async () => {
    const cached = new Response('cached');
    const shop = application({
      pageCache: { serve: ({ url }) => (url.endsWith('/de') ? Promise.resolve(cached) : null) },
    });
    expect(await (await shop.request('/de')).text()).toBe('cached');
    expect(await (await shop.request('/de/profil')).text()).toBe('page /de/profil for unknown');
  });

  test('is alive while it is not ready', async () => {
    const shop = application({ isReady: async () => false });
    expect((await shop.request('/healthz')).status).toBe(200);
    const response = await shop.request('/readyz');
    expect(response.status).toBe(503);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect((await application().request('/readyz')).status).toBe(200);
  });

  test('passes the client address that limits count by to pages', async () => {
    const shop = application({ clientAddressHeader: 'x-real-ip' });
    const response = await shop.request('/de', { headers: { 'x-real-ip': '203.0.113.7' } });
    expect(await response.text()).toBe('page /de for 203.0.113.7');
  });

  test('the token of an earlier mailed link moves from the query to the fragment, before a page is rendered', async () => {
    const shop = application({ web: () => Promise.reject(new Error('rendered with a token')) });
    const response = await shop.request('/de/auth/passwort?token=geheim&konto=neu');
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/de/auth/passwort?konto=neu#token=geheim');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  });

  test('every response has the safe headers, and Strict-Transport-Security only over https', async () => {
    const shop = application({ web: async () => new Response('page', { status: 404 }) });
    for (const path of ['/healthz', '/api/thing', '/api/nothing', '/assets/a.js', '/de']) {
      const { headers } = await shop.request(path);
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers.has('strict-transport-security')).toBe(false);
    }
    const { headers } = await application({ isSecure: true }).request('/de');
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
  });

  test('data may load nothing; a document keeps its own policy', async () => {
    const headers = { 'Content-Type': 'text/html', 'Content-Security-Policy': 'own' };
    const shop = application({ web: async () => new Response('page', { headers }) });
    const policyOf = async (path: string) =>
      (await shop.request(path)).headers.get('content-security-policy');
    expect(await policyOf('/api/thing')).toContain("default-src 'none'");
    expect(await policyOf('/api/thing')).toContain("frame-ancestors 'none'");
    expect(await policyOf('/healthz')).toContain("default-src 'none'");
    expect(await policyOf('/de')).toBe('own');
  });

  test('each request gets an id from the shop, for its response and its log entries', async () => {
    const { lines, log } = openLog();
    const shop = application({
      log,
      server: new Hono<ServerEnvironment>().get('/api/thing', (context) =>
        context.json({ id: currentRequestId() }),
      ),
      web: async () => {
        await settled();
        log.warn('noted');
        return new Response('page');
      },
    });
    const [page, other] = await Promise.all([
      shop.request('/de?token=geheim', { headers: { 'X-Request-Id': 'from-outside' } }),
      shop.request('/de/ada@example.org'),
    ]);
    const ids = [page, other].map((response) => response.headers.get('x-request-id'));
    expect(new Set(ids).size).toBe(2);
    const entries = lines.map((line) => JSON.parse(line));
    for (const id of ids) {
      const events = entries.filter((entry) => entry.request_id === id).map(({ event }) => event);
      expect(events).toEqual(['noted', 'page_served']);
    }
    expect(lines.join()).not.toMatch(/geheim|ada@|from-outside/);
    const call = await shop.request('/api/thing');
    expect(await call.json()).toEqual({ id: call.headers.get('x-request-id') });
  });

  test('an error is logged, and its response has no details; without a database it is 503', async () => {
    const { lines, log } = openLog();
    const failing = (error: Error) => application({ log, web: () => Promise.reject(error) }).request('/de');
    const broken = await failing(new Error('kaputt'));
    expect([broken.status, await broken.text()]).toEqual([500, 'Internal Server Error']);
    const away = await failing(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '2']);
    for (const response of [broken, away]) expect(response.headers.get('x-request-id')).toBeTruthy();
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(['request_failed', 'database_away']);
  });

  test('compresses responses, and sends their new length', async () => {
    const shop = application({
      web: async () =>
        new Response('page', { headers: { 'Content-Type': 'text/html', 'Content-Length': '4' } }),
    });
    const response = await shop.request('/de', { headers: { 'accept-encoding': 'gzip' } });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    const packed = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-length')).toBe(String(packed.byteLength));
    expect(gunzipSync(packed).toString()).toBe('page');
  });
});
