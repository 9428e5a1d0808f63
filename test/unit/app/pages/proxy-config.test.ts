import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { longestByteStream } from '#api/endpoint.ts';
import { listSettings } from '#app/settings/config.ts';
import { accessCookie, refreshCookie } from '#core/rules/accounts/access.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { openPageCache } from './open-page-cache.ts';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const config = read('docs/proxy/kept-pages-nginx.conf');
const configsOfPages = ['docs/proxy/kept-pages-nginx.conf', 'deploy/container/nginx.conf'];

test('the proxy recognises a session by its cookies, anywhere in the header', () => {
  const [, pattern = ''] = /"~(\(\^.*?)" 1;/.exec(config) ?? [];
  const session = new RegExp(pattern);
  for (const name of [accessCookie, refreshCookie]) {
    expect(session.test(`${name}=x`)).toBe(true);
    expect(session.test(`locale=de; ${name}=x; CookieConsent=y`)).toBe(true);
    expect(session.test(`locale=de; other${name}=x`)).toBe(false);
  }
  expect(session.test('locale=de; announcement_closed=1')).toBe(false);
});

test('the proxy stores only what the shop marks as shared, and no longer than it allows', async () => {
  const pages = openPageCache({
    renderShared: async () => new Response('page'),
    isBehindProxy: true,
  });
  const page = await pages.serve(new Request('https://shop.example/de'));
  const seconds = /max-age=(\d+)/.exec(page?.headers.get('CDN-Cache-Control') ?? '')?.[1];
  expect(config).toContain('map $upstream_http_cdn_cache_control $is_own');
  expect(config).toContain(`proxy_cache_valid 200 ${seconds}s;`);
  expect(config).toContain('proxy_no_cache $is_own $has_session;');
  expect(config).toContain('proxy_cache_bypass $has_session;');
});

test.each(configsOfPages)('%s serves an expired page only while the shop is unavailable', (path) => {
  expect(read(path)).toContain('proxy_cache_use_stale error timeout http_503;');
  expect(read(path)).not.toMatch(/proxy_cache_background_update on|proxy_cache_use_stale [^;]*updating/);
});

test.each([...configsOfPages, 'docs/proxy/films-nginx.conf'])('%s accepts the longest request', (path) => {
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(read(path)) ?? [];
  expect(Number(megabytes) * 1024 * 1024).toBeGreaterThanOrEqual(longestByteStream);
});

test.each([...configsOfPages, 'docs/proxy/films-nginx.conf'])('%s sets the client address itself', (path) => {
  const text = read(path).replaceAll(/^\s*#.*$/gm, '');
  const locations = [...text.matchAll(/location [^{]*\{[^{}]*\}/g)].map(([location]) => location);
  const passing = locations.filter((location) => location.includes('proxy_pass http'));
  expect(passing).not.toEqual([]);
  expect(passing).toHaveLength(text.match(/proxy_pass http/g)?.length ?? 0);
  const setsAddress = (part: string) => part.includes('proxy_set_header X-Real-IP $remote_addr;');
  const outside = locations.reduce((rest, location) => rest.replace(location, ''), text);
  // A location with headers of its own inherits none.
  const isSafe = (location: string) =>
    setsAddress(location) || (!location.includes('proxy_set_header') && setsAddress(outside));
  expect(passing.filter((location) => !isSafe(location))).toEqual([]);
});

test('each volume of a container of the shop has a folder in the image, which the user of the shop owns', () => {
  const [, created, owned] =
    /mkdir ([\w/ ]+) && chown node:node ([\w/ ]+) &&/.exec(read('deploy/container/Containerfile')) ?? [];
  const shops = read('deploy/container/compose.yaml').matchAll(/<<: \*shop\n +volumes: \[(.*)\]/g);
  const mounted = [...shops].flatMap(([, volumes = '']) => [...volumes.matchAll(/:([^":]+)"/g)]);
  const folders = new Set(mounted.map(([, folder]) => folder));
  expect(folders).toEqual(new Set(['/data', '/films']));
  expect([created, owned].map((list) => new Set(list?.split(' ')))).toEqual([folders, folders]);
});

test('the nginx of the container has every rule of the documented one', () => {
  const rulesOf = (path: string) =>
    [...read(path).matchAll(/^ *(?:map|location) [^{]*\{[^{}]*\}/gm)].map(([rule]) =>
      rule
        .replaceAll(/#.*$|\s+/gm, ' ')
        .replaceAll(/ +/g, ' ')
        .trim(),
    );
  const documented = rulesOf('docs/proxy/kept-pages-nginx.conf');
  expect(documented).toHaveLength(4);
  expect(rulesOf('deploy/container/nginx.conf')).toEqual(expect.arrayContaining(documented));
  // A request that may have changed something is never sent a second time.
  expect(documented.join()).not.toContain('non_idempotent');
});

test('every setting that deploy/ names exists', async () => {
  const files = ['container/Containerfile', 'container/compose.yaml'];
  const services = ['systemd/meisterhand.service', 'systemd/meisterhand-backup.service'];
  const names = [...files, ...services].flatMap((file) =>
    [...read(`deploy/${file}`).matchAll(/\b([A-Z][A-Z0-9_]{3,})[:=]/g)].map(([, name = '']) => name),
  );
  const named = new Set(names.filter((name) => !name.startsWith('POSTGRES_')));
  expect(named.size).toBeGreaterThan(5);
  const known = await listSettings(Object.fromEntries([...named].map((name) => [name, 'set'])));
  expect(new Set(Object.keys(known))).toEqual(named);
});

test('a container is probed on its port, and has the time that a stop may take', () => {
  const container = read('deploy/container/Containerfile');
  const [, port] = /\bPORT=(\d+)/.exec(container) ?? [];
  const [, asked, path] = /fetch\('http:\/\/127\.0\.0\.1:(\d+)(\/\w+)'\)/.exec(container) ?? [];
  expect([asked, path]).toEqual([port, '/readyz']);
  const times = [
    ...read('deploy/container/compose.yaml').matchAll(/stop_grace_period: (\d+)s/g),
    ...read('deploy/systemd/meisterhand.service').matchAll(/TimeoutStopSec=(\d+)/g),
  ].map(([, seconds]) => Number(seconds));
  expect(times).toHaveLength(3);
  const [, closing] = /closeMs = ([\d_]+);/.exec(read('src/app/start/run-shop.ts')) ?? [];
  expect(Math.min(...times) * 1_000).toBeGreaterThan(Number(closing?.replaceAll('_', '')));
});
