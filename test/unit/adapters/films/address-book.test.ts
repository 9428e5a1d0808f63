import { expect, test } from 'vitest';
import { createRenewedUrls } from '#adapters/films/renewed-urls.ts';

const site = 'https://shop.example/media/films';
const film = (signature: string, name = 'one') => `${site}/${name}/master.m3u8?s=${signature}`;

/** A server that answers addresses with the given signature of films, and parts with another. */
function openServer() {
  const valid = { film: 'a', part: 'a' };
  const asked: string[] = [];
  const texts = (): Readonly<Record<string, string>> => ({
    [film(valid.film)]:
      `#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,URI="sound.m3u8?s=${valid.film}"\nv240.m3u8?s=${valid.film}\n`,
    [`${site}/one/v240.m3u8?s=${valid.film}`]: `#EXT-X-KEY:METHOD=AES-128,URI="key?s=${valid.film}"\n/parts/v240?s=${valid.part}\n`,
    [`${site}/one/sound.m3u8?s=${valid.film}`]: `/parts/sound?s=${valid.part}\n`,
  });
  async function readText(address: string): Promise<string | null> {
    asked.push(address);
    return texts()[address] ?? null;
  }
  return { valid, asked, readText };
}

const part = (signature: string) => `https://shop.example/parts/v240?s=${signature}`;

async function open(renewed: () => string | null = () => null) {
  const server = openServer();
  const replaced: string[] = [];
  const book = createRenewedUrls(
    film('a'),
    server.readText,
    async () => renewed(),
    (address) => replaced.push(address),
  );
  for (const address of [film('a'), `${site}/one/v240.m3u8?s=a`, `${site}/one/sound.m3u8?s=a`])
    book.note(address, (await server.readText(address)) ?? '');
  server.asked.length = 0;
  return { ...server, replaced, book };
}

test('parts that have expired are found in their playlist, which is fetched once for all of them', async () => {
  const { valid, asked, book } = await open();
  expect(await book.current(part('a'))).toBe(part('a'));
  valid.part = 'b';
  void book.renewPlaylist(part('a'));
  void book.renewPlaylist(part('a'));
  expect(await book.current(part('a'))).toBe(part('b'));
  expect(asked).toEqual([`${site}/one/v240.m3u8?s=a`]);
  valid.part = 'c';
  await book.renewPlaylist(part('a'));
  expect(await book.current(part('a'))).toBe(part('c'));
});

test('when playlists have expired as well, all addresses come from a new address of the film', async () => {
  const { valid, book, replaced } = await open(() => film('b'));
  Object.assign(valid, { film: 'b', part: 'b' });
  await book.renewPlaylist(part('a'));
  const current = await Promise.all(
    [part('a'), `${site}/one/key?s=a`, `${site}/one/sound.m3u8?s=a`].map((address) => book.current(address)),
  );
  expect(current).toEqual([part('b'), `${site}/one/key?s=b`, `${site}/one/sound.m3u8?s=b`]);
  expect(replaced).toEqual([]);
});

test('another film at the new address is reported, and one without an address changes nothing', async () => {
  const other = await open(() => film('b', 'two'));
  await other.book.renewFilm();
  expect(other.replaced).toEqual([film('b', 'two')]);
  const ended = await open();
  await ended.book.renewFilm();
  expect(await ended.book.current(part('a'))).toBe(part('a'));
});
