import { afterAll, describe, expect, test } from 'vitest';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { createShopApi } from '#server/api.ts';
import { mediaRoutes } from '#server/learning/films/media-routes.ts';
import { free, openMediaShop, paid } from '#test/integration/support/media-shop.ts';
import { openMemoryMediaStorage } from '#test/support/memory-media-storage.ts';

const { shop, paidFilm } = await openMediaShop();

describe('a media storage', () => {
  /** The shop with another storage, which has the film of the paid lesson. */
  async function openStorage() {
    const harness = await openMemoryMediaStorage();
    await harness.put(`${paid}.webm`, Buffer.alloc(4_000_000, 'meisterhand'));
    const events: string[] = [];
    const log = { ...shop.context.log, error: (event: string) => events.push(event) };
    const context = { ...shop.context, log, media: harness.storage };
    const routes = mediaRoutes(context, apiTexts.mails);
    const ask = (address: string, headers: Record<string, string> = {}) =>
      routes.request(address.replace(/^\/media/, ''), { headers });
    return { ...harness, context, events, ask };
  }

  test('is asked for no more than the range, only for those who may watch, and closed when they leave', async () => {
    const { ask, openReads } = await openStorage();
    const film = await paidFilm();
    const part = await ask(film, { Range: 'bytes=3-13' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 3-13/4000000']);
    expect(await part.text()).toBe('sterhandmei');
    expect(part.headers.get('etag')).toBe('"v1"');
    expect([(await ask(`/media/${paid}.webm`)).status, await openReads()]).toEqual([403, 0]);
    expect([(await ask(film, { 'If-None-Match': '"v1"' })).status, await openReads()]).toEqual([304, 0]);
    const watched = await ask(film);
    expect([watched.status, await openReads()]).toEqual([200, 1]);
    await watched.body?.cancel();
    expect(await openReads()).toBe(0);
  });

  test('is closed when the delivery of a film cannot be noted', async () => {
    const { context, openReads } = await openStorage();
    const film = await paidFilm();
    let isAway = false;
    const media: typeof context.media = {
      ...context.media,
      read(...read) {
        isAway = true;
        return context.media.read(...read);
      },
    };
    const db = new Proxy(shop.db, {
      get(target, name) {
        if (isAway && name === 'getExecutor') throw new Error('The database is away');
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const routes = mediaRoutes({ ...context, db, media }, apiTexts.mails);
    await expect(routes.request(film.replace('/media', ''))).rejects.toThrow('The database is away');
    expect(await openReads()).toBe(0);
  });

  test('that is away is told as an outage, by its films and by the lesson', async () => {
    const { ask, breakDown, mend, context, events } = await openStorage();
    const film = await paidFilm();
    await breakDown();
    const refused = await ask(film);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    const api = createShopApi(context, apiTexts);
    expect((await api.request(`http://localhost/api/lessons/${free}`)).status).toBe(503);
    expect(events).toEqual(['media_storage_away', 'media_storage_away']);
    await mend();
    expect((await ask(film)).status).toBe(200);
  });

  test('whose film is replaced between both calls is asked again later', async () => {
    const { context, put } = await openStorage();
    const media = {
      ...context.media,
      async find(name: string) {
        const file = await context.media.find(name);
        await put(`${paid}.webm`, Buffer.from('another film'));
        return file;
      },
    };
    const routes = mediaRoutes({ ...context, media }, apiTexts.mails);
    const film = (await paidFilm()).replace('/media', '');
    expect((await routes.request(film)).status).toBe(503);
  });
});

afterAll(() => expect(shop.faults).toEqual([]));
