import { playlistAddresses, renewedAddresses } from '#core/rules/learning/film-stream.ts';

/** Returns the text at an address, null when it cannot be loaded. */
export type ReadText = (address: string) => Promise<string | null>;

/** The addresses of a film that is being played, and those that have replaced them. */
export interface AddressBook {
  /** Notes a playlist as the player has loaded it. */
  note(playlist: string, text: string): void;
  /** Returns the address to load instead; waits while addresses are being renewed. */
  current(address: string): Promise<string>;
  /** Fetches the playlists that contain an address anew, and the film when that is refused. */
  renewPlaylist(address: string): Promise<void>;
  /** Fetches all playlists anew, from a new address of the film. */
  renewFilm(): Promise<void>;
}

/** An address without its signature: the same thing has the same name. */
const nameOf = (address: string) => address.split('?')[0] ?? address;

/**
 * Creates the address book of a film. A playlist that comes again has the same parts in the same order at new addresses
 * (docs/behaviour/learning.md#adaptive-films), so the player goes on with the playlist that it knows. `onReplaced`: the
 * film at the new address is another one.
 */
export function createAddressBook(
  film: string,
  readText: ReadText,
  renew: () => Promise<string | null>,
  onReplaced: (address: string) => void,
): AddressBook {
  /** The names of the parts of each playlist. */
  const playlists = new Map<string, readonly string[]>();
  const replaced = new Map<string, string>();
  const running = new Map<string, Promise<void>>();

  /** Replaces the addresses in a playlist by those that it has now. Returns false when it cannot be had. */
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
    // First the playlist of playlists, because it has the addresses of the others.
    await readAgain(nameOf(film));
    await Promise.all([...playlists.keys()].filter((name) => name !== nameOf(film)).map(readAgain));
  }

  /** Several parts miss their addresses at once, and are helped by one renewal. */
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
