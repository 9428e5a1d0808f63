import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A module run by a process of its own, for tests that kill processes. */
export interface HostProcess {
  readonly pid: number;
  /** The first line that starts with `word`, without that word; fails when the process ends before. */
  line(word: string): Promise<string>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** Runs TypeScript source text as a process. It may import `#…` and packages. */
export function runSource(source: string): HostProcess {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', source], {
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
          throw new Error(`the process ended without "${word}"; it said: ${lines.join(' / ')}`);
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

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('the process could not be started');
  return child.pid;
}
