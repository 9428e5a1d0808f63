import fs from 'node:fs';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { inspect } from 'node:util';
import { type Replace, replaceTimers } from './watch-timers.ts';

/** The result and the side effects of code in this process. */
export interface Watched<Value> {
  readonly value: Value;
  /** Text written to the console, to both outputs of the process, and as warnings of the process. */
  readonly output: string;
  /** Text written into files and to file descriptors, as logging libraries do. */
  readonly files: string;
  /** Runs the pending timers of the code at once and clears them, except those of Node.js. */
  readonly runTimers: () => void;
  /**
   * Timers that are pending when the code has returned: intervals, and timeouts that keep the process alive, except
   * those of Node.js itself.
   */
  readonly timers: readonly ('setTimeout' | 'setInterval')[];
  /**
   * Changes of the process: names of environment variables, events with new listeners, globals, settings such as the
   * certificate check, and methods of prototypes.
   */
  readonly changes: readonly string[];
}

/** Turns of ten milliseconds that timers of a clean-up have to end. */
const turns = 20;
const { setTimeout: ownTimeout } = globalThis;
const nextTurn = () => new Promise((resolve) => ownTimeout(resolve, 10));

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
 * Runs code and records its use of the console, the outputs of the process, files and timers, also of those imported
 * from `node:fs` and `node:timers`. Only what happens while `isNoted` is recorded, and does not reach the real console.
 * `waitsForTimers`: waits a moment for timers to end.
 */
export async function watchProcess<Value>(
  work: () => Promise<Value>,
  { isNoted = (): boolean => true, waitsForTimers = false } = {},
): Promise<Watched<Value>> {
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

  const note = (...parts: readonly unknown[]) =>
    lines.push(parts.map((part) => (typeof part === 'string' ? part : everythingOf(part))).join(' '));
  const noting = <Target extends object>(target: Target, name: keyof Target) => {
    const original = target[name] as (...given: unknown[]) => unknown;
    replace(target, name, (...given: unknown[]) =>
      isNoted() ? void note(...given) : Reflect.apply(original, target, given),
    );
  };
  for (const name of consoleNames) noting(console, name);
  noting(process, 'emitWarning');
  for (const stream of [process.stdout, process.stderr]) {
    const original = stream.write;
    replace(stream, 'write', (...given: Parameters<typeof original>) => {
      if (!isNoted()) return Reflect.apply(original, stream, given);
      const [text, ...rest] = given as [string | Uint8Array, ...unknown[]];
      note(textOf(text));
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
        if (isNoted()) files.push(textOf(given[1]));
        return Reflect.apply(original, place, given);
      });
    }
  }
  const { left, runTimers } = replaceTimers(replace, isNoted);
  const { changes, restore } = snapshotProcess();
  // Named imports from modules of Node.js are replaced as well.
  syncBuiltinESMExports();
  try {
    const value = await work();
    for (let turn = 0; waitsForTimers && turn < turns && left().length > 0; turn += 1) await nextTurn();
    const written = { output: lines.join('\n'), files: files.join('\n') };
    return { value, ...written, runTimers, timers: left(), changes: changes() };
  } finally {
    restore();
    for (const one of undo.toReversed()) one();
    syncBuiltinESMExports();
  }
}

const lazy = Symbol('Node.js creates it at the first access');

/** Settings of the process that are not globals, by their names. */
const settings = {
  'https.globalAgent': [https.globalAgent.options, 'rejectUnauthorized'],
  'Error.stackTraceLimit': [Error, 'stackTraceLimit'],
  'process.exitCode': [process, 'exitCode'],
} as const satisfies Record<string, readonly [object, string]>;

const settingValues = () =>
  Object.entries(settings).map(([name, [target, key]]) => [name, Reflect.get(target, key)] as const);

/** Prototypes that the whole process shares. */
const prototypes = [Object, Array, Function, String, Number, Date, Map, Set, Promise].map(
  (one) => one.prototype,
);

const methods = () => prototypes.flatMap((one) => Reflect.ownKeys(one).map((key) => [one, key] as const));

/** Returns the values of all globals, except those with symbols as names. */
function globalValues(): ReadonlyMap<string, unknown> {
  const found = Object.entries(Object.getOwnPropertyDescriptors(globalThis));
  return new Map(found.map(([name, { value, get }]) => [name, get === undefined ? value : lazy] as const));
}

/** Takes a snapshot of environment, listeners and globals of the process, to compare it later and to restore it. */
export function snapshotProcess() {
  const environment = { ...process.env };
  const globals = globalValues();
  const settingsBefore = new Map<string, unknown>(settingValues());
  const methodsBefore = new Map(prototypes.map((one) => [one as object, new Set(Reflect.ownKeys(one))]));
  const addedMethods = () => methods().filter(([one, key]) => !methodsBefore.get(one)?.has(key));
  const listeners = new Map(process.eventNames().map((name) => [name, process.rawListeners(name)]));
  const isNew = (name: string | symbol) =>
    process.rawListeners(name).filter((one) => !listeners.get(name)?.includes(one));
  return {
    changes: () => [
      ...Object.keys({ ...environment, ...process.env }).filter(
        (name) => process.env[name] !== environment[name],
      ),
      ...process
        .eventNames()
        .filter((name) => isNew(name).length > 0)
        .map(String),
      ...[...globalValues()]
        .filter(([name, value]) => globals.get(name) !== lazy && !Object.is(globals.get(name), value))
        .map(([name]) => name),
      ...settingValues()
        .filter(([name, value]) => !Object.is(settingsBefore.get(name), value))
        .map(([name]) => name),
      ...addedMethods().map(([one, key]) => `${one.constructor.name}.prototype.${String(key)}`),
    ],
    restore() {
      for (const [name, value] of globalValues()) {
        const before = globals.get(name);
        if (!globals.has(name)) Reflect.deleteProperty(globalThis, name);
        else if (before !== lazy && !Object.is(before, value)) Reflect.set(globalThis, name, before);
      }
      for (const [name, [target, key]] of Object.entries(settings))
        Reflect.set(target, key, settingsBefore.get(name));
      for (const [one, key] of addedMethods()) Reflect.deleteProperty(one, key);
      for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
      Object.assign(process.env, environment);
      for (const name of process.eventNames())
        for (const one of isNew(name)) process.off(name, one as () => void);
    },
  };
}

function textOf(written: unknown): string {
  if (typeof written === 'string') return written;
  return written instanceof Uint8Array ? Buffer.from(written).toString('utf8') : everythingOf(written);
}

/** Returns a text as it is, in Base64, hexadecimal and URL encoding. */
export function encodingsOf(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const base64 = bytes.toString('base64').replace(/=+$/, '');
  return [
    ...new Set([text, base64, bytes.toString('base64url'), bytes.toString('hex'), encodeURIComponent(text)]),
  ];
}

/** Returns an object as text with hidden properties, causes and whole lists. */
export function everythingOf(value: unknown): string {
  return inspect(value, { depth: 12, showHidden: true, maxArrayLength: null, maxStringLength: null });
}
