import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from '#server/platform/files/project-root.ts';

/** A program in a separate process, for tests that kill processes. */
export interface TestProcess {
  readonly pid: number;
  /**
   * Returns the first output line that starts with `word`, without this word. Throws if the process ends
   * before.
   */
  line(word: string): Promise<string>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/**
 * Runs a TypeScript file. `file` is relative to the project's root. `input` is passed as JSON in the first
 * argument.
 */
export function runProgram(file: string, input: unknown): TestProcess {
  const child = spawn(process.execPath, [join(projectRoot, file), JSON.stringify(input)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const changed = new EventTarget();
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => {
    lines.push(line);
    changed.dispatchEvent(new Event('change'));
  });
  const ended = once(child, 'exit').then(() => changed.dispatchEvent(new Event('change')));
  return {
    pid: pidOf(child),
    line: async (word) => {
      for (;;) {
        const found = lines.find((line) => line.startsWith(`${word} `));
        if (found !== undefined) return found.slice(word.length + 1);
        if (child.exitCode !== null || child.signalCode !== null) {
          throw new Error(`${file} ended before it printed "${word}". Its output: ${lines.join(' / ')}`);
        }
        await once(changed, 'change');
      }
    },
    kill: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
}

/** Runs an operator's command in a process of its own, and returns its output and exit status. */
export function runShopCommand(args: readonly string[], environment: Readonly<Record<string, string>>) {
  return spawnSync(process.execPath, [join(projectRoot, 'src/app/shop-command.ts'), ...args], {
    env: { PATH: process.env.PATH, ...environment },
    encoding: 'utf8',
    timeout: 240_000,
  });
}

/** Returns the input that was passed to `runProgram`; called by the started program. */
export function readInput<Input>(): Input {
  return JSON.parse(process.argv[2] ?? 'null');
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('The process could not be started');
  return child.pid;
}
