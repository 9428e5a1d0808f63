import type { FilmStreams } from '#ports/film-streams.ts';

/** Plays films as HLS. The player is loaded with the first film. `page` is the window of the tab. */
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
      // Safari plays HLS natively, and AirPlay only works that way.
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
