import { playlistAddresses, renewedAddresses } from '#core/rules/learning/film-stream.ts';

/** Returns the text at an address, null when it cannot be loaded. */
export type ReadText = (address: string) => Promise<string | null>;

/** The URLs of a playing film, and their current replacements. */
export interface RenewedUrls {
  /** Records a playlist as the player loaded it. */
  note(playlist: string, text: string): void;
  /** Returns the current URL for an original one; waits while URLs are being renewed. */
  current(address: string): Promise<string>;
  /** Reloads the playlists that contain a URL, or the whole film if they cannot be loaded. */
  renewPlaylist(address: string): Promise<void>;
  /** Reloads all playlists from a new URL of the film. */
  renewFilm(): Promise<void>;
}

/** The URL without its signature, which identifies the file. */
const nameOf = (address: string) => address.split('?')[0] ?? address;

/**
 * Tracks renewed URLs. A reloaded playlist lists the same parts in the same order at new URLs
 * (docs/behaviour/learning.md#adaptive-films), so the player can keep its playlist. `onReplaced` is called if the film
 * at the new URL is a different one.
 */
export function createRenewedUrls(
  film: string,
  readText: ReadText,
  renew: () => Promise<string | null>,
  onReplaced: (address: string) => void,
): RenewedUrls {
  /** The names of the parts of each playlist. */
  const playlists = new Map<string, readonly string[]>();
  const replaced = new Map<string, string>();
  const running = new Map<string, Promise<void>>();

  /** Reloads a playlist and replaces its URLs. Returns false if it cannot be loaded. */
  async function readAgain(playlist: string): Promise<boolean> {
    const address = replaced.get(playlist) ?? playlist;
    const text = await readText(address);
    if (text === null) return false;
    const fresh = renewedAddresses(playlists.get(playlist) ?? [], playlistAddresses(text, address));
    for (const [part, after] of fresh ?? []) replaced.set(part, after);
    return fresh !== null;
  }

  async function readFilm(): Promise<void> {
    const address = await renew();
    if (address === null) return;
    if (nameOf(address) !== nameOf(film)) return onReplaced(address);
    replaced.set(nameOf(film), address);
    // The master playlist comes first, because it has the URLs of the others.
    await readAgain(nameOf(film));
    await Promise.all([...playlists.keys()].filter((name) => name !== nameOf(film)).map(readAgain));
  }

  /** Joins simultaneous renewals: several parts usually expire at once. */
  function once(name: string, run: () => Promise<void>): Promise<void> {
    const started = running.get(name) ?? run().finally(() => running.delete(name));
    running.set(name, started);
    return started;
  }

  return {
    note(playlist, text) {
      replaced.set(nameOf(playlist), playlist);
      const parts = playlistAddresses(text, playlist);
      playlists.set(nameOf(playlist), parts.map(nameOf));
      for (const part of parts) replaced.set(nameOf(part), part);
    },
    async current(address) {
      await Promise.all(running.values());
      return replaced.get(nameOf(address)) ?? address;
    },
    renewPlaylist: (address) =>
      once('playlist', async () => {
        const holding = [...playlists].filter(([, parts]) => parts.includes(nameOf(address)));
        const isRead = await Promise.all(holding.map(([playlist]) => readAgain(playlist)));
        if (isRead.includes(false)) await readFilm();
      }),
    renewFilm: () => once('film', readFilm),
  };
}
