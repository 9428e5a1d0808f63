import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { countDelivery } from '#server/learning/films/film-delivery.ts';
import { limitOf, takeHit } from '#server/platform/rate-limits.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const { context, advance } = await openTestShop();

/** Bytes. */
const megabyte = 1_000_000;

/** A film of so many MB, which is made while it is read; `isCancelled` once nobody wants the rest. */
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

/** MB that arrive before the body ends or fails. */
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

test('somebody who leaves is counted for what was delivered, and is served far longer than somebody who stays', async () => {
  const userId = randomUUID();
  for (let count = 0; count < 500; count += 1) {
    const { counted, film } = await deliver(userId, 1_000);
    if (!counted.ok) throw new Error(`Refused after ${count} beginnings of a film`);
    await counted.value.cancel();
    expect(film.isCancelled).toBe(true);
  }
});

test('a film that is sent when the limit is reached ends there, and the next is refused until the hour is over', async () => {
  const userId = randomUUID();
  await use(userId, 19_990);
  const { counted, film } = await deliver(userId, 100);
  expect(counted.ok && (await arrived(counted.value))).toBe(10);
  expect(film.isCancelled).toBe(true);
  expect((await deliver(userId, 1)).counted).toMatchObject({ error: { code: 'TOO_MANY_ATTEMPTS' } });
  expect((await deliver(randomUUID(), 1)).counted.ok).toBe(true);
  advance(60 * 60_000);
  const again = (await deliver(userId, 10)).counted;
  expect(again.ok && (await arrived(again.value))).toBe(10);
});

test('films that are fetched at the same time are counted together', async () => {
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
