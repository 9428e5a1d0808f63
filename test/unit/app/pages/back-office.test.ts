import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createBackOffice } from '#app/pages/back-office.ts';

const folder = mkdtempSync(join(tmpdir(), 'back-office-'));
const manifest = {
  'src/back-office/main.tsx': { file: 'assets/main.js', isEntry: true, imports: ['_part.js'] },
  '_part.js': { file: 'assets/part.js' },
  'style.css': { file: 'assets/style.css' },
};
writeFileSync(join(folder, '.manifest.json'), JSON.stringify(manifest));
afterAll(() => rmSync(folder, { recursive: true }));

const films = ['https://films.example'];
const backOffice = createBackOffice({ host: null, path: '/leitstand' }, folder, films);
const ask = (path: string, method = 'GET') => backOffice(new Request(`http://localhost${path}`, { method }));

describe('the document of the back office', () => {
  test('is served below its path only', () => {
    for (const path of ['/leitstand', '/leitstand/', '/leitstand/orders/5?x=1'])
      expect(ask(path)?.status).toBe(200);
    for (const path of ['/', '/leitstandort', '/de/leitstand', '/verwaltung']) expect(ask(path)).toBeNull();
  });

  test('is served at its host only, where it has one', () => {
    const ownHost = createBackOffice({ host: 'intern.example:8443', path: '/leitstand' }, folder);
    const at = (host: string) => ownHost(new Request(`https://${host}/leitstand/orders`));
    expect(at('intern.example:8443')?.status).toBe(200);
    for (const host of ['shop.example', 'intern.example', 'intern.example.evil.example'])
      expect(at(host)).toBeNull();
  });

  test('names the files of its build, and runs nothing else', async () => {
    const response = ask('/leitstand');
    const html = (await response?.text()) ?? '';
    expect(html).toContain('data-path="/leitstand"');
    expect(html).toContain('<script type="module" src="/assets/main.js">');
    expect(html).toContain('<link rel="modulepreload" href="/assets/part.js">');
    expect(html).toContain('<link rel="stylesheet" href="/assets/style.css">');
    const policy = response?.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self' https://films.example;");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  test('is stored by no cache and indexed by no search engine', () => {
    const { headers } = ask('/leitstand') ?? {};
    expect(headers?.get('Cache-Control')).toBe('private, no-store');
    expect(headers?.get('X-Robots-Tag')).toBe('noindex, nofollow');
    expect(headers?.get('Referrer-Policy')).toBe('same-origin');
  });

  test('accepts no forms', () => {
    expect(ask('/leitstand', 'POST')?.status).toBe(405);
    expect(ask('/leitstand', 'POST')?.headers.get('Allow')).toBe('GET, HEAD');
  });

  test('fails without its files, and names the build command', () => {
    expect(() => createBackOffice({ host: null, path: '/leitstand' }, join(folder, 'nothing'))).toThrow(
      /npm run build/,
    );
  });
});
