import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Ends the process group of a child when this process ends in any way, also by `kill -9`: a shell waits until its input
 * is closed, then ends the group.
 */
export function endWithThisProcess(child: ChildProcess): void {
  const script = 'read -r _; kill -s TERM -- "-$1" 2>/dev/null';
  const watcher = spawn('/bin/sh', ['-c', script, 'meisterhand-test-watcher', String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => {});
  child.once('close', () => watcher.kill('SIGKILL'));
  watcher.unref();
}
