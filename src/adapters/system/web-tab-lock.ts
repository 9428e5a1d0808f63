import type { TabLock } from '#ports/tab-lock.ts';

/** Web Locks of the browser: shared by all tabs of one origin, freed when a tab closes. */
export function createWebTabLock(locks: Pick<LockManager, 'request'>): TabLock {
  return {
    async runAlone<Value>(name: string, task: () => Promise<Value>): Promise<Value> {
      // The type definition loses the type of the task's result.
      return (await locks.request(`meisterhand:${name}`, task)) as Value;
    },
  };
}
