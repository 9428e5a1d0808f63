import timers from 'node:timers';
import { promisify } from 'node:util';

/** Puts `by` in the place of a property until everything is undone. */
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
 * Replaces the timers of this process by the same ones that are noted: the globals, those of `node:timers`, and
 * `setTimeout` of `node:timers/promises`. What was begun before, or is not to be noted, is left out.
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
      // A timer is ended by its own methods, too.
      const end = () => {
        waiting.delete(timer);
        return close();
      };
      const close = timer.close.bind(timer);
      return Object.assign(timer, { close: end, [Symbol.dispose]: () => void end() });
    };
    // So that `promisify` makes of it what it makes of the own one.
    return Object.assign(noted, { [promisify.custom]: Reflect.get(begin, promisify.custom) });
  }
  const begins = {
    setTimeout: noting('setTimeout', setTimeout),
    setInterval: noting('setInterval', setInterval),
  };
  const ending = (end: typeof clearTimeout) => (timer: NodeJS.Timeout | number | string) => {
    // The number of a timer stands for it, too.
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

/** Whether the function that began a timer belongs to Node.js, such as its `fetch`, which keeps a clock of its own. */
function isCalledByNode(): boolean {
  // Timers that are watched twice have more than one of this file's functions between.
  const [, ...callers] = new Error('who').stack?.split('\n') ?? [];
  return callers.find((caller) => !caller.includes(ownPath))?.includes('node:') ?? false;
}
