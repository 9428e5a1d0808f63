import { Observable } from 'rxjs';
import { tabMessages } from '#core/model/tab-message.ts';
import type { TabBroadcast, TabLock } from '#ports/browser/tabs.ts';

/** Messages over a `BroadcastChannel`; unknown messages are ignored. */
export function createBroadcastTabs(channel: BroadcastChannel): TabBroadcast {
  return {
    send(message) {
      try {
        channel.postMessage(message);
      } catch {
        // The channel of a tab that is being closed throws, which does not matter.
      }
    },
    messages$: new Observable((subscriber) => {
      const listen = ({ data }: MessageEvent<unknown>) => {
        const message = tabMessages.find((name) => name === data);
        if (message !== undefined) subscriber.next(message);
      };
      channel.addEventListener('message', listen);
      return () => channel.removeEventListener('message', listen);
    }),
  };
}

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
      // The type definition drops the task's result type.
      return (await locks.request(`meisterhand:${name}`, task)) as Value;
    },
  };
}
