import { createDecipheriv, randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFolderStorage } from '#adapters/media/folder/folder-storage.ts';
import { endpoints } from '#api/endpoints.ts';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { trailerMedia } from '#core/rules/catalogue/trailers.ts';
import { createShopApi } from '#server/api.ts';
import { loadFilms } from '#server/learning/films/load-films.ts';
import { mediaRoutes } from '#server/learning/films/media-routes.ts';
import { recordConfirmation } from '#server/orders/delivery/promise-contents.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { buy } from '#test/integration/accounts/account-shop.ts';
import { free, openMediaShop, paid } from '#test/integration/support/media-shop.ts';
import { rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { products, register, type Shopper } from '#test/integration/support/shoppers.ts';

const { shop, owner } = await openMediaShop();
const folder = await mkdtemp(join(tmpdir(), 'meisterhand-films-'));
const films = join(folder, 'content');
const directory = join(projectRoot, 'content/clips');
const context = {
  ...shop.context,
  media: createFolderStorage({ directory, ownDirectory: join(folder, 'own') }),
};
const routes = mediaRoutes(context, apiTexts.mails);
const api = createShopApi(context, apiTexts);
const minute = 60_000;

beforeAll(async () => {
  for (const name of [free, paid])
    await cp(join(projectRoot, 'content/films', name), join(films, name), { recursive: true });
  expect(await loadFilms(context, films)).toBe(2);
});

const get = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  routes.request(address.replace(/^\/media/, ''), { method, headers });
const status = async (address: string) => (await get(address)).status;

async function media(id: string, shopper?: Shopper) {
  const headers: Record<string, string> =
    shopper === undefined ? {} : { Authorization: `Bearer ${shopper.access}` };
  const answer = await api.request(`http://localhost/api/lessons/${id}`, { headers });
  return (await answer.json()).data.attributes.media;
}

/** Returns a playlist and the addresses in it. */
async function addressesIn(address: string) {
  const text = await (await get(address)).text();
  const quoted = [...text.matchAll(/URI="([^"]+)"/g)].map(([, one = '']) => one);
  const own = text.split('\n').filter((line) => line.startsWith('/'));
  return { text, all: [...new Set([...quoted, ...own])], first: own[0] ?? '' };
}

/** Returns the addresses of the film of the paid lesson, by default for a new owner. */
async function paidAddresses(shopper?: Shopper) {
  const { hls, storyboard } = await media(paid, shopper ?? (await owner()));
  const master = hls.url as string;
  const { all, first } = await addressesIn(master);
  const { text, first: part } = await addressesIn(first);
  const key = /KEY:METHOD=AES-128,URI="([^"]+)"/.exec(text)?.[1] ?? '';
  const sheet = ((await (await get(storyboard.url)).text()).match(/\/media\/films\S+jpg[^#]*/) ?? [''])[0];
  return { master, playlists: all, rung: first, part, key, storyboard: storyboard.url as string, sheet };
}

describe('a packaged film', () => {
  test('of a free lesson can be played by its playlists: each decrypted track equals the packed one', async () => {
    const { hls, storyboard, sources, poster, has_sound } = await media(free);
    expect([sources.length, poster, has_sound]).toEqual([2, `/media/${free}.svg`, true]);
    const { all, text: master } = await addressesIn(hls.url);
    // The last segment has only a few frames, so its bandwidth must not count as the peak.
    for (const [, peak, average] of master.matchAll(/:BANDWIDTH=(\d+),AVERAGE-BANDWIDTH=(\d+)/g))
      expect(Number(peak) / Number(average)).toBeLessThan(3);
    expect(all.map((address) => /([a-z0-9-]+)\.m3u8$/.exec(address)?.[1])).toEqual([
      ...['sound', 'captions-de', 'captions-en', 'v240', 'v480'],
    ]);
    for (const name of ['v240', 'v480', 'sound']) {
      const address = all.find((one) => one.endsWith(`/${name}.m3u8`)) ?? '';
      const { text, first } = await addressesIn(address);
      const key = await (await get(/KEY:METHOD=AES-128,URI="([^"]+)"/.exec(text)?.[1] ?? '')).arrayBuffer();
      const part = async (begin: number, length: number) => {
        const answer = await get(first, { Range: `bytes=${begin}-${begin + length - 1}` });
        expect(answer.status).toBe(206);
        return Buffer.from(await answer.arrayBuffer());
      };
      const start = Number(/BYTERANGE="(\d+)@0"/.exec(text)?.[1]);
      const played = [await part(0, start)];
      for (const [number, [, length, begin]] of [...text.matchAll(/BYTERANGE:(\d+)@(\d+)/g)].entries()) {
        const vector = Buffer.alloc(16);
        vector.writeUInt32BE(number, 12);
        const decipher = createDecipheriv('aes-128-cbc', Buffer.from(key), vector);
        const encrypted = await part(Number(begin), Number(length));
        played.push(Buffer.concat([decipher.update(encrypted), decipher.final()]));
      }
      const clear = await readFile(join(films, free, `${name}.mp4`));
      const index = clear.readUInt32BE(start);
      const expected = Buffer.concat([clear.subarray(0, start), clear.subarray(start + index)]);
      // ffmpeg writes an index behind the segments, which is not packed.
      const film = Buffer.concat(played);
      expect([name, film.equals(expected.subarray(0, film.length))]).toEqual([name, true]);
      expect(expected.length - film.length).toBeLessThan(500);
    }
    const cues = await (await get(storyboard.url)).text();
    const sheet = /\/media\/films\/\S+\/sheet-1\.jpg/.exec(cues)?.[0] ?? '';
    const shown = await get(sheet);
    expect([shown.status, shown.headers.get('Content-Type')]).toEqual([200, 'image/jpeg']);
    expect(
      Buffer.from(await shown.arrayBuffer()).equals(await readFile(join(films, free, 'sheet-1.jpg'))),
    ).toBe(true);
    const captions = await addressesIn(all.find((one) => one.endsWith('captions-de.m3u8')) ?? '');
    expect(captions.first).toBe(`/media/${free}.de.vtt`);
  });

  test('is stored encrypted with a key of its own', async () => {
    const keys = await context.db.selectFrom('films').select(['id', 'key']).execute();
    expect(new Set(keys.map(({ key }) => key.toString('hex'))).size).toBe(2);
    const clear = await readFile(join(films, free, 'v240.mp4'));
    const some = clear.subarray(5_000, 5_032);
    for (const file of await readdir(join(folder, 'own')))
      expect([file, (await readFile(join(folder, 'own', file))).includes(some)]).toEqual([file, false]);
  });

  test('is loaded once, again when its files have changed or are missing, and never replaces an uploaded one', async () => {
    expect(await loadFilms(context, films)).toBe(0);
    const before = (await media(free)).hls.url;
    const json = join(films, free, 'film.json');
    await writeFile(json, `${await readFile(json, 'utf8')}\n`);
    expect(await loadFilms(context, films)).toBe(1);
    const after = (await media(free)).hls.url;
    expect(after).not.toBe(before);
    // The replaced film can still be watched.
    expect([await status(before), await status(after)]).toEqual([200, 200]);
    const own = join(folder, 'own');
    const lost = (await readdir(own)).filter((file) => file.includes(after.split('/')[3]));
    for (const file of lost) await rm(join(own, file));
    expect(await loadFilms(context, films)).toBe(1);
    expect([(await media(free)).hls.url, (await readdir(own)).filter((file) => lost.includes(file))]).toEqual(
      [after, lost],
    );
    await context.db.updateTable('films').set({ origin: 'added', version: 'other' }).execute();
    expect(await loadFilms(context, films)).toBe(0);
    expect((await media(free)).sources).toEqual([]);
    await context.db.updateTable('films').set({ origin: 'content' }).execute();
  });
});

test('a trailer is public by the name of its course, and listed there once it is loaded', async () => {
  const card = async () => {
    const { value } = await shop.call(endpoints.getProduct, { params: { slug: 'clara-schumann' } });
    if (value === null) throw new Error('No course');
    return value.data.attributes;
  };
  const before = await card();
  expect([before.trailer, before.trailer_is_adaptive]).toEqual(['trailer-clara-schumann', false]);
  expect(trailerMedia(before)?.hls).toBeNull();
  const [trailers, name] = [join(folder, 'trailers'), 'trailer-clara-schumann'];
  await cp(join(projectRoot, 'content/films', name), join(trailers, name), { recursive: true });
  await loadFilms(context, trailers);
  const { hls, storyboard } = trailerMedia(await card()) ?? {};
  const { all, first } = await addressesIn(hls?.url ?? '');
  expect(all.some((address) => address.endsWith('/v480.m3u8'))).toBe(true);
  const { text, first: part } = await addressesIn(first);
  const key = /KEY:METHOD=AES-128,URI="([^"]+)"/.exec(text)?.[1] ?? '';
  expect(await Promise.all([part, key, storyboard?.url ?? ''].map(status))).toEqual([200, 200, 200]);
  const { value } = await shop.call(endpoints.getProduct, { params: { slug: 'emmy-noether' } });
  expect(value?.data.attributes.trailer_is_adaptive).toBe(false);
});

