import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#server/files/project-root.ts';

/** A process of the bench that responds to requests while it works. */
export interface AskedProcess<Question, Reply> {
  ask(question: Question): Promise<Reply>;
  hasEnded(): boolean;
  /** Resolves when it has ended. */
  end(): Promise<void>;
}

interface AskedOptions {
  /** The file to run, from the project's root. */
  readonly entry: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The file for its log, as in production; errors stay visible. */
  readonly logFile: string;
}

/** The environment variables that a process needs. */
const passed = ['PATH', 'HOME', 'TMPDIR', 'LANG'];

/** Starts a part of the bench as its own process, so that parts do not use each other's processor time. */
export function startAsked<Question extends object, Reply>({
  entry,
  env = {},
  logFile,
}: AskedOptions): AskedProcess<Question, Reply> {
  const inherited = Object.fromEntries(passed.map((name) => [name, process.env[name] ?? '']));
  const child = fork(join(projectRoot, entry), {
    env: { ...inherited, NODE_ENV: 'production', ...env },
    execArgv: (process.env.BENCH_NODE_OPTIONS ?? '').split(' ').filter((option) => option !== ''),
    stdio: ['ignore', openSync(logFile, 'a'), 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  return {
    ask: async (question) => {
      if (hasEnded(child)) throw new Error(`${entry} has ended; its log is in ${logFile}`);
      child.send(question);
      const [reply] = (await Promise.race([once(child, 'message'), endedEarly(ended, entry)])) as [Reply];
      return reply;
    },
    hasEnded: () => hasEnded(child),
    end: async () => {
      if (!hasEnded(child)) child.kill('SIGTERM');
      await ended;
    },
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function endedEarly(ended: Promise<unknown>, entry: string): Promise<never> {
  await ended;
  throw new Error(`${entry} ended before it answered`);
}

/** The other side: responds to the requests of the bench, one after the other. */
export function answerQuestions<Question, Reply>(answer: (question: Question) => Promise<Reply>): void {
  process.on('message', (question) => {
    void answer(question as Question).then((reply) => process.send?.(reply));
  });
}
