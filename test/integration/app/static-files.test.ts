import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { createStaticFiles, type StaticFiles } from '#app/pages/static-files.ts';

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
  expect(gzip?.headers.get('vary')).toBe('Accept-Encoding');
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

test('what the build has compressed is sent as it is, and has no address of its own', async () => {
  const sent = ask('/assets/frame-Cd34.js', { 'accept-encoding': 'gzip, br' });
  expect(sent?.headers.get('content-encoding')).toBe('br');
  expect(sent?.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(await bytes(sent)).toEqual(compressedByBuild);
  expect((await bytes(ask('/assets/frame-Cd34.js'))).toString()).toBe('const b = 2;');
  expect(ask('/assets/frame-Cd34.js.br')).toBeNull();
});
