import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { removeUnusedPictures } from '#server/content/pictures/remove-unused-pictures.ts';
import { uploadedPictures } from '#server/content/pictures/stored-pictures.ts';
import { exportRecords } from '#server/content/records/export-records.ts';
import { pictureRoutes } from '#server/learning/films/media-routes.ts';
import { createPictureRenderer } from '#server/platform/media/render-picture.ts';
import { openCatalogueDesk } from '#test/integration/support/catalogue-desk.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { rowOf } from '#test/integration/support/rows.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { db } = shop;
const desk = await openCatalogueDesk(shop);
const support = await logInAs(shop, 'support');
const { cutPicture, getOperatorPicture, showWholePicture, uploadPicture } = operatorEndpoints;
const master = { type: 'master', slug: 'emmy-noether' } as const;
const day = 24 * 60 * 60 * 1_000;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meisterhand-pictures-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Draws a picture that is red on the left and blue on the right. */
function twoColours(width = 1600, height = 800) {
  const half = { width: width / 2, height, channels: 3, background: '#c00000' } as const;
  const blue = { input: { create: { ...half, background: '#0000c0' } }, left: width / 2, top: 0 };
  return sharp({ create: { ...half, width } }).composite([blue]);
}

/** Returns a black PNG of one bit for each pixel: a small file for a large picture. */
function blackPng(side: number): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(1, 8);
  const rows = Buffer.alloc(side * (1 + Math.ceil(side / 8)));
  const chunks = Object.entries({ IHDR: header, IDAT: deflateSync(rows), IEND: Buffer.alloc(0) });
  const parts = chunks.flatMap(([name, content]) => {
    const named = Buffer.concat([Buffer.from(name), content]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.byteLength);
    check.writeUInt32BE(crc32(named));
    return [length, named, check];
  });
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]);
}

async function upload(bytes: Uint8Array<ArrayBuffer>, file_name: string, cookie = desk.operator) {
  const query = { file_name, shape: '3/4' };
  return shop.call(uploadPicture, { operator: cookie, query, body: new Blob([bytes]) });
}

const alt = { de: 'Eine Tafel', en: 'A board' };

