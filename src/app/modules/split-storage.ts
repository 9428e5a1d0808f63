import type { MediaStorage } from '#ports/media-storage.ts';

/** Name prefix of files that the shop stores itself. */
const ownPrefix = 'film-';

/** Combines two storages: films made by the shop are in the second, all other files in the first. */
export function splitStorage(content: MediaStorage, films: MediaStorage): MediaStorage {
  const of = (name: string) => (name.startsWith(ownPrefix) ? films : content);
  return {
    find: (name, signal) => of(name).find(name, signal),
    read: (file, range, signal) => of(file.name).read(file, range, signal),
    store: (file, signal) => of(file.name).store(file, signal),
    remove: (name, signal) => of(name).remove(name, signal),
    async addressOf(name, end) {
      return (await of(name).addressOf?.(name, end)) ?? null;
    },
  };
}
