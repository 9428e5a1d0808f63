import type { Observable } from 'rxjs';

/**
 * Texts kept in the browser under keys: for all tabs (local) or for one (session).
 *
 * Promises: what was written is read at once, by this tab; a storage that is blocked, full or broken never throws and
 * is stood in for by memory, so that the tab works on. Does not promise that a text outlives the tab.
 */
export interface TextStorage {
  /** The text, or null when there is none. */
  read(key: string): string | null;
  write(key: string, text: string): void;
  remove(key: string): void;
  /** Emits when *another* tab changed the text: the new one, or null when it was removed. Never errs or completes. */
  changes$(key: string): Observable<string | null>;
}
