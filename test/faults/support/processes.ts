import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectRoot } from '#server/files/project-root.ts';

/** A part of the shop as a process of its own, which a script may kill at any moment. */
export interface Child {
  readonly pid: number;
  readonly url: string;
  /** Everything it has said, for the one who asks why it ended. */
  output(): string;
  hasEnded(): boolean;
  /** Sends the signal and answers once the process is gone, with its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Stops it in its tracks, or lets it go on: it keeps its connections and answers nobody. */
  freeze(): void;
  thaw(): void;
}

interface ChildOptions {
  /** The file to run, from the project's root. */
  readonly entry: string;
  readonly env: Readonly<Record<string, string>>;
  readonly url: string;
  /** Path that answers below 500 as soon as the process can work. */
  readonly readyPath: string;
}

const startMs = 60_000;
const pollMs = 50;
/** Nothing of the surroundings but what a process needs to be found. */
const passed = ['PATH', 'HOME', 'TMPDIR', 'LANG'];

/** Starts a process and waits until it can work. Throws with what it said when it ends before. */
export async function startChild({ entry, env, url, readyPath }: ChildOptions): Promise<Child> {
  const inherited = Object.fromEntries(passed.map((name) => [name, process.env[name]]));
  const child = spawn(process.execPath, [join(projectRoot, entry)], {
    cwd: projectRoot,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      said += text;
    });
  }
  const started = asChild(child, url, () => said);
  for (let waited = 0; !(await isReady(`${url}${readyPath}`)); waited += pollMs) {
    if (started.hasEnded() || waited > startMs) {
      await started.end('SIGKILL');
      throw new Error(`${entry} did not start; it said:\n${said}`);
    }
    await pause(pollMs);
  }
  return started;
}

function asChild(child: ChildProcess, url: string, said: () => string): Child {
  if (child.pid === undefined) throw new Error('The process could not be started');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    pid: child.pid,
    url,
    output: said,
    hasEnded,
    end: async (signal) => {
      const exited = hasEnded() ? null : once(child, 'exit');
      child.kill(signal);
      await exited;
      return child.exitCode;
    },
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).status < 500;
  } catch {
    return false;
  }
}

/** An address that stays while what is behind it goes away and comes back somewhere else. */
interface Relay {
  readonly port: number;
  /** Refuses connections from now on, and cuts those that are open. */
  refuse(): Promise<void>;
  /** Takes connections again and leads them to this port. */
  forwardTo(port: number): Promise<void>;
}

/** Passes connections on to another port of this machine. */
export async function openRelay(target: number): Promise<Relay> {
  let behind = target;
  const open = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(behind, '127.0.0.1');
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.once('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async refuse() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
    async forwardTo(next) {
      behind = next;
      await listen(port);
    },
  };
}
