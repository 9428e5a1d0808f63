import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { inspect } from 'node:util';
import { type Replace, replaceTimers } from './watch-timers.ts';

/** What code in this process did beside its result. */
export interface Watched<Value> {
  readonly value: Value;
  /** What was written to the console, to both outputs of the process, and as a warning of it. */
  readonly output: string;
  /** What was written into files and to file descriptors, as logging libraries do. */
  readonly files: string;
  /** Calls what timers of the code still wait to call, as if their time had come, and ends them; not those of Node.js. */
  readonly runTimers: () => void;
  /**
   * The timers that go on when the code has returned: intervals, and those that keep the process alive. Those that Node.js
   * makes for itself are left out.
   */
  readonly timers: readonly ('setTimeout' | 'setInterval')[];
}

const consoleNames = ['debug', 'dir', 'error', 'info', 'log', 'table', 'trace', 'warn'] as const;

const fileNames = [
  'appendFile',
  'appendFileSync',
  'write',
  'writeFile',
  'writeFileSync',
  'writeSync',
] as const;

/**
 * Runs code that uses the console, the outputs of the process, files or timers, also those that it imports from
 * `node:fs` and `node:timers`, and returns what it did with them. Nothing of it reaches the real console.
 */
export async function watchProcess<Value>(work: () => Promise<Value>): Promise<Watched<Value>> {
  const lines: string[] = [];
  const files: string[] = [];
  const undo: (() => void)[] = [];
  const replace: Replace = (target, key, by) => {
    const original = target[key];
    target[key] = by as (typeof target)[typeof key];
    undo.push(() => {
      target[key] = original;
    });
  };

  const write = (...parts: readonly unknown[]) => {
    lines.push(parts.map((part) => (typeof part === 'string' ? part : everythingOf(part))).join(' '));
    return true;
  };
  for (const name of consoleNames) replace(console, name, write);
  replace(process, 'emitWarning', write);
  for (const stream of [process.stdout, process.stderr]) {
    replace(stream, 'write', (text: string | Uint8Array, ...rest: readonly unknown[]) => {
      write(textOf(text));
      const done = rest.find((one) => typeof one === 'function');
      if (typeof done === 'function') done();
      return true;
    });
  }
  for (const [place, names] of [
    [fs, fileNames],
    [fs.promises, ['appendFile', 'writeFile']],
  ] as const) {
    for (const name of names) {
      const original = Reflect.get(place, name);
      replace(place as typeof fs, name as 'writeFile', (...given: unknown[]) => {
        files.push(textOf(given[1]));
        return Reflect.apply(original, place, given);
      });
    }
  }
  const { left, runTimers } = replaceTimers(replace);
  // What was imported by its name from a module of Node.js is replaced as well.
  syncBuiltinESMExports();
  try {
    const value = await work();
    return { value, output: lines.join('\n'), files: files.join('\n'), runTimers, timers: left() };
  } finally {
    for (const one of undo.toReversed()) one();
    syncBuiltinESMExports();
  }
}

function textOf(written: unknown): string {
  if (typeof written === 'string') return written;
  return written instanceof Uint8Array ? Buffer.from(written).toString('utf8') : everythingOf(written);
}

/** An object as text with everything in it: hidden properties, causes and lists as well. */
export function everythingOf(value: unknown): string {
  return inspect(value, { depth: 12, showHidden: true, maxArrayLength: null, maxStringLength: null });
}
