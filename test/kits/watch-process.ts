import { inspect } from 'node:util';

/** What code in this process did beside its result. */
export interface Watched<Value> {
  readonly value: Value;
  /** What was written to the console and to both outputs of the process. */
  readonly output: string;
  /** Calls what timers of the code still wait to call, as if their time had come. */
  readonly runTimers: () => void;
}

const consoleNames = ['debug', 'dir', 'error', 'info', 'log', 'table', 'trace', 'warn'] as const;

/**
 * Runs code that uses the console, the outputs of the process or timers, and returns what it did with them. Nothing of
 * it reaches the real console. What a logging library writes to a file descriptor by itself is not seen.
 */
export async function watchProcess<Value>(work: () => Promise<Value>): Promise<Watched<Value>> {
  const lines: string[] = [];
  const waiting = new Map<unknown, () => void>();
  const undo: (() => void)[] = [];

  function replace<Key extends keyof Target, Target extends object>(target: Target, key: Key, by: unknown) {
    const original = target[key];
    target[key] = by as Target[Key];
    undo.push(() => {
      target[key] = original;
    });
  }

  const write = (...parts: readonly unknown[]) => {
    lines.push(parts.map((part) => (typeof part === 'string' ? part : everythingOf(part))).join(' '));
    return true;
  };
  for (const name of consoleNames) replace(console, name, write);
  for (const stream of [process.stdout, process.stderr]) {
    replace(stream, 'write', (text: string | Uint8Array, ...rest: readonly unknown[]) => {
      write(typeof text === 'string' ? text : Buffer.from(text).toString('utf8'));
      const done = rest.find((one) => typeof one === 'function');
      if (typeof done === 'function') done();
      return true;
    });
  }
  const { setTimeout: begin, clearTimeout: end } = globalThis;
  replace(
    globalThis,
    'setTimeout',
    (run: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => {
      const timer = begin(() => {
        waiting.delete(timer);
        run(...given);
      }, ms);
      waiting.set(timer, () => run(...given));
      return timer;
    },
  );
  replace(globalThis, 'clearTimeout', (timer: NodeJS.Timeout) => {
    waiting.delete(timer);
    end(timer);
  });

  const runTimers = () => {
    for (const [timer, run] of waiting) {
      end(timer as NodeJS.Timeout);
      waiting.delete(timer);
      run();
    }
  };
  try {
    return { value: await work(), output: lines.join('\n'), runTimers };
  } finally {
    for (const one of undo) one();
  }
}

/** An object as text with everything in it: hidden properties, causes and lists as well. */
export function everythingOf(value: unknown): string {
  return inspect(value, { depth: 12, showHidden: true, maxArrayLength: null, maxStringLength: null });
}
