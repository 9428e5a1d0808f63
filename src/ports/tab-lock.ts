/**
 * Mutual exclusion over all tabs of this browser that show the shop.
 *
 * Promises: tasks under one name run one after the other, in this tab and over all tabs; the lock is freed when the
 * task settles or its tab is closed. Answers and fails as the task does. Where the browser has no such locks, it holds
 * within the tab only. Not re-entrant: a task must not ask for its own name.
 */
export interface TabLock {
  runAlone<Value>(name: string, task: () => Promise<Value>): Promise<Value>;
}
