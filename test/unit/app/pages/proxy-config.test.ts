import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accessCookie, refreshCookie } from '#core/rules/accounts/access.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { openKeptPages } from './open-kept-pages.ts';

const config = readFileSync(join(projectRoot, 'docs/proxy/kept-pages-nginx.conf'), 'utf8');

test('the proxy knows a session by the cookies that have one, in any place of the header', () => {
  const [, pattern = ''] = /"~(\(\^.*?)" 1;/.exec(config) ?? [];
  const session = new RegExp(pattern);
  for (const name of [accessCookie, refreshCookie]) {
    expect(session.test(`${name}=x`)).toBe(true);
    expect(session.test(`locale=de; ${name}=x; CookieConsent=y`)).toBe(true);
    expect(session.test(`locale=de; other${name}=x`)).toBe(false);
  }
  expect(session.test('locale=de; announcement_closed=1')).toBe(false);
});

test('the proxy keeps what the shop marks for everybody, and not for longer than it says', async () => {
  const pages = openKeptPages({
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
