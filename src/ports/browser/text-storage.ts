import type { Observable } from 'rxjs';
import type { StorageKey } from '#core/rules/basics/stored-data.ts';

/**
 * Stores texts in the browser: for all tabs (local storage) or for one tab (session storage).
 *
 * Promises: a written text is visible to the next `read` in this tab. Never throws; if the storage is
 * blocked, full or broken, texts are kept in memory. Does not promise that a text remains after the tab is
 * closed.
 */
export interface TextStorage {
  /** Returns the text, or null when none is stored. */
  read(key: string): string | null;
  /** Writes a text under a key that the privacy pages list. */
  write(key: StorageKey, text: string): void;
  remove(key: string): void;
  /**
   * Emits the new text when *another* tab changed it; null when it was removed. Never errors and never
   * completes.
   */
  changes$(key: string): Observable<string | null>;
}
