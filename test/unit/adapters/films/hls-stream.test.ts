import { afterAll, expect, test, vi } from 'vitest';
import { openHlsStream } from '#adapters/films/hls-stream.ts';
import { settled } from '#test/support/settled.ts';

// Test files share loaded modules, and one that was loaded before keeps the vendor's real modules: load it again here,
// and again for the files that follow.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

interface Settings {
  readonly playlistLoadPolicy: {
    readonly default: { readonly errorRetry: { shouldRetry(...given: readonly unknown[]): boolean } };
  };
}

/** A fake of the player that records its settings and the URLs that it loads. */
const player = vi.hoisted(() => ({ settings: [] as Settings[], loaded: [] as string[] }));
vi.mock('hls.js', () => {
  class FakePlayer {
    static readonly Events = {};
    static readonly ErrorTypes = {};
    static readonly isSupported = () => true;
    constructor(settings: Settings) {
      player.settings.push(settings);
    }
    on() {}
    attachMedia() {}
    startLoad() {}
    destroy() {}
    loadSource(address: string) {
      player.loaded.push(address);
    }
  }
  return { default: FakePlayer };
});

const address = 'https://shop.example/one/master.m3u8';
const other = 'https://shop.example/two/master.m3u8';

test.each([
  ['is played', false, [address, other]],
  ['is not loaded after the stream was closed', true, [address]],
] as const)('another film at the renewed URL %s', async (_, isClosed, expected) => {
  player.loaded.length = 0;
  const renewed = Promise.withResolvers<string | null>();
  const stream = openHlsStream(
    {
      video: { paused: true, currentTime: 12 } as HTMLVideoElement,
      address,
      quality: 'auto',
      renew: () => renewed.promise,
      onOffer() {},
      onFailed() {},
    },
    { navigator: { onLine: true }, performance } as unknown as Window & typeof globalThis,
    async () => null,
  );
  const { shouldRetry } = player.settings.at(-1)?.playlistLoadPolicy.default.errorRetry ?? {};
  shouldRetry?.({}, 0, false, { code: 403, url: address }, true);
  if (isClosed) stream?.close();
  renewed.resolve(other);
  await settled();
  expect(player.loaded).toEqual(expected);
});
