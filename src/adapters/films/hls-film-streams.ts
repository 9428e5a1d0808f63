import type { FilmStreams } from '#ports/film-streams.ts';

/** Plays films as HLS; the player for that is loaded with the first film. `page`: the window of the tab. */
export function createHlsFilmStreams(page: Window & typeof globalThis): FilmStreams {
  async function readText(address: string): Promise<string | null> {
    try {
      const response = await page.fetch(address);
      return response.ok ? await response.text() : null;
    } catch {
      return null;
    }
  }
  return {
    async open(options) {
      // Safari plays HLS itself, and shows it on a television only then.
      if ('WebKitPlaybackTargetAvailabilityEvent' in page) return null;
      const { openHlsStream } = await import('./hls-stream.ts');
      return openHlsStream(
        { ...options, address: new URL(options.address, page.location.href).href },
        page,
        readText,
      );
    },
    readText,
  };
}
