import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** A command that takes longer than this hangs, also on a machine that does other things. */
const hangsAfterMinutes = 240;
const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a command that npm installed, with the project's Node.js first in PATH, and returns its exit code. It has a
 * process group of its own. A signal to this process ends the group, and then this process with the signal's usual exit
 * code; shops, databases and browsers end with the processes that started them
 * (`test/support/end-with-this-process.ts`).
 */
export function runCommand(
  [name = '', ...args]: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<number> {
  return new Promise((settled) => {
    const child = spawn(name, args, {
      cwd: root,
      detached: true,
      env: {
        ...process.env,
        PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
        ...environment,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    let endedBy: NodeJS.Signals | null = null;
    const endGroup = (signal: NodeJS.Signals) => {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    };
    const passOn = (signal: NodeJS.Signals) => {
      endedBy ??= signal;
      endGroup(signal);
    };
    for (const signal of endingSignals) process.on(signal, passOn);
    const limit = setTimeout(() => endGroup('SIGTERM'), hangsAfterMinutes * 60_000);
    const finish = (code: number) => {
      clearTimeout(limit);
      for (const signal of endingSignals) process.off(signal, passOn);
      if (endedBy === null) settled(code);
      else process.exit(endedBy === 'SIGINT' ? 130 : 143);
    };
    child.once('error', (error) => {
      console.error(`${name} could not be run: ${error.message}`);
      finish(1);
    });
    child.once('exit', (code) => finish(code ?? 1));
  });
}

/**
 * Returns the processor time in seconds of all processes that this one has started and that have ended, with those that
 * they started; null where the system does not tell it (it is read from Linux's `/proc`, which counts hundredths).
 */
export function processorSeconds(): number | null {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The second field is the name in brackets, which may contain spaces; `cutime` and `cstime` are fields 16 and 17.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return null;
  }
}
