import type { Observable } from 'rxjs';

/** Messages that tabs send each other. */
export type TabMessage = 'session_ended' | 'session_started' | 'wish_list_changed';

/**
 * Messages between the tabs of this browser.
 *
 * Promises: a message reaches the other open tabs soon, in the order sent, and never the tab that sent it. Does not
 * reach tabs that are opened later. Never throws; where the browser does not support it, no message arrives.
 */
export interface TabBroadcast {
  send(message: TabMessage): void;
  /** Never errs or completes. */
  readonly messages$: Observable<TabMessage>;
}
