import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { createShopApi } from '#server/api.ts';
import { countDelivery } from '#server/learning/films/film-delivery.ts';
import { mediaRoutes } from '#server/learning/films/media-routes.ts';
import { limitOf, takeHit } from '#server/platform/rate-limits.ts';
import { free, openMediaShop, paid } from '#test/integration/support/media-shop.ts';
import { openMemoryMediaStorage } from '#test/support/memory-media-storage.ts';

const { shop, paidFilm } = await openMediaShop();
const { context } = shop;

describe('a media storage', () => {
  /** Opens another storage with the film of the paid lesson. */
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

  test('is read only in the requested range and for users who may watch, and closed when they disconnect', async () => {
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

  test('is closed when the delivery of a film cannot be recorded', async () => {
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

  test('that is unavailable is reported as an outage by its films and by the lesson', async () => {
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

  test('whose film is replaced between both calls causes a response to try again later', async () => {
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

/** In bytes. */
const megabyte = 1_000_000;

/** Creates a film of so many MB while it is read. `isCancelled` once the rest is not read. */
function filmOf(megabytes: number) {
  const film = { isCancelled: false, left: megabytes };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (film.left === 0) return controller.close();
        film.left -= 1;
        controller.enqueue(new Uint8Array(megabyte));
      },
      cancel() {
        film.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { film, body };
}

function deliver(userId: string, megabytes: number, size = megabytes) {
  const { film, body } = filmOf(megabytes);
  const delivery = { userId, body, length: megabytes * megabyte, size: size * megabyte };
  return countDelivery(context, delivery).then((counted) => ({ counted, film }));
}

/** Returns the MB that arrive before the body ends or fails. */
async function arrived(body: ReadableStream<Uint8Array>): Promise<number> {
  let bytes = 0;
  try {
    for await (const chunk of body) bytes += chunk.byteLength;
  } catch {
    // The limit was reached.
  }
  return bytes / megabyte;
}

/** Uses up so many of the 20,000 MB of an hour. */
async function use(userId: string, megabytes: number): Promise<void> {
  const limit = limitOf('film_kilobytes', { account: userId });
  await takeHit(context.db, context, [{ ...limit, hits: megabytes * 1_000 }]);
}

test('a cancelled delivery counts only what was delivered, so 500 cancelled films do not reach the limit', async () => {
  const userId = randomUUID();
  for (let count = 0; count < 500; count += 1) {
    const { counted, film } = await deliver(userId, 1_000);
    if (!counted.ok) throw new Error(`Refused after ${count} beginnings of a film`);
    await counted.value.cancel();
    expect(film.isCancelled).toBe(true);
  }
});

test('a film ends where the limit is reached, and the next one is refused until the hour is over', async () => {
  const userId = randomUUID();
  await use(userId, 19_990);
  const { counted, film } = await deliver(userId, 100);
  expect(counted.ok && (await arrived(counted.value))).toBe(10);
  expect(film.isCancelled).toBe(true);
  expect((await deliver(userId, 1)).counted).toMatchObject({ error: { code: 'TOO_MANY_ATTEMPTS' } });
  expect((await deliver(randomUUID(), 1)).counted.ok).toBe(true);
  shop.advance(60 * 60_000);
  const again = (await deliver(userId, 10)).counted;
  expect(again.ok && (await arrived(again.value))).toBe(10);
});

test('films that are delivered at the same time are counted together', async () => {
  const userId = randomUUID();
  await use(userId, 19_900);
  const both = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const { counted } = await deliver(userId, 100);
      return counted.ok ? arrived(counted.value) : 0;
    }),
  );
  const sum = both.reduce((total, one) => total + one, 0);
  expect(sum).toBeGreaterThan(80);
  expect(sum).toBeLessThanOrEqual(100);
});

afterAll(() => expect(shop.faults).toEqual([]));
