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

/** A shop that remembers one page, for those without a cookie, and one answer of the API, in German. */
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
  /** What is sent for a request; `next` when the application has to answer it, null when nobody does. */
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

test('a remembered page is sent with the headers of the application and an id of its own, each time', () => {
  const { ask, logged } = open(true);
  const answers = [ask({ url: '/de' }), ask({ url: '/de' })];
  for (const [index, answer] of answers.entries()) {
    expect(answer).toMatchObject({
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
    answers.map(() => ['page_served', { path: '/de', status: 200, milliseconds: 0, is_kept: true }]),
  );
});

test('an answer of the API has the policy of data, and over HTTP no word of HTTPS', () => {
  const { ask, logged } = open(false);
  const answer = ask({ url: '/api/products', headers: { 'x-app-language': ['de', 'en'] } });
  expect(answer).toMatchObject({
    status: 304,
    body: null,
    headers: { 'Content-Security-Policy': expect.stringContaining("default-src 'none'") },
  });
  expect(JSON.stringify(answer)).not.toContain('Strict-Transport-Security');
  expect(logged).toEqual([['call_answered', { call: 'listProducts', status: 304, milliseconds: 0 }]]);
});

test('what is not remembered, or changes something, is for the application; who has left gets nothing', () => {
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
