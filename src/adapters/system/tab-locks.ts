import type { TabLock } from '#ports/tab-lock.ts';

/** Locks in memory: for one tab, or for all tabs that are given the same lock. */
export function createMemoryTabLock(): TabLock {
  const last = new Map<string, Promise<unknown>>();
  return {
    runAlone(name, task) {
      const result = (last.get(name) ?? Promise.resolve()).then(task);
      last.set(
        name,
        result.catch(() => undefined),
      );
      return result;
    },
  };
}

/** Web Locks of the browser: shared by all tabs of one origin, freed when a tab closes. */
export function createWebTabLock(locks: Pick<LockManager, 'request'>): TabLock {
  return {
    async runAlone<Value>(name: string, task: () => Promise<Value>): Promise<Value> {
      // The type definition loses the type of the task's result.
      return (await locks.request(`meisterhand:${name}`, task)) as Value;
    },
  };
}
