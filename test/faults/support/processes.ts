import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectRoot } from '#server/platform/files/project-root.ts';

/** A part of the shop in its own process, which a script may kill at any moment. */
export interface Child {
  readonly pid: number;
  readonly url: string;
  /** Returns everything that the process has printed so far. */
  output(): string;
  hasEnded(): boolean;
  /** Sends the signal, waits until the process has ended, and returns its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Suspends the process (SIGSTOP): it keeps its connections and does not respond. `thaw` resumes it. */
  freeze(): void;
  thaw(): void;
}

interface ChildOptions {
  /** The file to run, relative to `root`. */
  readonly entry: string;
  /** Folder of the program; default: the project's root. */
  readonly root?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly url: string;
  /** A path that returns a status below 500 as soon as the process is ready. */
  readonly readyPath: string;
}

const startMs = 180_000;
const pollMs = 50;
/** The only environment variables that the process inherits. */
const passed = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_COMPILE_CACHE'];

/** Starts a process and waits until it is ready. Throws with its output when it ends before that. */
export async function startChild({ readyPath, ...options }: ChildOptions): Promise<Child> {
  const { entry, url } = options;
  const started = spawnChild(options);
  for (let waited = 0; !(await isReady(`${url}${readyPath}`)); waited += pollMs) {
    if (started.hasEnded() || waited > startMs) {
      await started.end('SIGKILL');
      throw new Error(`${entry} did not start; it said:\n${started.output()}`);
    }
    await pause(pollMs);
  }
  return started;
}

/** Starts a process and returns at once. */
export function spawnChild({ entry, env, url, root = projectRoot }: Omit<ChildOptions, 'readyPath'>): Child {
  const inherited = Object.fromEntries(passed.map((name) => [name, process.env[name]]));
  const child = spawn(process.execPath, [join(root, entry)], {
    cwd: root,
    // Most tests need no pictures.
    env: { ...inherited, PICTURES: 'on-demand', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      printed += text;
    });
  }
  return asChild(child, url, () => printed);
}

function asChild(child: ChildProcess, url: string, output: () => string): Child {
  if (child.pid === undefined) throw new Error('The process could not be started');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    pid: child.pid,
    url,
    output,
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

/** A TCP proxy with a fixed port, for a server that stops and starts again on another port. */
export interface Relay {
  /**
   * Loses everything that is sent from now on, like a broken network: no side gets an error. `restore` ends it:
   * connections continue (`go on`) or stay silent for ever (`silent`), as behind a firewall that has dropped them.
   */
  lose(): void;
  restore(connections: 'go on' | 'silent'): void;
  /** Refuses new connections from now on and cuts the open ones. */
  refuse(): Promise<void>;
  /** Accepts connections again and forwards them to this port. */
  forwardTo(port: number): Promise<void>;
}

/** Starts a relay that forwards connections to `port` of this machine to another local port, `target`. */
export async function openRelay(port: number, target: number): Promise<Relay> {
  let behind = target;
  let isLost = false;
  const open = new Set<Socket>();
  const lines = new Set<readonly [Socket, Socket]>();
  const server = createServer((incoming) => {
    const outgoing = connect(behind, '127.0.0.1');
    const line = [incoming, outgoing] as const;
    lines.add(line);
    incoming.once('close', () => lines.delete(line));
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
      if (!isLost) one.pipe(other);
    }
  });
  const listen = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen();
  return {
    lose() {
      isLost = true;
      for (const [incoming, outgoing] of lines) {
        incoming.unpipe(outgoing).pause();
        outgoing.unpipe(incoming).pause();
      }
    },
    restore(connections) {
      isLost = false;
      if (connections === 'silent') return;
      for (const [incoming, outgoing] of lines) {
        incoming.pipe(outgoing);
        outgoing.pipe(incoming);
      }
    },
    async refuse() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
    async forwardTo(next) {
      behind = next;
      await listen();
    },
  };
}
