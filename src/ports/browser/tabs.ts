import type { Observable } from 'rxjs';
import type { TabMessage } from '#core/model/tab-message.ts';

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

/**
 * A lock that all tabs of the shop in this browser share.
 *
 * Promises: tasks with the same name run one after the other, in all tabs. The lock is released when the task
 * settles or its tab is closed. Returns the result of the task and rejects when the task rejects. In a
 * browser without such locks it works only within the tab. Not re-entrant: a task must not request the lock
 * that it holds.
 */
export interface TabLock {
  runAlone<Value>(name: string, task: () => Promise<Value>): Promise<Value>;
}
