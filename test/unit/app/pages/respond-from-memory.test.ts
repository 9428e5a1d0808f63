import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { respondFromMemory } from '#app/pages/respond-from-memory.ts';
import type { PlainResponse } from '#server/platform/http/response-cache.ts';

const page: PlainResponse = {
  status: 200,
  headers: { 'Content-Type': 'text/html', 'Referrer-Policy': 'no-referrer' },
  body: Buffer.from('page'),
};
const unchanged: PlainResponse = { status: 304, headers: { 'Content-Type': 'application/json' }, body: null };

/** Opens a shop that has cached a page for requests without a cookie, and a response of the API for `de, en`. */
function open(isSecure: boolean) {
  const logged: unknown[] = [];
  const asked: unknown[] = [];
  let requests = 0;
  const handle = respondFromMemory({
    pageCache: {
      recall: (address, cookie, options) => {
        asked.push(options);
        return address === '/de' && cookie === undefined ? { name: '/de', response: page } : null;
      },
    },
    apiResponseCache: {
      recall: (address, { appLanguage }) =>
        address === '/api/products' && appLanguage === 'de, en'
          ? { name: 'listProducts', response: unchanged }
          : null,
    },
    isSecure,
    log: { info: (...entry: unknown[]) => logged.push(entry), warn() {}, error() {} },
    newRequestId: () => `request-${++requests}`,
  });
  /** Returns what is sent for a request; `next` if the application handles it, null if nothing is sent. */
  function ask(request: Partial<IncomingMessage>) {
    let sent: unknown = null;
    const response = {
      writeHead: (status: number, headers: object) => {
        sent = { status, headers };
      },
      end: (body: Buffer | null) => {
        sent = { ...(sent as object), body: body?.toString() ?? null };
      },
    };
    handle(
      { method: 'GET', headers: {}, ...request } as IncomingMessage,
      response as unknown as ServerResponse,
      () => {
        sent = 'next';
      },
    );
    return sent;
  }
  return { ask, logged, asked };
}

test('a cached page is sent each time with the headers of the application and a new request id', () => {
  const { ask, logged } = open(true);
  const responses = [ask({ url: '/de' }), ask({ url: '/de' })];
  for (const [index, response] of responses.entries()) {
    expect(response).toMatchObject({
      status: 200,
      body: 'page',
      headers: {
        'Content-Type': 'text/html',
        'Referrer-Policy': 'no-referrer',
        'X-Frame-Options': 'DENY',
        'Strict-Transport-Security': expect.any(String),
        'X-Request-Id': `request-${index + 1}`,
      },
    });
  }
  expect(logged).toEqual(
    responses.map(() => ['page_served', { path: '/de', status: 200, milliseconds: 0, is_kept: true }]),
  );
});

test('a cached response of the API has the policy of data, and no HTTPS headers over HTTP', () => {
  const { ask, logged } = open(false);
  const response = ask({ url: '/api/products', headers: { 'x-app-language': ['de', 'en'] } });
  expect(response).toMatchObject({
    status: 304,
    body: null,
    headers: { 'Content-Security-Policy': expect.stringContaining("default-src 'none'") },
  });
  expect(JSON.stringify(response)).not.toContain('Strict-Transport-Security');
  expect(logged).toEqual([['call_answered', { call: 'listProducts', status: 304, milliseconds: 0 }]]);
});

test('requests that are not cached or change something go on to the application; closed ones get nothing', () => {
  const { ask, logged, asked } = open(true);
  expect(ask({ url: '/de', headers: { cookie: 'a=b' } })).toBe('next');
  expect(ask({ url: '/api/products', headers: { 'x-app-language': 'de' } })).toBe('next');
  expect(ask({ url: '/api/de' })).toBe('next');
  expect(ask({ url: '/de', destroyed: true })).toBeNull();
  asked.splice(0);
  expect(ask({ url: '/de', method: 'POST' })).toBe('next');
  expect(ask({ url: '/de', method: 'HEAD' })).toBe('next');
  expect(asked).toEqual([]);
  ask({ url: '/de', headers: { 'if-none-match': 'W/"a"', 'accept-encoding': 'br' } });
  expect(asked).toEqual([{ isHead: false, ifNoneMatch: 'W/"a"', acceptEncoding: 'br' }]);
  expect(logged).toHaveLength(1);
});
