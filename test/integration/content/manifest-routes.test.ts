import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manifestRoutes } from '#server/content/manifest-routes.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const app = manifestRoutes(shop.context);
const ask = (path: string) => app.fetch(new Request(`http://localhost${path}`), { clientAddress: 'a' });

test('each language has a manifest of one app, with icons that exist', async () => {
  const manifests = await Promise.all(
    ['de', 'en'].map(async (locale) => {
      const response = await ask(`/manifest.${locale}.webmanifest`);
      expect(response.headers.get('Content-Type')).toBe('application/manifest+json');
      return response.json();
    }),
  );
  expect(manifests).toMatchObject([
    { id: '/', lang: 'de', name: 'Meisterhand', start_url: '/de', scope: '/', display: 'standalone' },
    { id: '/', lang: 'en', name: 'Meisterhand', start_url: '/en', scope: '/', display: 'standalone' },
  ]);
  expect(manifests[0].description).not.toBe(manifests[1].description);
  for (const { src } of manifests[0].icons) expect(existsSync(join(projectRoot, 'public', src))).toBe(true);
});

test('there is no manifest of another language', async () => {
  expect((await ask('/manifest.fr.webmanifest')).status).toBe(404);
});
