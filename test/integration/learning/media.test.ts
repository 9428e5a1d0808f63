import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createFolderStorage } from '#adapters/media/folder/folder-storage.ts';
import { endpoints } from '#api/endpoints.ts';
import { limits } from '#api/rate-limit-policy.ts';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { createShopApi } from '#server/api.ts';
import { mediaRoutes } from '#server/learning/films/media-routes.ts';
import { recordConfirmation } from '#server/orders/delivery/promise-contents.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { partExpiry, partSignature } from '#server/platform/media/media-signature.ts';
import { countHit, limitOf } from '#server/platform/rate-limits.ts';
import { buy } from '#test/integration/accounts/account-shop.ts';
import { free, openMediaShop, paid } from '#test/integration/support/media-shop.ts';
import { changeRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { password, products, register } from '#test/integration/support/shoppers.ts';
import { readPdf } from '#test/support/read-pdf.ts';

const { shop, get, owner, lesson, paidFilm } = await openMediaShop();
const clips = join(projectRoot, 'content/clips');
const hour = 60 * 60_000;

describe('a lesson', () => {
  test('contains its film, captions, drawing and transcript', async () => {
    const { media: film, transcript, chapters } = await lesson(free, undefined, 'en');
    expect(film).toEqual({
      sources: [
        { type: 'video/webm', address: `/media/${free}.webm` },
        { type: 'video/mp4', address: `/media/${free}.mp4` },
      ],
      hls: null,
      storyboard: null,
      captions: [
        { locale: 'de', address: `/media/${free}.de.vtt` },
        { locale: 'en', address: `/media/${free}.en.vtt` },
      ],
      poster: `/media/${free}.svg`,
      length_seconds: expect.toSatisfy((seconds) => seconds >= 20 && seconds < 60),
      has_sound: true,
      description: expect.stringMatching(/^A piano key from the side, /),
    });
    expect(transcript[0]).toEqual({
      begin_seconds: 0.6,
      end_seconds: expect.any(Number),
      text: 'One key from the side: a lever resting on a pin.',
    });
    expect(chapters).toEqual([
      { begin_seconds: 0, title: 'Lever and hammer' },
      { begin_seconds: 9, title: 'Pressing, not striking' },
      { begin_seconds: 17, title: 'Listening to the end' },
    ]);
    const everything = [...(film?.sources ?? []), ...(film?.captions ?? []), { address: film?.poster ?? '' }];
    for (const { address } of everything)
      expect([address, (await get(address)).status]).toEqual([address, 200]);
  });

  test('has a worksheet for users who may watch it, in their language, drawn on request', async () => {
    const open = await lesson(free, undefined, 'en');
    expect(open.worksheet).toEqual({ title: 'A week with one key', address: `/media/${free}.en.pdf` });
    const opened = await get(open.worksheet?.address ?? '');
    expect([opened.status, opened.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
    expect(opened.headers.get('Content-Disposition')).toBe(`attachment; filename="${free}.en.pdf"`);
    expect(opened.headers.get('Cache-Control')).toBe('private, max-age=3600');
    const read = await readPdf(new Uint8Array(await opened.arrayBuffer()));
    expect([read.title, read.language]).toEqual(['A week with one key', 'en']);
    expect(read.text).toContain('Ten fingers of sound, lesson 1: One key');

    const shopper = await owner();
    const { worksheet } = await lesson(paid, shopper);
    const address = worksheet?.address ?? '';
    expect(address).toContain(`/media/${paid}.de.pdf?session=`);
    const drawn = await get(address);
    const german = await readPdf(new Uint8Array(await drawn.arrayBuffer()));
    expect([german.title, german.language]).toEqual(['Vom Boden bis zur Taste', 'de']);
    for (const refused of [
      `/media/${paid}.de.pdf`,
      address.replace('.de.', '.en.'),
      address.replace('.de.pdf', '.webm'),
    ])
      expect([refused, (await get(refused)).status]).toEqual([refused, 403]);
    await shop.db.deleteFrom('entitlements').where('user_id', '=', shopper.id).execute();
    expect((await get(address)).status).toBe(403);
  });

  test('has the same worksheet, by its ETag, until the texts change', async () => {
    const address = `/media/${free}.de.pdf`;
    const first = await get(address);
    const etag = first.headers.get('ETag') ?? '';
    expect((await get(address, { 'If-None-Match': etag })).status).toBe(304);
    const { worksheet } = await rowOf(shop.db, 'lessons', { id: free });
    const write = (sheet: unknown) =>
      changeRows(shop.db, 'lessons', { id: free }, { worksheet: JSON.stringify(sheet) });
    const changed = { title: 'Zwei Tasten', blocks: [{ kind: 'paragraph', text: 'Ein anderer Satz.' }] };
    await write({ de: changed, en: changed });
    const second = await get(address, { 'If-None-Match': etag });
    expect([second.status, second.headers.get('ETag') === etag]).toEqual([200, false]);
    expect((await readPdf(new Uint8Array(await second.arrayBuffer()))).text).toContain('Ein anderer Satz.');
    await write(worksheet);
  });

  test('without a worksheet has no address for one', async () => {
    await changeRows(shop.db, 'lessons', { id: 'schumann-auswendig' }, { worksheet: null });
    expect((await lesson('schumann-auswendig', await owner())).worksheet).toBeNull();
    await changeRows(shop.db, 'lessons', { id: 'schumann-auswendig' }, { worksheet: null, is_free: true });
    expect((await get('/media/schumann-auswendig.de.pdf')).status).toBe(404);
    await changeRows(shop.db, 'lessons', { id: 'schumann-auswendig' }, { is_free: false });
  });

  test('without a film has no media and no transcript', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'meisterhand-media-'));
    for (const directory of [empty, join(empty, 'gone')]) {
      const context = { ...shop.context, media: createFolderStorage({ directory }) };
      const api = createShopApi(context, apiTexts);
      const answer = await api.request(`http://localhost/api/lessons/${free}`);
      expect((await answer.json()).data.attributes).toMatchObject({ media: null, transcript: [] });
      expect((await mediaRoutes(context, apiTexts.mails).request(`/${free}.webm`)).status).toBe(404);
    }
    await rm(empty, { recursive: true });
  });

  test('in the history contains the length of its film', async () => {
    const shopper = await register(shop);
    await shop.call(endpoints.saveProgress, {
      bearer: shopper.access,
      params: { lesson: free },
      body: { position_seconds: 12 },
    });
    const list = (course: string) =>
      shop.call(endpoints.listActivities, { bearer: shopper.access, query: { 'filter[course]': course } });
    const { value } = await list(products.course);
    expect(value?.data[0]?.attributes.lesson.film_seconds).toBe((await lesson(free)).media?.length_seconds);
    expect(value?.meta.page.total).toBe(1);
    expect((await list(products.otherCourse)).value?.meta.page.total).toBe(0);
  });
});

