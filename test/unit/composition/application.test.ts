import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import type { ApplicationParts } from '#composition/application.ts';
import { createApplication } from '#composition/application.ts';
import type { HostEnvironment } from '#host/http/host-environment.ts';

function application(parts: Partial<ApplicationParts> = {}) {
  return createApplication({
    host: new Hono<HostEnvironment>().get('/api/thing', (context) => context.json({ thing: 1 })),
    files: (request) => (new URL(request.url).pathname === '/assets/a.js' ? new Response('a') : null),
    web: async (request, visitor) =>
      new Response(`page ${new URL(request.url).pathname} for ${visitor.clientAddress}`),
    isReady: async () => true,
    isSecure: false,
    clientAddressHeader: null,
    ...parts,
  });
}

describe('the application', () => {
  test('answers health, API, files and pages, in this order', async () => {
    const shop = application();
    expect(await (await shop.request('/healthz')).text()).toBe('ok');
    expect(await (await shop.request('/api/thing')).json()).toEqual({ thing: 1 });
    expect(await (await shop.request('/assets/a.js')).text()).toBe('a');
    expect(await (await shop.request('/de/kurse')).text()).toBe('page /de/kurse for unknown');
    expect(await (await shop.request('/api-docs')).text()).toBe('page /api-docs for unknown');
  });

  test('is alive while it is not ready', async () => {
    const shop = application({ isReady: async () => false });
    expect((await shop.request('/healthz')).status).toBe(200);
    const answer = await shop.request('/readyz');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect((await application().request('/readyz')).status).toBe(200);
  });

  test('tells pages the address that limits count by', async () => {
    const shop = application({ clientAddressHeader: 'x-real-ip' });
    const answer = await shop.request('/de', { headers: { 'x-real-ip': '203.0.113.7' } });
    expect(await answer.text()).toBe('page /de for 203.0.113.7');
  });

  test('every answer carries the safe headers, https only where there is https', async () => {
    for (const path of ['/healthz', '/api/thing', '/assets/a.js', '/de']) {
      const { headers } = await application().request(path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.has('strict-transport-security')).toBe(false);
    }
    const { headers } = await application({ isSecure: true }).request('/de');
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
  });

  test('compresses pages and answers, and then says nothing of their length', async () => {
    const shop = application({
      web: async () =>
        new Response('page', { headers: { 'Content-Type': 'text/html', 'Content-Length': '4' } }),
    });
    const answer = await shop.request('/de', { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    expect(answer.headers.has('content-length')).toBe(false);
    expect(gunzipSync(await answer.arrayBuffer()).toString()).toBe('page');
  });

  test('refuses a form that is too large, also when it does not say its size', async () => {
    const shop = application({ web: async (request) => new Response(String((await request.text()).length)) });
    const send = (body: BodyInit) =>
      shop.request('/de/auth/login', { method: 'POST', body, duplex: 'half' } as RequestInit);
    expect(await (await send('x'.repeat(1000))).text()).toBe('1000');
    expect((await send('x'.repeat(300_000))).status).toBe(413);
    const stream = new ReadableStream({
      start(controller) {
        for (let part = 0; part < 30; part += 1)
          controller.enqueue(new TextEncoder().encode('x'.repeat(10_000)));
        controller.close();
      },
    });
    expect((await send(stream)).status).toBe(413);
  });
});
