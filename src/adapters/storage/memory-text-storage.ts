import { filter, map, Subject } from 'rxjs';
import type { TextStorage } from '#ports/browser/text-storage.ts';

export interface SharedTextStorage {
  /** The storage of another tab. */
  openTab(): TextStorage;
}

/** A storage in memory that several tabs share. Changes are reported to the other tabs at once. */
export function createSharedTextStorage(): SharedTextStorage {
  const texts = new Map<string, string>();
  const changes = new Subject<{ readonly tab: object; readonly key: string }>();
  return {
    openTab() {
      const tab = {};
      const change = (key: string, text: string | null) => {
        if ((texts.get(key) ?? null) === text) return;
        if (text === null) texts.delete(key);
        else texts.set(key, text);
        changes.next({ tab, key });
      };
      return {
        read: (key) => texts.get(key) ?? null,
        write: change,
        remove: (key) => change(key, null),
        changes$: (key) =>
          changes.pipe(
            filter((changed) => changed.tab !== tab && changed.key === key),
            map(() => texts.get(key) ?? null),
          ),
      };
    },
  };
}

/** A storage in memory for one tab. */
export function createMemoryTextStorage(): TextStorage {
  return createSharedTextStorage().openTab();
}
