import timers from 'node:timers';
import { promisify } from 'node:util';

/** Replaces a property by `by` until all replacements are undone. */
export type Replace = <Key extends keyof Target, Target extends object>(
  target: Target,
  key: Key,
  by: unknown,
) => void;

type Kind = 'setTimeout' | 'setInterval';

interface Waiting {
  readonly kind: Kind;
  readonly run: () => void;
  readonly isOfNode: boolean;
}

type Begin = (run: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => NodeJS.Timeout;

interface Pause {
  readonly signal?: AbortSignal;
  readonly ref?: boolean;
}

/**
 * Replaces the timers of this process by recording ones: the globals, those of `node:timers`, and `setTimeout` of
 * `node:timers/promises`. It records timers that start while `isNoted`.
 */
export function replaceTimers(
  replace: Replace,
  isNoted: () => boolean,
): { left: () => readonly Kind[]; runTimers: () => void } {
  const waiting = new Map<NodeJS.Timeout, Waiting>();
  const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;

  function noting(kind: Kind, begin: Begin): Begin {
    const noted: Begin = (run, ms, ...given) => {
      const timer = begin(() => {
        if (kind === 'setTimeout') waiting.delete(timer);
        run(...given);
      }, ms);
      if (!isNoted()) return timer;
      waiting.set(timer, { kind, run: () => run(...given), isOfNode: isCalledByNode() });
      // A timer may also be cleared by its own methods.
      const end = () => {
        waiting.delete(timer);
        return close();
      };
      const close = timer.close.bind(timer);
      return Object.assign(timer, { close: end, [Symbol.dispose]: () => void end() });
    };
    // `promisify` has to work as with the original.
    return Object.assign(noted, { [promisify.custom]: Reflect.get(begin, promisify.custom) });
  }
  const begins = {
    setTimeout: noting('setTimeout', setTimeout),
    setInterval: noting('setInterval', setInterval),
  };
  const ending = (end: typeof clearTimeout) => (timer: NodeJS.Timeout | number | string) => {
    // A timer may also be cleared by its number.
    const isName = typeof timer === 'number' || typeof timer === 'string';
    const ended = isName ? [...waiting.keys()].find((one) => Number(one) === Number(timer)) : timer;
    if (ended !== undefined) waiting.delete(ended);
    end(timer);
  };
  const ends = { clearTimeout: ending(clearTimeout), clearInterval: ending(clearInterval) };
  for (const place of [globalThis, timers]) {
    for (const [name, by] of Object.entries({ ...begins, ...ends })) replace(place, name as Kind, by);
  }
  replace(
    timers.promises,
    'setTimeout',
    (ms: number, value: unknown, { signal, ref = true }: Pause = {}) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const timer = begins.setTimeout(() => resolve(value), ms);
        if (!ref) timer.unref();
        signal?.addEventListener('abort', () => {
          ends.clearTimeout(timer);
          reject(signal.reason);
        });
      }),
  );

  return {
    left: () =>
      [...waiting]
        .filter(([timer, { kind, isOfNode }]) => !isOfNode && (kind === 'setInterval' || timer.hasRef()))
        .map(([, { kind }]) => kind),
    runTimers() {
      for (const [timer, { run, isOfNode }] of waiting) {
        if (isOfNode) continue;
        clearTimeout(timer);
        run();
      }
    },
  };
}

const ownPath = new URL(import.meta.url).pathname;

/** Returns whether code of Node.js started a timer, such as its `fetch`. */
function isCalledByNode(): boolean {
  // With nested watching, several functions of this file are on the stack.
  const [, ...callers] = new Error('who').stack?.split('\n') ?? [];
  return callers.find((caller) => !caller.includes(ownPath))?.includes('node:') ?? false;
}
