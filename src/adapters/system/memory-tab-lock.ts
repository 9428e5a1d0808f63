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
