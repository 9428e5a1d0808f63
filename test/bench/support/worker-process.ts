import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#server/platform/files/project-root.ts';

/** A child process of the benchmark that responds to requests over the IPC channel. */
export interface WorkerProcess<Input, Output> {
  request(input: Input): Promise<Output>;
  hasEnded(): boolean;
  /** Ends the process and resolves when it has ended. */
  end(): Promise<void>;
}

interface WorkerOptions {
  /** The file to run, relative to the project's root. */
  readonly entry: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Options of Node. */
  readonly flags?: readonly string[];
  /** The file for the standard output (the log), as in production; the standard error stays visible. */
  readonly logFile: string;
}

/** The environment variables that the process inherits. */
const passed = ['PATH', 'HOME', 'TMPDIR', 'LANG'];

/** Starts a part of the benchmark in its own process, so that its processor time is measured separately. */
export function startWorker<Input extends object, Output>({
  entry,
  env = {},
  flags = [],
  logFile,
}: WorkerOptions): WorkerProcess<Input, Output> {
  const inherited = Object.fromEntries(passed.map((name) => [name, process.env[name] ?? '']));
  const child = fork(join(projectRoot, entry), {
    env: { ...inherited, NODE_ENV: 'production', ...env },
    execArgv: [...flags, ...optionsIn(process.env.BENCH_NODE_OPTIONS ?? '')],
    stdio: ['ignore', openSync(logFile, 'a'), 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  return {
    request: async (input) => {
      if (hasEnded(child)) throw new Error(`${entry} has ended; its log is in ${logFile}`);
      child.send(input);
      const [output] = (await Promise.race([once(child, 'message'), failAtEnd(ended, entry)])) as [Output];
      return output;
    },
    hasEnded: () => hasEnded(child),
    end: async () => {
      if (!hasEnded(child)) child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Returns the options of Node in a text such as the script `start` of `package.json`. */
export function optionsIn(text: string): readonly string[] {
  return text.split(' ').filter((word) => word.startsWith('--'));
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function failAtEnd(ended: Promise<unknown>, entry: string): Promise<never> {
  await ended;
  throw new Error(`${entry} ended before it responded`);
}

/** Handles the requests of the parent process; called by the started process. */
export function handleRequests<Input, Output>(handle: (input: Input) => Promise<Output>): void {
  process.on('message', (input) => {
    void handle(input as Input).then((output) => process.send?.(output));
  });
}
