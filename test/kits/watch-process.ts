import { inspect } from 'node:util';

/** What code in this process did beside its result. */
export interface Watched<Value> {
  readonly value: Value;
  /** What was written to the console and to both outputs of the process. */
  readonly output: string;
  /** Calls what timers of the code still wait to call, as if their time had come, and ends them; not those of Node.js. */
  readonly runTimers: () => void;
  /**
   * The timers that go on when the code has returned: intervals, and those that keep the process alive. Those that Node.js
   * makes for itself are left out.
   */
  readonly timers: readonly ('setTimeout' | 'setInterval')[];
}

interface Waiting {
  readonly kind: 'setTimeout' | 'setInterval';
  readonly run: () => void;
  readonly isOfNode: boolean;
}

const consoleNames = ['debug', 'dir', 'error', 'info', 'log', 'table', 'trace', 'warn'] as const;

/**
 * Runs code that uses the console, the outputs of the process or timers, and returns what it did with them. Nothing of
 * it reaches the real console. What a logging library writes to a file descriptor by itself is not seen.
 */
export async function watchProcess<Value>(work: () => Promise<Value>): Promise<Watched<Value>> {
  const lines: string[] = [];
  const waiting = new Map<NodeJS.Timeout, Waiting>();
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
  for (const kind of ['setTimeout', 'setInterval'] as const) {
    const begin = globalThis[kind] as (run: () => void, ms?: number) => NodeJS.Timeout;
    replace(globalThis, kind, (run: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => {
      const timer = begin(() => {
        if (kind === 'setTimeout') waiting.delete(timer);
        run(...given);
      }, ms);
      waiting.set(timer, { kind, run: () => run(...given), isOfNode: isCalledByNode() });
      return timer;
    });
  }
  for (const kind of ['clearTimeout', 'clearInterval'] as const) {
    const end = globalThis[kind];
    replace(globalThis, kind, (timer: NodeJS.Timeout) => {
      waiting.delete(timer);
      end(timer);
    });
  }

  const { clearTimeout: end } = globalThis;
  const runTimers = () => {
    for (const [timer, { run, isOfNode }] of waiting) {
      if (isOfNode) continue;
      end(timer);
      run();
    }
  };
  try {
    const value = await work();
    const left = [...waiting].filter(
      ([timer, { kind, isOfNode }]) => !isOfNode && (kind === 'setInterval' || timer.hasRef()),
    );
    return { value, output: lines.join('\n'), runTimers, timers: left.map(([, { kind }]) => kind) };
  } finally {
    for (const one of undo) one();
  }
}

/** An object as text with everything in it: hidden properties, causes and lists as well. */
export function everythingOf(value: unknown): string {
  return inspect(value, { depth: 12, showHidden: true, maxArrayLength: null, maxStringLength: null });
}

/** Whether the function that began a timer belongs to Node.js, such as its `fetch`, which keeps a clock of its own. */
function isCalledByNode(): boolean {
  const [, , , caller = ''] = new Error('who').stack?.split('\n') ?? [];
  return caller.includes('node:');
}
