import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { limits } from '#api/rate-limit-policy.ts';
import { sitemapRoutes } from '#server/catalogue/sitemap-routes.ts';
import { manifestRoutes } from '#server/content/manifest-routes.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { changeRows } from '#test/integration/support/rows.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const app = sitemapRoutes(shop.context);

async function read(path: string) {
  const response = await app.fetch(new Request(`http://localhost${path}`), { clientAddress: 'a' });
  return { status: response.status, type: response.headers.get('Content-Type'), text: await response.text() };
}

const addresses = (text: string) =>
  [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);

describe('the sitemap', () => {
  test('is listed in robots.txt, which excludes private pages', async () => {
    const { text } = await read('/robots.txt');
    expect(text).toContain('Sitemap: http://localhost:3000/sitemap.xml');
    for (const path of ['/api/', '/de/checkout/', '/en/profil/', '/de/auth/'])
      expect(text).toContain(`Disallow: ${path}`);
  });

  test('lists existing files, and every product’s page once per language', async () => {
    const index = await read('/sitemap.xml');
    expect(index.type).toContain('xml');
    const files = await Promise.all(addresses(index.text).map((address) => read(new URL(address).pathname)));
    expect(files.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const all = files.flatMap(({ text }) => addresses(text));
    expect(new Set(all).size).toBe(all.length);
    const site = 'http://localhost:3000';
    for (const path of [
      '/de',
      '/en/kurse/clara-schumann',
      '/de/geschenkboxen/kraeuterkiste',
      '/en/experten/emmy-noether',
    ])
      expect(all).toContain(`${site}${path}`);
    const germanOnly = ['/blog', '/tv', '/buecher', '/blog/zwanzig-minuten', '/buecher/das-buch-vom-messen'];
    for (const path of germanOnly) {
      expect(all).toContain(`${site}/de${path}`);
      expect(all).not.toContain(`${site}/en${path}`);
    }
    for (const path of ['/de/profil', '/de/masterpass/masterpass', '/de/angebote/herbst'])
      expect(all).not.toContain(`${site}${path}`);
    expect(all.filter((address) => address.endsWith('/masterpass'))).toHaveLength(2);
  });

  test('lists pictures and the other language, and nothing after the last file', async () => {
    const { text } = await read('/sitemaps/products-1.xml');
    expect(text).toContain('<image:loc>http://localhost:3000/pictures/clara-schumann-1200.webp</image:loc>');
    expect(text).toContain('hreflang="en" href="http://localhost:3000/en/kurse/clara-schumann"');
    for (const path of ['/sitemaps/products-2.xml', '/sitemaps/products-0.xml', '/sitemaps/nichts-1.xml'])
      expect((await read(path)).status).toBe(404);
  });

  test('is limited by network like pages', async () => {
    const file = (clientAddress: string) =>
      app.fetch(new Request('http://localhost/sitemaps/nichts-1.xml'), { clientAddress });
    for (let asked = 0; asked < limits.pages.most; asked += 1) expect((await file('b')).status).toBe(404);
    const refused = await file('b');
    expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([429, true]);
    expect((await file('c')).status).toBe(404);
    shop.advance(60_000);
    expect((await file('b')).status).toBe(404);
  });

  test('leaves out products that are no longer sold, whose page responds with 410', async () => {
    await changeRows(shop.db, 'products', { slug: 'raupen-lesen' }, { is_active: false });
    expect((await read('/sitemaps/products-1.xml')).text).not.toContain('raupen-lesen');
    expect((await shop.send('/products/raupen-lesen')).status).toBe(410);
  });
});

const manifests = manifestRoutes(shop.context);
const ask = (path: string) => manifests.fetch(new Request(`http://localhost${path}`), { clientAddress: 'a' });

test('each language has a manifest of one app, with icons that exist', async () => {
  const both = await Promise.all(
    ['de', 'en'].map(async (locale) => {
      const response = await ask(`/manifest.${locale}.webmanifest`);
      expect(response.headers.get('Content-Type')).toBe('application/manifest+json');
      return response.json();
    }),
  );
  expect(both).toMatchObject([
    { id: '/', lang: 'de', name: 'Meisterhand', start_url: '/de', scope: '/', display: 'standalone' },
    { id: '/', lang: 'en', name: 'Meisterhand', start_url: '/en', scope: '/', display: 'standalone' },
  ]);
  expect(both[0].description).not.toBe(both[1].description);
  for (const { src } of both[0].icons) expect(existsSync(join(projectRoot, 'public', src))).toBe(true);
});

test('there is no manifest of another language', async () => {
  expect((await ask('/manifest.fr.webmanifest')).status).toBe(404);
});