test('parts, films and texts count together for the limit of bytes of a network; another network has its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'meisterhand-media-'));
  const part = 'film-0a-v240.m4s';
  await writeFile(join(folder, part), Buffer.alloc(300_000));
  await writeFile(join(folder, `${free}.de.vtt`), `WEBVTT\n\n${' '.repeat(99_000)}`);
  const context = { ...shop.context, media: createFolderStorage({ directory: folder }) };
  const most = { ...limits, media_kilobytes: { ...limits.media_kilobytes, most: 500 } };
  const routes = mediaRoutes(context, apiTexts.mails, most);
  const now = shop.context.clock.now();
  const address = `/parts/${part}?${partSignature(shop.context.settings.tokenSecret, part, partExpiry(now))}`;
  const ask = async (path: string, clientAddress: string, headers: Record<string, string> = {}) => {
    const answer = await routes.request(path, { headers }, { clientAddress });
    return [answer.status, answer.ok ? (await answer.arrayBuffer()).byteLength : 0];
  };
  expect(await ask(address, 'one')).toEqual([200, 300_000]);
  expect(await ask(`/${free}.de.vtt`, 'one')).toEqual([200, 99_008]);
  expect(await ask(address, 'one', { Range: 'bytes=0-100999' })).toEqual([206, 101_000]);
  expect(await ask(address, 'one', { Range: 'bytes=0-0' })).toEqual([429, 0]);
  expect(await ask(`/${free}.de.vtt`, 'one')).toEqual([429, 0]);
  expect(await ask(address, 'two', { Range: 'bytes=5-9' })).toEqual([206, 5]);
  await rm(folder, { recursive: true });
});

