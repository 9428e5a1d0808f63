import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPictureRenderer } from '#server/platform/media/render-picture.ts';
import { ownContent } from '#test/unit/server/content/content-folder.ts';

test('every drawing of the shop can be rendered', async () => {
  const cacheDir = await mkdtemp(join(tmpdir(), 'meisterhand-pictures-'));
  const { render } = createPictureRenderer({ contentDir: ownContent, cacheDir });
  const files = await readdir(join(ownContent, 'pictures'));
  const names = files.filter((file) => file.endsWith('.svg')).map((file) => file.slice(0, -'.svg'.length));
  expect(names.length).toBeGreaterThan(30);
  for (const name of names) expect(await render(name, 320, 'webp')).toMatchObject({ ok: true });
  await rm(cacheDir, { recursive: true });
});
