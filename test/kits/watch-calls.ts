import { AsyncLocalStorage } from 'node:async_hooks';
import { expect } from 'vitest';
import { encodingsOf, everythingOf, snapshotProcess, watchProcess } from './watch-process.ts';

/** One call of an adapter with its result. */
export interface Call {
  readonly name: string;
  readonly given: readonly unknown[];
  /** The returned value, or undefined after an error. */
  readonly value?: unknown;
  /** The error. */
  readonly error?: unknown;
  /** Changes of the process during the call. */
  readonly changes: readonly string[];
}

/** Rules for every call of an adapter, in every test. */
export interface CallRules<Harness> {
  /** Replaces the adapters of a harness by followed ones. */
  follow(harness: Harness, follow: <Adapter extends object>(adapter: Adapter) => Adapter): Harness;
  /** Fails when a call has returned something that is not allowed. */
  check(call: Call): void;
  /** Returns the secrets of a call that no log, file or error may contain. */
  secrets(call: Call): readonly string[];
  /** Returns whether the adapter has to write files. */
  mayWriteFiles?(harness: Harness): boolean;
  /** Returns whether timers may be left, because they belong to a library that the adapter uses. */
  mayLeaveTimers?(harness: Harness): boolean;
  /** Returns what the adapter has written to its log. */
  logged?(harness: Harness): Promise<string>;
}

/** Set while code of a call runs, and in the asynchronous work that it starts. */
const inCall = new AsyncLocalStorage<string>();

/** Freezes arguments deeply, except bytes, streams and signals, so that changes throw. */
function freeze(value: unknown, seen = new Set<object>()): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  if (value.constructor !== Object && !Array.isArray(value)) return;
  // A frozen object may contain one that is not.
  seen.add(value);
  for (const one of Object.values(value)) freeze(one, seen);
  Object.freeze(value);
}

/** Returns an adapter whose calls are recorded, also those of copies of it. */
function following<Adapter extends object>(adapter: Adapter, note: (call: Call) => void): Adapter {
  const follow =
    (name: string, method: (...given: unknown[]) => unknown) =>
    (...given: unknown[]) => {
      for (const one of given) freeze(one);
      const { changes } = snapshotProcess();
      const done = (value: unknown) => {
        note({ name, given, value, changes: changes() });
        return value;
      };
      const failed = (error: unknown): never => {
        note({ name, given, error: error ?? 'nothing', changes: changes() });
        throw error;
      };
      let made: unknown;
      try {
        made = inCall.run(name, () => Reflect.apply(method, adapter, given));
      } catch (error) {
        return failed(error);
      }
      return made instanceof Promise ? made.then(done, failed) : done(made);
    };
  // The target is empty, because a proxy of a frozen adapter could not return other functions.
  return new Proxy({} as Adapter, {
    get(_, name) {
      const found: unknown = Reflect.get(adapter, name);
      return typeof found === 'function' ? follow(String(name), found as () => unknown) : found;
    },
    has: (_, name) => Reflect.has(adapter, name),
    ownKeys: () => Reflect.ownKeys(adapter),
    getOwnPropertyDescriptor(_, name) {
      const descriptor = Reflect.getOwnPropertyDescriptor(adapter, name);
      return descriptor && { ...descriptor, configurable: true };
    },
  });
}

/**
 * Runs a kit test and checks the side effects and results of every call: timers that stay behind, output, changes of
 * the process and of arguments, and returned values.
 */
export async function watchCalls<Harness>(
  { follow, check, secrets, mayLeaveTimers, mayWriteFiles, logged }: CallRules<Harness>,
  harness: Harness,
  run: (harness: Harness) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const calls: Call[] = [];
  const followed = follow(harness, (adapter) => following(adapter, (call) => calls.push(call)));
  // The process has to be restored after a call that never returns.
  const stopped = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const { timers, output, files } = await watchProcess(() => Promise.race([run(followed), stopped]), {
    isNoted: () => inCall.getStore() !== undefined,
    waitsForTimers: !mayLeaveTimers?.(harness),
  });
  for (const call of calls) check(call);
  if (!mayLeaveTimers?.(harness)) expect(timers, 'timers that calls have left').toEqual([]);
  for (const { name, changes } of calls) expect(changes, `${name}: changes of the process`).toEqual([]);
  const all = new Set(calls.flatMap(secrets));
  if (all.size === 0) return;
  const told = `${output} ${mayWriteFiles?.(harness) ? '' : files} ${(await logged?.(harness)) ?? ''}`;
  const errors = calls.map(({ error }) => (error === undefined ? '' : everythingOf(error))).join(' ');
  for (const secret of [...all].flatMap(encodingsOf)) {
    expect(told.includes(secret), `in a log or file: ${secret}`).toBe(false);
    expect(errors.includes(secret), `in an error: ${secret}`).toBe(false);
  }
}