describe('ranges', () => {
  const whole = readFile(join(clips, `${free}.webm`));

  test('of a film are returned byte for byte', async () => {
    const film = await whole;
    const size = film.length;
    for (const [range, first, last] of [
      ['bytes=0-', 0, size - 1],
      ['bytes=0-0', 0, 0],
      ['bytes=100-299', 100, 299],
      ['bytes=-500', size - 500, size - 1],
      [`bytes=-${size * 2}`, 0, size - 1],
      [`bytes=${size - 1}-${size + 50}`, size - 1, size - 1],
    ] as const) {
      const answer = await get(`/media/${free}.webm`, { Range: range });
      expect([range, answer.status]).toEqual([range, 206]);
      expect(answer.headers.get('content-range')).toBe(`bytes ${first}-${last}/${size}`);
      expect(answer.headers.get('content-length')).toBe(String(last - first + 1));
      expect(Buffer.from(await answer.arrayBuffer()).equals(film.subarray(first, last + 1))).toBe(true);
    }
  });

  test('after the end are refused with the size; a request without a single range gets the whole film', async () => {
    const size = (await whole).length;
    for (const range of [`bytes=${size}-`, 'bytes=-0']) {
      const answer = await get(`/media/${free}.webm`, { Range: range });
      expect([range, answer.status]).toEqual([range, 416]);
      expect(answer.headers.get('content-range')).toBe(`bytes */${size}`);
    }
    for (const range of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=9-3', 'bytes=-', 'nonsense']) {
      const answer = await get(`/media/${free}.webm`, { Range: range });
      expect([range, answer.status]).toEqual([range, 200]);
      expect(Buffer.from(await answer.arrayBuffer()).equals(await whole)).toBe(true);
    }
  });

  test('of a film that was changed start again with the whole film', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'meisterhand-media-'));
    const file = join(folder, `${free}.webm`);
    await writeFile(file, 'the old film');
    const context = { ...shop.context, media: createFolderStorage({ directory: folder }) };
    const ask = (headers: Record<string, string>) =>
      mediaRoutes(context, apiTexts.mails).request(`/${free}.webm`, { headers });
    const etag = (await ask({})).headers.get('etag') ?? '';
    expect((await ask({ 'If-None-Match': etag })).status).toBe(304);
    expect((await ask({ Range: 'bytes=4-', 'If-Range': etag })).status).toBe(206);
    await writeFile(file, 'the new film');
    await utimes(file, 1, 1);
    const changed = await ask({ Range: 'bytes=4-', 'If-Range': etag });
    expect([changed.status, await changed.text()]).toEqual([200, 'the new film']);
    await rm(folder, { recursive: true });
  });

  test('are not sent for HEAD, which returns only the headers', async () => {
    const answer = await get(`/media/${free}.webm`, {}, 'HEAD');
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect(answer.headers.get('content-length')).toBe(String((await whole).length));
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
  });
});

test('media types match the files, and shared caches must not store the files', async () => {
  for (const [ending, type] of [
    ['webm', 'video/webm'],
    ['mp4', 'video/mp4'],
    ['svg', 'image/svg+xml'],
    ['de.vtt', 'text/vtt; charset=utf-8'],
    ['en.txt', 'text/plain; charset=utf-8'],
  ]) {
    const answer = await get(`/media/${free}.${ending}`);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('cache-control')).toMatch(/^private/);
    await answer.body?.cancel();
  }
  expect((await get(`/media/${free}.svg`)).headers.get('content-security-policy')).toContain(
    "default-src 'none'",
  );
});

