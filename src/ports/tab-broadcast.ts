import type { Observable } from 'rxjs';

/** The messages between tabs. */
export type TabMessage = 'cart_changed' | 'session_ended' | 'session_started' | 'wish_list_changed';

/**
 * Sends messages between the tabs of this browser.
 *
 * Promises: a message reaches all other open tabs in the order of sending, and never the sending tab. Does
 * not reach tabs that are opened later. Never throws; in a browser without support no message arrives.
 */
export interface TabBroadcast {
  send(message: TabMessage): void;
  /** The messages of other tabs. Never errors and never completes. */
  readonly messages$: Observable<TabMessage>;
}