describe('an uploaded picture', () => {
  test('is stored upright without metadata, once however often it is sent, and is in the audit log', async () => {
    const photo = await twoColours()
      .withExif({ IFD0: { Copyright: 'Geheimer Ort', Orientation: '6' } })
      .jpeg()
      .toBuffer();
    const [first, again] = [await upload(photo, 'Tafel.JPG'), await upload(photo, 'andere.jpeg')];
    const id = first.value?.data.id;
    expect(first.value?.data.attributes).toMatchObject({ shape: '3/4', focus: { x: 500, y: 500 } });
    expect(again.value?.data.id).toBe(id);
    const files = await db.selectFrom('picture_files').selectAll().execute();
    expect(files).toHaveLength(1);
    const kept = await sharp(files[0]?.content).metadata();
    expect(kept).toMatchObject({ format: 'webp', width: files[0]?.width });
    expect(kept.exif).toBeUndefined();
    const { action, actor_name } = await rowOf(db, 'audit_log', { record_id: String(id) });
    expect([action, actor_name]).toEqual(['picture.stored', desk.email]);
  });

  test('is shown whole, 1,200 pixels wide at most', async () => {
    const id = (await upload(await twoColours().png().toBuffer(), 'Tafel.png')).value?.data.id ?? '';
    const whole = await shop.call(showWholePicture, { operator: desk.operator, params: { name: id } });
    const { format, width, height } = await sharp(whole.value?.content).metadata();
    expect([whole.status, format, width, height]).toEqual([200, 'webp', 1200, 600]);
  });

  test('is refused unless its content is a picture of the type of its name and of a valid size', async () => {
    const png = await twoColours().png().toBuffer();
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><script/></svg>',
    );
    const bomb = blackPng(12_000);
    const refused: readonly (readonly [Uint8Array<ArrayBuffer>, string, string])[] = [
      [png, 'bild.jpg', 'PICTURE_TYPE'],
      [png, 'bild', 'PICTURE_TYPE'],
      [svg, 'bild.svg', 'PICTURE_TYPE'],
      [svg, 'bild.png', 'PICTURE_TYPE'],
      [png.subarray(0, png.byteLength / 2), 'bild.png', 'PICTURE_UNREADABLE'],
      [bomb, 'bild.png', 'PICTURE_TOO_LARGE'],
      [await twoColours(1200, 598).png().toBuffer(), 'bild.png', 'PICTURE_TOO_SMALL'],
    ];
    expect(bomb.byteLength).toBeLessThan(100_000);
    expect(await sharp(bomb, { limitInputPixels: false }).metadata()).toMatchObject({ width: 12_000 });
    for (const [bytes, name, code] of refused) {
      const { codes } = await upload(bytes, name);
      expect(codes, `${name} ${code}`).toEqual([code]);
    }
    expect((await upload(png, 'bild.png', support.cookie)).codes).toEqual(['FORBIDDEN']);
  });

  test('is shown when its record is published, cut around its focus, in AVIF and WebP', async () => {
    const before = (await desk.read(master)).published?.picture;
    const { value } = await upload(await twoColours().png().toBuffer(), 'Zwei Farben.png');
    const { id, attributes } = value?.data ?? { id: '', attributes: null };
    const body = { shape: '3/4', crop: attributes?.crop, focus: { x: 1000, y: 500 } };
    const cut = await shop.call(cutPicture, {
      operator: desk.operator,
      params: { name: id },
      body: body as never,
    });
    const name = String(cut.value?.data.id);
    expect(name).not.toBe(id);
    await desk.save(master, { picture: name, picture_alt: alt }, { publishes: false });
    expect(
      (await db.selectFrom('masters').select('picture').where('slug', '=', master.slug).executeTakeFirst())
        ?.picture,
    ).toBe(before);
    const nameless = await desk.save(master, { picture: name, picture_alt: { de: 'Eine Tafel', en: '' } });
    expect(nameless.value?.meta.faults).toEqual([{ path: 'picture_alt.en', code: 'missing', limit: null }]);
    expect((await desk.save(master, { picture: name, picture_alt: alt })).value?.meta.faults).toEqual([]);

    const folders = { contentDir: folder, cacheDir: join(folder, 'cache') };
    const { render } = createPictureRenderer(folders, uploadedPictures(db));
    const pictures = pictureRoutes(shop.context, render);
    for (const format of ['avif', 'webp']) {
      const shown = await pictures.request(`/${name}-320.${format}`);
      expect(shown.headers.get('Content-Type')).toBe(`image/${format}`);
      const bytes = Buffer.from(await shown.arrayBuffer());
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 320, height: 427 });
      const { channels } = await sharp(bytes).stats();
      expect(channels.map(({ mean }) => Math.round(mean / 64))).toEqual([0, 0, 3]);
    }
    expect((await pictures.request('/bild-0000000000000000-320.webp')).status).toBe(404);
  });

  test('is not cut to too few pixels; an unknown one is not found', async () => {
    const { value } = await upload(await twoColours().png().toBuffer(), 'Zwei Farben.png');
    const crop = { left: 0, top: 0, right: 100, bottom: 100 };
    const body = { shape: '1/1', crop, focus: { x: 500, y: 500 } } as const;
    const call = (name: string) => shop.call(cutPicture, { operator: desk.operator, params: { name }, body });
    expect((await call(String(value?.data.id))).codes).toEqual(['PICTURE_TOO_SMALL']);
    expect((await call('bild-0000000000000000')).codes).toEqual(['NOT_FOUND']);
  });

  test('is written by the export as it is shown, and can be rendered from there', async () => {
    const name = String((await desk.read(master)).published?.picture);
    const { written } = await exportRecords(db, folder);
    expect(written).toContain(`pictures/${name}.webp`);
    expect(await sharp(await readFile(join(folder, 'pictures', `${name}.webp`))).metadata()).toMatchObject({
      width: 600,
      height: 800,
    });
    const fromFiles = createPictureRenderer({ contentDir: folder, cacheDir: join(folder, 'cache') });
    expect((await fromFiles.render(name, 320, 'webp')).ok).toBe(true);
    expect((await exportRecords(db, folder)).written).not.toContain(`pictures/${name}.webp`);
  });

  test('is removed a day later unless something names it, with what was rendered of it', async () => {
    const { value } = await upload(await twoColours(900, 900).png().toBuffer(), 'Unbenutzt.png');
    const unused = String(value?.data.id);
    const cacheDir = join(folder, 'rendered');
    const { render } = createPictureRenderer({ contentDir: folder, cacheDir }, uploadedPictures(db));
    await render(unused, 320, 'webp');
    expect(await readdir(cacheDir)).toHaveLength(1);
    const name = String((await desk.read(master)).published?.picture);
    shop.advance(day - 1);
    await removeUnusedPictures(shop.context, cacheDir);
    const find = async (one: string) => {
      const { cookie } = await logInAs(shop, 'editor');
      return shop.call(getOperatorPicture, { operator: cookie, params: { name: one } });
    };
    expect((await find(unused)).value?.data.id).toBe(unused);
    shop.advance(1);
    await removeUnusedPictures(shop.context, cacheDir);
    expect((await find(unused)).codes).toEqual(['NOT_FOUND']);
    expect(await readdir(cacheDir)).toEqual([]);
    expect((await find(name)).value?.data.id).toBe(name);
    expect(await removeUnusedPictures(shop.context, cacheDir)).toBe(0);
    const files = await db.selectFrom('picture_files').select('hash').execute();
    const named = await db.selectFrom('pictures').select('hash').distinct().execute();
    expect(files.map(({ hash }) => hash).toSorted()).toEqual(named.map(({ hash }) => hash).toSorted());
  });
});
