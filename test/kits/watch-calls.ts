import { AsyncLocalStorage } from 'node:async_hooks';
import { expect } from 'vitest';
import { everythingOf, rememberProcess, watchProcess, waysToTell } from './watch-process.ts';

/** One call of an adapter, as it was made and what became of it. */
export interface Call {
  readonly name: string;
  readonly given: readonly unknown[];
  /** What it returned, or undefined when it failed. */
  readonly value?: unknown;
  /** What it failed with. */
  readonly error?: unknown;
  /** What of the process was not as before when it returned. */
  readonly changes: readonly string[];
}

/** What holds for every call of an adapter, whatever test makes it. */
export interface CallRules<Harness> {
  /** Puts followed adapters into the place of those of a harness. */
  follow(harness: Harness, follow: <Adapter extends object>(adapter: Adapter) => Adapter): Harness;
  /** Fails when a call has returned something that it never may. */
  check(call: Call): void;
  /** What a call was given, or has returned, that stands in no log, file or error. */
  secrets(call: Call): readonly string[];
  /** Whether what the adapter writes into files is what it is for. */
  mayWriteFiles?(harness: Harness): boolean;
  /** Whether timers that are left are those of somebody else, whom the adapter asks. */
  mayLeaveTimers?(harness: Harness): boolean;
  /** What the adapter has written to the log that it was given. */
  logged?(harness: Harness): Promise<string>;
}

/** Whether the code that runs now belongs to a call of an adapter; what it begins belongs to it, too. */
const inCall = new AsyncLocalStorage<string>();

/** Deeply, but for bytes, streams and signals: who changes what it was given throws. */
function freeze(value: unknown, seen = new Set<object>()): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  if (value.constructor !== Object && !Array.isArray(value)) return;
  // What is frozen may hold something that is not.
  seen.add(value);
  for (const one of Object.values(value)) freeze(one, seen);
  Object.freeze(value);
}

/** An adapter of which every call is noted. A copy of it is followed as well. */
function following<Adapter extends object>(adapter: Adapter, note: (call: Call) => void): Adapter {
  const follow =
    (name: string, method: (...given: unknown[]) => unknown) =>
    (...given: unknown[]) => {
      for (const one of given) freeze(one);
      const { changes } = rememberProcess();
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
  // Its target is empty, because of a frozen adapter nothing else may be returned than what it has.
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
 * Runs a test of a kit, and looks at everything that calls of the adapter do beside what the test looks at: timers that
 * they leave, what they write, what they change of the process and of what they were given, and what they return.
 */
export async function watchCalls<Harness>(
  { follow, check, secrets, mayLeaveTimers, mayWriteFiles, logged }: CallRules<Harness>,
  harness: Harness,
  run: (harness: Harness) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const calls: Call[] = [];
  const followed = follow(harness, (adapter) => following(adapter, (call) => calls.push(call)));
  // A call that never returns must leave the next test a process as it was.
  const stopped = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const { timers, output, files } = await watchProcess(() => Promise.race([run(followed), stopped]), {
    isNoted: () => inCall.getStore() !== undefined,
    waitsForTimers: !mayLeaveTimers?.(harness),
  });
  for (const call of calls) check(call);
  if (!mayLeaveTimers?.(harness)) expect(timers, 'timers that calls have left').toEqual([]);
  for (const { name, changes } of calls) expect(changes, `${name}: what is not as it was`).toEqual([]);
  const all = new Set(calls.flatMap(secrets));
  if (all.size === 0) return;
  const told = `${output} ${mayWriteFiles?.(harness) ? '' : files} ${(await logged?.(harness)) ?? ''}`;
  const errors = calls.map(({ error }) => (error === undefined ? '' : everythingOf(error))).join(' ');
  for (const secret of [...all].flatMap(waysToTell)) {
    expect(told.includes(secret), `told in a log or file: ${secret}`).toBe(false);
    expect(errors.includes(secret), `told in an error: ${secret}`).toBe(false);
  }
}
