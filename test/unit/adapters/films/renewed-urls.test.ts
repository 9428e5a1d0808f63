import { expect, test } from 'vitest';
import { createRenewedUrls } from '#adapters/films/renewed-urls.ts';

const site = 'https://shop.example/media/films';
const film = (signature: string, name = 'one') => `${site}/${name}/master.m3u8?s=${signature}`;

/** Opens a server of playlists. It accepts one signature of films, and signs parts with another. */
function openServer() {
  const valid = { film: 'a', part: 'a' };
  const requested: string[] = [];
  const texts = (): Readonly<Record<string, string>> => ({
    [film(valid.film)]:
      `#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,URI="sound.m3u8?s=${valid.film}"\nv240.m3u8?s=${valid.film}\n`,
    [`${site}/one/v240.m3u8?s=${valid.film}`]: `#EXT-X-KEY:METHOD=AES-128,URI="key?s=${valid.film}"\n/parts/v240?s=${valid.part}\n`,
    [`${site}/one/sound.m3u8?s=${valid.film}`]: `/parts/sound?s=${valid.part}\n`,
  });
  async function readText(address: string): Promise<string | null> {
    requested.push(address);
    return texts()[address] ?? null;
  }
  return { valid, requested, readText };
}

const part = (signature: string) => `https://shop.example/parts/v240?s=${signature}`;

async function open(renewed: () => string | null = () => null) {
  const server = openServer();
  const replaced: string[] = [];
  const urls = createRenewedUrls(
    film('a'),
    server.readText,
    async () => renewed(),
    (address) => replaced.push(address),
  );
  for (const address of [film('a'), `${site}/one/v240.m3u8?s=a`, `${site}/one/sound.m3u8?s=a`])
    urls.note(address, (await server.readText(address)) ?? '');
  server.requested.length = 0;
  return { ...server, replaced, urls };
}

test('expired parts are renewed from their playlist, which is fetched once for all of them', async () => {
  const { valid, requested, urls } = await open();
  expect(await urls.current(part('a'))).toBe(part('a'));
  valid.part = 'b';
  void urls.renewPlaylist(part('a'));
  void urls.renewPlaylist(part('a'));
  expect(await urls.current(part('a'))).toBe(part('b'));
  expect(requested).toEqual([`${site}/one/v240.m3u8?s=a`]);
  valid.part = 'c';
  await urls.renewPlaylist(part('a'));
  expect(await urls.current(part('a'))).toBe(part('c'));
});

test('if the playlists have expired too, all URLs are renewed from a new URL of the film', async () => {
  const { valid, urls, replaced } = await open(() => film('b'));
  Object.assign(valid, { film: 'b', part: 'b' });
  await urls.renewPlaylist(part('a'));
  const current = await Promise.all(
    [part('a'), `${site}/one/key?s=a`, `${site}/one/sound.m3u8?s=a`].map((address) => urls.current(address)),
  );
  expect(current).toEqual([part('b'), `${site}/one/key?s=b`, `${site}/one/sound.m3u8?s=b`]);
  expect(replaced).toEqual([]);
});

test('a new URL of another film is reported, and nothing changes without a new URL', async () => {
  const other = await open(() => film('b', 'two'));
  await other.urls.renewFilm();
  expect(other.replaced).toEqual([film('b', 'two')]);
  const ended = await open();
  await ended.urls.renewFilm();
  expect(await ended.urls.current(part('a'))).toBe(part('a'));
});
