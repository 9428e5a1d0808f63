import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc, test } from '@fast-check/vitest';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { coverPictureWidths, pictureWidths } from '#core/rules/catalogue/picture-widths.ts';
import {
  createPictureRenderer,
  isForSmallDisplay,
  type PictureRenderer,
} from '#server/platform/media/render-picture.ts';
import { runs } from '#test/run-length.ts';

let root: string;
let cacheDir: string;
let render: PictureRenderer['render'];
let isRendered: PictureRenderer['isRendered'];

/** Returns an SVG of one colour, 30 × 40 pixels. */
function drawing(colour: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 40" width="30" height="40"><path fill="${colour}" d="M0 0h30v40H0z"/></svg>`;
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'meisterhand-pictures-'));
  cacheDir = join(root, 'cache');
  await mkdir(join(root, 'pictures', 'small'), { recursive: true });
  await writeFile(join(root, 'pictures', 'falter.svg'), drawing('#ff0000'));
  await writeFile(join(root, 'pictures', 'small', 'falter.svg'), drawing('#0000ff'));
  await writeFile(join(root, 'pictures', 'blatt.svg'), drawing('#ff0000'));
  await writeFile(join(root, 'pictures', 'kaputt.svg'), drawing('#ff0000').replace('</svg>', '<path'));
  await writeFile(join(root, 'geheim.svg'), drawing('#ff0000'));
  ({ render, isRendered } = createPictureRenderer({ contentDir: root, cacheDir }));
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function rendered(name: string, width: number, format: string) {
  const picture = await render(name, width, format);
  if (!picture.ok) throw new Error(picture.error);
  return picture.value;
}

async function inCache(): Promise<string[]> {
  return readdir(cacheDir).catch(() => []);
}

describe('the picture renderer', () => {
  test.prop(
    [
      fc.constantFrom(...pictureWidths.filter((width) => width <= 640)),
      fc.constantFrom('avif', 'webp', 'png'),
    ],
    { numRuns: runs(8) },
  )('draws at the requested width and in the requested format', async (width, format) => {
    const { bytes, mediaType } = await rendered('blatt', width, format);
    const metadata = await sharp(bytes).metadata();
    expect(mediaType).toBe(`image/${format}`);
    expect([metadata.width, metadata.height]).toEqual([width, Math.round((width * 4) / 3)]);
    expect(metadata.format).toBe(format === 'avif' ? 'heif' : format);
  });

  test.prop([fc.integer({ min: -10, max: 4000 }).filter((width) => !pictureWidths.includes(width))], {
    numRuns: runs(30),
  })('refuses a width that is not listed', async (width) => {
    expect(await render('blatt', width, 'webp')).toEqual({ ok: false, error: 'UNKNOWN_WIDTH' });
    expect(await inCache()).toEqual([]);
  });

  test.prop(
    [
      fc.oneof(
        fc.string(),
        fc.constantFrom('../geheim', './blatt', 'small/falter', 'blatt.svg', '__proto__'),
      ),
    ],
    { numRuns: runs(30) },
  )('refuses a name that is no drawing of the folder', async (name) => {
    fc.pre(!['falter', 'blatt', 'kaputt'].includes(name));
    expect(await render(name, 160, 'webp')).toEqual({ ok: false, error: 'UNKNOWN_PICTURE' });
    expect(await inCache()).toEqual([]);
  });

  test.each(['jpg', 'svg', '', 'toString'])('refuses the format "%s"', async (format) => {
    expect(await render('blatt', 160, format)).toEqual({ ok: false, error: 'UNKNOWN_FORMAT' });
  });

  test('renders once for all simultaneous requests, and leaves no incomplete file', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => rendered('blatt', 320, 'avif')));
    expect(new Set(all.map((one) => one.bytes)).size).toBe(1);
    expect(await inCache()).toEqual([expect.stringMatching(/^blatt-.+-320\.avif$/)]);
  });

  test('uses from the cache what another server has rendered', async () => {
    await rendered('blatt', 160, 'webp');
    const [file = ''] = await inCache();
    await writeFile(join(cacheDir, file), 'kept');
    const other = createPictureRenderer({ contentDir: root, cacheDir }).render;
    expect(await other('blatt', 160, 'webp')).toMatchObject({
      ok: true,
      value: { bytes: Buffer.from('kept') },
    });
  });

  test('knows without rendering which versions are in the cache', async () => {
    await rendered('blatt', 320, 'webp');
    const version = { name: 'blatt', width: 320, format: 'webp' } as const;
    expect(await isRendered(version)).toBe(true);
    for (const other of [
      { name: 'falter' },
      { width: 480 },
      { format: 'avif' },
      { name: 'nirgends' },
    ] as const)
      expect(await isRendered({ ...version, ...other })).toBe(false);
    expect(await inCache()).toHaveLength(1);
  });

  test('renders a changed drawing again, with another etag', async () => {
    const before = await rendered('blatt', 160, 'png');
    await writeFile(join(root, 'pictures', 'blatt.svg'), drawing('#00ff00'));
    const restarted = createPictureRenderer({ contentDir: root, cacheDir }).render;
    const after = await restarted('blatt', 160, 'png');
    expect(after).toMatchObject({ ok: true });
    if (!after.ok) return;
    expect(after.value.etag).not.toBe(before.etag);
    expect(after.value.bytes.equals(before.bytes)).toBe(false);
  });

  test('draws fewer, heavier lines for displays below 200 px, 2x covers included', async () => {
    const colourOf = async (name: string, width: number) => {
      const { bytes } = await rendered(name, width, 'png');
      const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      return (data[0] ?? 0) > (data[2] ?? 0) ? 'full' : 'small';
    };
    for (const width of [124, 152, 248, 304]) expect(await colourOf('falter', width)).toBe('small');
    for (const width of [217, 320, 434]) expect(await colourOf('falter', width)).toBe('full');
    expect(await colourOf('blatt', 152)).toBe('full');
  });

  test('adds the background of the shop to a drawing without one, as PNG only', async () => {
    const bare = drawing('#ff0000').replace('M0 0h30v40H0z', 'M0 0h1v1H0z');
    await writeFile(join(root, 'pictures', 'buehne.svg'), bare);
    const isOpaque = async (format: string) => {
      const { bytes } = await rendered('buehne', 160, format);
      return (await sharp(bytes).stats()).isOpaque;
    };
    expect(await isOpaque('png')).toBe(true);
    expect(await isOpaque('webp')).toBe(false);
    expect(await isOpaque('avif')).toBe(false);
  });

  test('goes on after a drawing that cannot be rendered', async () => {
    const broken = render('kaputt', 160, 'webp');
    const next = rendered('blatt', 160, 'webp');
    await expect(broken).rejects.toThrow();
    expect((await next).bytes.length).toBeGreaterThan(0);
    await expect(render('kaputt', 160, 'webp')).rejects.toThrow();
    expect(await rendered('blatt', 320, 'webp')).toMatchObject({ mediaType: 'image/webp' });
  });
});

test('cover widths for small displays use the small drawing', () => {
  expect(coverPictureWidths.filter(isForSmallDisplay)).toEqual([124, 152, 248, 304]);
});
