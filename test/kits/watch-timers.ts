import timers from 'node:timers';

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
 * `setTimeout` of `node:timers/promises`. What was begun before is not noted.
 */
export function replaceTimers(replace: Replace): { left: () => readonly Kind[]; runTimers: () => void } {
  const waiting = new Map<NodeJS.Timeout, Waiting>();
  const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;

  function noting(kind: Kind, begin: Begin): Begin {
    return (run, ms, ...given) => {
      const timer = begin(() => {
        if (kind === 'setTimeout') waiting.delete(timer);
        run(...given);
      }, ms);
      waiting.set(timer, { kind, run: () => run(...given), isOfNode: isCalledByNode() });
      return timer;
    };
  }
  const begins = {
    setTimeout: noting('setTimeout', setTimeout),
    setInterval: noting('setInterval', setInterval),
  };
  const ending = (end: typeof clearTimeout) => (timer: NodeJS.Timeout) => {
    waiting.delete(timer);
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

/** Whether the function that began a timer belongs to Node.js, such as its `fetch`, which keeps a clock of its own. */
function isCalledByNode(): boolean {
  const [, , , caller = ''] = new Error('who').stack?.split('\n') ?? [];
  return caller.includes('node:');
}