describe('the film of a paid lesson', () => {
  test('is available to its owner, and to nobody without the signed URL', async () => {
    const film = await paidFilm();
    expect((await get(film, { Range: 'bytes=0-99' })).status).toBe(206);
    for (const ending of ['webm', 'mp4', 'svg', 'de.vtt', 'en.vtt', 'de.txt', 'en.txt']) {
      const answer = await get(`/media/${paid}.${ending}`);
      expect([ending, answer.status, await answer.text()]).toEqual([ending, 403, 'Forbidden']);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
    }
  });

  test('is refused for a URL that was changed, or made for another file or with another secret', async () => {
    const film = await paidFilm();
    const query = new URLSearchParams(film.split('?')[1]);
    const expires = query.get('expires') ?? '';
    const signature = query.get('signature') ?? '';
    const late = (Number.parseInt(expires, 36) + hour).toString(36);
    const flipped = `${signature.slice(0, -2)}${signature.endsWith('A') ? 'B' : 'A'}A`;
    const session = query.get('session') ?? '';
    const other = await register(shop);
    const { sid } = JSON.parse(Buffer.from(other.access.split('.')[1] ?? '', 'base64url').toString());
    for (const address of [
      `/media/${paid}.webm?session=${session}&expires=${late}&signature=${signature}`,
      `/media/${paid}.webm?session=${session}&expires=${expires}&signature=${flipped}`,
      `/media/${paid}.webm?session=${session}&expires=${expires}&signature=`,
      `/media/${paid}.webm?session=${session}&signature=${signature}`,
      `/media/${paid}.webm?expires=${expires}&signature=${signature}`,
      `/media/${paid}.webm?session=${sid}&expires=${expires}&signature=${signature}`,
      `/media/${paid}.mp4?${query}`,
      `/media/schumann-von-ton-zu-ton.webm?${query}`,
    ]) {
      expect([address, (await get(address)).status]).toEqual([address, 403]);
    }
    const settings = { ...shop.context.settings, tokenSecret: 'another secret of thirty-two signs' };
    const elsewhere = await mediaRoutes({ ...shop.context, settings }, apiTexts.mails).request(
      film.replace('/media', ''),
    );
    expect(elsewhere.status).toBe(403);
  });

  test('is refused after the end of the session or of the access to the course', async () => {
    const shopper = await owner();
    const again = await shop.call(endpoints.logIn, { body: { identifier: shopper.email, password } });
    const second = { ...shopper, access: again.value?.access ?? '' };
    const films = [await lesson(paid, shopper), await lesson(paid, second)];
    const [mine = '', elsewhere = ''] = films.map(({ media: film }) => film?.sources[0]?.address ?? '');
    await shop.call(endpoints.logOut, { body: { refresh: shopper.refresh } });
    expect([(await get(mine)).status, (await get(elsewhere)).status]).toEqual([403, 200]);
    const takenBack = { revoked_at: new Date(shop.context.clock.now()) };
    await changeRows(shop.db, 'entitlements', { user_id: shopper.id }, takenBack);
    expect((await get(elsewhere)).status).toBe(403);
  });

  test('is recorded as used for its order, once, when a part of it is delivered, not by other requests', async () => {
    const shopper = await register(shop);
    const order = await buy(shop, shopper, [products.course]);
    await recordConfirmation(shop.db, shop.context, order.id, 'mail');
    const { media: film } = await lesson(paid, shopper);
    const address = film?.sources[0]?.address ?? '';
    const { id: order_line_id } = await rowOf(shop.db, 'order_lines', { order_id: order.id });
    const columns = ['course_id', 'opened_at', 'opened_lesson_id'] as const;
    const noted = () => rowsOf(shop.db, 'digital_contents', { order_line_id }, columns);
    await get(address, {}, 'HEAD');
    await get(address, { Range: 'bytes=999999999-' });
    await get(film?.poster ?? '');
    await get(film?.captions[0]?.address ?? '');
    const nothing = { course_id: products.course, opened_at: null, opened_lesson_id: null };
    expect(await noted()).toEqual([nothing]);
    const first = new Date(shop.context.clock.now());
    await get(address, { Range: 'bytes=100-199' });
    shop.advance(61_000);
    await get(address);
    expect(await noted()).toEqual([{ ...nothing, opened_at: first, opened_lesson_id: paid }]);
  });

  test.each(['whole', 'bytes=1-', 'bytes=-100000'])(
    'is delivered to one user up to the bytes of 120 films in an hour: %s',
    async (range) => {
      const film = await paidFilm();
      const headers: Record<string, string> = range === 'whole' ? {} : { Range: range };
      const fetched = { times: 0, bytes: 0 };
      const fetchOnce = async () => {
        const answer = await get(film, headers);
        if (answer.ok) fetched.bytes += (await answer.arrayBuffer()).byteLength;
        return answer;
      };
      let answer = await fetchOnce();
      const size = Number(/\d+$/.exec(answer.headers.get('Content-Range') ?? '')?.[0] ?? fetched.bytes);
      while (answer.ok && fetched.times < 2_000) {
        fetched.times += 1;
        answer = await fetchOnce();
      }
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '3600']);
      expect(fetched.bytes / size).toBeGreaterThan(118);
      expect(fetched.bytes / size).toBeLessThanOrEqual(120);
      expect((await get(await paidFilm())).status).toBe(200);
    },
  );

  test('is delivered in as many parts an hour as the limit says, and no more', async () => {
    const shopper = await owner();
    const { media: film } = await lesson(paid, shopper);
    const part = async () => (await get(film?.sources[0]?.address ?? '', { Range: 'bytes=0-0' })).status;
    const asked = { ...limitOf('film_part', { account: shopper.id }), hits: limits.film_part.most - 1 };
    await countHit(shop.db, shop.context, [asked]);
    expect([await part(), await part()]).toEqual([206, 429]);
  });

  test('is refused one hour after the URL was made', async () => {
    const film = await paidFilm();
    shop.advance(hour - 1_000);
    expect((await get(film)).status).toBe(200);
    shop.advance(1_000);
    expect((await get(film)).status).toBe(403);
  });
});

test('only files of films are served, for every path', async () => {
  for (const path of [
    '/media/draw-clips.mjs',
    '/media/scene.mjs',
    '/media/nobody.webm',
    '/media/trailer-nobody.webm',
    `/media/${free}.txt`,
    `/media/${free}.fr.vtt`,
    `/media/${free}`,
    `/media/..%2f..%2fpackage.json`,
    `/media/..%2fclips%2f${free}.webm`,
    `/media/%2e%2e/clips/${free}.webm`,
    `/media/scenes%2f${free}.webm`,
    `/media/${free}.webm%00.svg`,
    `/media/${free.toUpperCase()}.WEBM`,
  ]) {
    expect([path, (await get(path)).status]).toEqual([path, 404]);
  }
});

afterAll(() => expect(shop.faults).toEqual([]));
