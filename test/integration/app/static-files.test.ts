import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openPayments } from '#app/modules/open-payments.ts';
import { createStaticFiles, type StaticFiles } from '#app/pages/static-files.ts';
import { readConfig } from '#app/settings/config.ts';
import { wellKnownRoutes } from '#server/payments/payment-provider-routes.ts';

const parent = mkdtempSync(join(tmpdir(), 'meisterhand-files-'));
const folder = join(parent, 'client');
mkdirSync(join(folder, 'assets'), { recursive: true });
writeFileSync(join(parent, 'secret.txt'), 'secret');
writeFileSync(join(folder, 'assets/entry-Ab12.js'), 'const a = 1;'.repeat(100));
writeFileSync(join(folder, 'assets/größe.woff2'), 'font');
writeFileSync(join(folder, 'assets/frame-Cd34.js'), 'const b = 2;');
const compressedByBuild = brotliCompressSync('const b = 2; // by the build');
writeFileSync(join(folder, 'assets/frame-Cd34.js.br'), compressedByBuild);
writeFileSync(join(folder, 'robots.txt'), 'User-agent: *');
writeFileSync(join(folder, 'service-worker.js'), 'const version = 2;');
writeFileSync(join(folder, '.sources'), 'hidden');
const files: StaticFiles = createStaticFiles(folder);

afterAll(() => {
  rmSync(parent, { recursive: true });
});

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Response | null {
  return files(new Request(`http://localhost${path}`, { headers, method }));
}

async function bytes(response: Response | null): Promise<Buffer> {
  if (response === null) throw new Error('no file');
  return Buffer.from(await response.arrayBuffer());
}

test('files with a hash in the name are cached permanently, others for an hour, the service worker never', () => {
  expect(ask('/assets/entry-Ab12.js')?.headers.get('cache-control')).toBe(
    'public, max-age=31536000, immutable',
  );
  expect(ask('/robots.txt')?.headers.get('cache-control')).toBe('public, max-age=3600');
  expect(ask('/service-worker.js')?.headers.get('cache-control')).toBe('no-cache');
});

test('text is sent in a compression that the browser accepts, fonts are not compressed', async () => {
  const text = 'const a = 1;'.repeat(100);
  const plain = ask('/assets/entry-Ab12.js');
  expect((await bytes(plain)).toString()).toBe(text);
  const brotli = ask('/assets/entry-Ab12.js', { 'accept-encoding': 'gzip, br;q=1' });
  expect(brotli?.headers.get('content-encoding')).toBe('br');
  expect(brotliDecompressSync(await bytes(brotli)).toString()).toBe(text);
  const gzip = ask('/assets/entry-Ab12.js', { 'accept-encoding': 'gzip' });
  expect(gunzipSync(await bytes(gzip)).toString()).toBe(text);
  for (const { headers } of [plain, brotli, gzip].filter((sent) => sent !== null))
    expect(headers.get('vary')).toBe('Accept-Encoding');
  const font = ask('/assets/gr%C3%B6%C3%9Fe.woff2', { 'accept-encoding': 'br' });
  expect(font?.headers.get('content-encoding')).toBeNull();
  expect(font?.headers.get('content-type')).toBe('font/woff2');
});

test('a cached copy that is still valid is not sent again', () => {
  const etag = ask('/robots.txt')?.headers.get('etag') ?? '';
  expect(ask('/robots.txt', { 'if-none-match': etag })?.status).toBe(304);
  expect(ask('/robots.txt', { 'if-none-match': '"other"' })?.status).toBe(200);
});

test('HEAD returns only the headers', async () => {
  const head = ask('/robots.txt', {}, 'HEAD');
  expect(head?.headers.get('content-length')).toBe('13');
  expect(await head?.text()).toBe('');
});

test.each([
  '/',
  '/assets',
  '/assets/',
  '/missing.js',
  '/.sources',
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
])('%s is no file', (path) => {
  expect(ask(path)).toBeNull();
});

test('POST to a file is refused', () => {
  expect(ask('/robots.txt', {}, 'POST')).toBeNull();
});

test('a file that the build has compressed is sent as it is, and has no URL of its own', async () => {
  const sent = ask('/assets/frame-Cd34.js', { 'accept-encoding': 'gzip, br' });
  expect(sent?.headers.get('content-encoding')).toBe('br');
  expect(sent?.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(await bytes(sent)).toEqual(compressedByBuild);
  expect((await bytes(ask('/assets/frame-Cd34.js'))).toString()).toBe('const b = 2;');
  expect(ask('/assets/frame-Cd34.js.br')).toBeNull();
});

const path = '/.well-known/apple-developer-merchantid-domain-association';

const account = {
  PAYMENT_MODULES: 'braintree',
  BRAINTREE_ENVIRONMENT: 'sandbox',
  BRAINTREE_MERCHANT_ID: 'm',
  BRAINTREE_PUBLIC_KEY: 'p',
  BRAINTREE_PRIVATE_KEY: 'k',
};

/** Returns the `/.well-known` routes of a shop with these settings. */
async function routesWith(environment: Record<string, string>) {
  const config = await readConfig(environment);
  if (!config.ok) throw new Error(config.error.join());
  const { offered } = await openPayments(config.value, {
    clock: { now: () => 0 },
    ids: { uuid: () => '', token: () => '', code: () => '' },
    database: null,
    log: { info() {}, warn() {}, error() {} },
    purpose: 'command',
    secrets: { token: '', of: () => 'x'.repeat(32) },
    say: () => {},
  });
  return wellKnownRoutes(offered.map(({ wellKnownFiles }) => wellKnownFiles ?? {}));
}

test('the file for Apple is served unchanged, and is not found without the setting', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'meisterhand-apple-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const content = '7B227073704964223A22\n';
  const BRAINTREE_APPLE_PAY_FILE = join(folder, 'association');
  writeFileSync(BRAINTREE_APPLE_PAY_FILE, content);

  const response = await (await routesWith({ ...account, BRAINTREE_APPLE_PAY_FILE })).request(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
  expect(await response.text()).toBe(content);

  for (const environment of [account, { PAYMENT_MODULES: 'sandbox' }]) {
    expect((await (await routesWith(environment)).request(path)).status).toBe(404);
  }
});

test('an unreadable file stops the start with an error that names the setting', async () => {
  await expect(routesWith({ ...account, BRAINTREE_APPLE_PAY_FILE: '/nowhere/association' })).rejects.toThrow(
    /^The module "braintree" cannot be opened: BRAINTREE_APPLE_PAY_FILE .*\(ENOENT\): set the path/,
  );
});