describe('the packaged film of a paid lesson', () => {
  test('is refused without the signature, with one of another film or session, and when it was changed', async () => {
    const { master, rung, key, storyboard, sheet, part, playlists } = await paidAddresses();
    const other = await paidAddresses();
    const query = master.split('?')[1] ?? '';
    for (const address of [master, rung, key, storyboard, sheet, ...playlists]) {
      const [path = ''] = address.split('?');
      const mixed = `${path}?${query.replace(/session=[^&]+/, /session=[^&]+/.exec(other.master)?.[0] ?? '')}`;
      const statuses = [address, path, mixed, `${address}x`].map(status);
      expect([path, await Promise.all(statuses)]).toEqual([path, [200, 403, 403, 403]]);
    }
    const film = (await media('schumann-von-ton-zu-ton', await owner())).sources[0].address.split('?')[1];
    expect(await status(`${key.split('?')[0]}?${film}`)).toBe(403);
    const [path = '', signature = ''] = part.split('?');
    const forged = [path, `${part}x`, `${path.replace('v240', 'v480')}?${signature}`];
    expect([await status(part), ...(await Promise.all(forged.map(status)))]).toEqual([200, 403, 403, 403]);
    expect((await get(path)).headers.get('Cache-Control')).toBe('private, no-store');
  });

  test('ends with the session, the access and the hour; addresses of parts end within ten minutes and are renewed', async () => {
    const shopper = await owner();
    const { master, rung, key, part } = await paidAddresses(shopper);
    const signed = [master, rung, key];
    const all = () => Promise.all([...signed, part].map(status));
    shop.advance(5 * minute - 1);
    expect(await all()).toEqual([200, 200, 200, 200]);
    shop.advance(5 * minute + 1);
    expect(await all()).toEqual([200, 200, 200, 403]);
    const renewed = (await addressesIn(rung)).first;
    expect([renewed.split('?')[0], await status(renewed)]).toEqual([part.split('?')[0], 200]);
    shop.advance(50 * minute);
    expect(await all()).toEqual([403, 403, 403, 403]);
    const later = await owner();
    const again = await paidAddresses(later);
    const revoke = (revoked_at: Date | null) =>
      shop.db.updateTable('entitlements').set({ revoked_at }).where('user_id', '=', later.id).execute();
    await revoke(new Date(shop.context.clock.now()));
    expect(await Promise.all([again.master, again.rung, again.key].map(status))).toEqual([403, 403, 403]);
    await revoke(null);
    expect(await status(again.key)).toBe(200);
    await shop.call(endpoints.logOut, { body: { refresh: later.refresh } });
    expect(await Promise.all([again.master, again.rung, again.key].map(status))).toEqual([403, 403, 403]);
  });

  test('is recorded as used once, when its key is sent, and not by earlier requests', async () => {
    const shopper = await register(shop);
    const order = await buy(shop, shopper, [products.course]);
    expect(await media(paid, shopper)).toBeNull();
    await recordConfirmation(shop.db, shop.context, order.id, 'mail');
    const { key, part } = await paidAddresses(shopper);
    await get(part);
    await get(key, {}, 'HEAD');
    const { id: order_line_id } = await rowOf(shop.db, 'order_lines', { order_id: order.id });
    const columns = ['opened_at', 'opened_lesson_id'] as const;
    const noted = () => rowsOf(shop.db, 'digital_contents', { order_line_id }, columns);
    expect(await noted()).toEqual([{ opened_at: null, opened_lesson_id: null }]);
    const first = new Date(shop.context.clock.now());
    expect((await (await get(key)).arrayBuffer()).byteLength).toBe(16);
    shop.advance(minute);
    await get(key);
    expect(await noted()).toEqual([{ opened_at: first, opened_lesson_id: paid }]);
  });
});

test('unknown files of films are not found, and an unavailable storage is reported as an outage', async () => {
  const { hls } = await media(free);
  const path = hls.url.replace('master.m3u8', '');
  for (const file of [
    'v1080.m3u8',
    'captions-fr.m3u8',
    'sheet-0.jpg',
    'sheet-2.jpg',
    'poster.jpg',
    'v240',
    'x.vtt',
  ])
    expect([file, await status(`${path}${file}`)]).toEqual([file, 404]);
  for (const film of [randomUUID(), 'trailer-nobody', free, '..%2f..', 'x'])
    expect([film, await status(`/media/films/${film}/master.m3u8`)]).toEqual([film, 404]);
  const { text, first } = await addressesIn(`${path}v240.m3u8`);
  expect(text).toContain(first);
  const away = async () => {
    throw new Error('The storage is away');
  };
  const broken = { ...context, media: { ...context.media, find: away }, log: { ...context.log, error() {} } };
  const answer = await mediaRoutes(broken, apiTexts.mails).request(first.replace('/media', ''));
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '2']);
  expect((await get(first, { Range: 'bytes=99999999-' })).status).toBe(416);
});

afterAll(async () => {
  expect(shop.faults).toEqual([]);
  await rm(folder, { recursive: true });
});
