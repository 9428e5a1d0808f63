import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureProgram } from '#test/support/ensure-program.ts';
import { reservePort } from '#test/support/reserve-ports.ts';

/** PgBouncer in session mode, with the settings of docs/behaviour/operations.md, "A pooler". */
export interface Pooler {
  /** The address for `DATABASE_URL`. */
  readonly url: string;
  /** Kills PgBouncer, which cuts every connection, and starts it again. */
  cut(): Promise<void>;
  stop(): Promise<void>;
}

const longestMs = 15_000;

export async function openPooler(folder: string, target: URL): Promise<Pooler> {
  ensureProgram('pgbouncer', 'pgbouncer');
  const port = await reservePort();
  const configuration = join(folder, 'pgbouncer.ini');
  writeFileSync(
    configuration,
    `[databases]
* = host=127.0.0.1 port=${target.port} user=${target.username} password=${target.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = session
default_pool_size = 90
max_client_conn = 200
ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout,options
`,
  );
  // PgBouncer does not run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  if (user.length > 0) for (const path of [folder, configuration]) chmodSync(path, 0o755);
  let running: ChildProcess;
  const start = async () => {
    running = spawn('pgbouncer', ['-q', ...user, configuration], { stdio: 'ignore' });
    for (const end = performance.now() + longestMs; !(await isOpen(port)); await pause(50))
      if (performance.now() > end) throw new Error('PgBouncer did not start');
  };
  const kill = async () => {
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  };
  await start();
  const url = new URL(target);
  url.port = String(port);
  return {
    url: url.href,
    async cut() {
      await kill();
      await start();
    },
    stop: kill,
  };
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
