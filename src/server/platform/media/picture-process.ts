import { fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '#ports/clock.ts';
import type { Log } from '#ports/log.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import type { PictureProgress } from './make-pictures.ts';
import type { PictureFolders, PictureVersion } from './render-picture.ts';

/** The message to the child process. */
export interface PictureRequest {
  readonly folders: PictureFolders;
  /** In the order in which they are rendered. */
  readonly versions: readonly PictureVersion[];
}

interface PictureNeeds extends PictureRequest {
  /** Whether the start waits for them; the process then has normal priority. */
  readonly isAwaited?: boolean;
  readonly clock: Clock;
  readonly log: Log;
  /** Prints a message to the terminal. */
  say(message: string): void;
}

export interface PictureProcess {
  /** Null when the process could not be started. */
  readonly pid: number | null;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Ends the process; missing pictures are rendered after the next start, or on request. */
  stop(): Promise<void>;
}

/** Number of progress entries in the log. */
const steps = 10;

/**
 * Renders pictures in a child process, by default of lowest priority, so that the first visitors of a new shop need not
 * wait for them (docs/behaviour/catalogue.md#pictures). Failures are logged; the shop goes on without the process.
 */
export function startPictureProcess({
  folders,
  versions,
  isAwaited = false,
  clock,
  log,
  say,
}: PictureNeeds): PictureProcess {
  const begun = clock.now();
  let isStopping = false;
  let all = 0;
  let made = 0;
  let failed = 0;
  // Started from the sources, because the build has only one entry.
  const child = fork(join(projectRoot, 'src/server/platform/media/run-picture-process.ts'), {
    env: { NODE_ENV: 'production', NODE_COMPILE_CACHE: getCompileCacheDir() },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // At once, because threads inherit the priority of their process when they start.
  if (child.pid !== undefined && !isAwaited) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      log.error('picture_process_failed', error);
      resolve();
    });
    child.once('exit', (code, signal) => {
      if (code !== 0 && !isStopping)
        log.error('picture_process_failed', new Error(`It ended with ${code ?? signal}`), { made, of: all });
      resolve();
    });
  });
  child.on('message', (progress: PictureProgress) => {
    if (progress.kind === 'missing') {
      all = progress.missing;
      if (all > 0)
        say(
          `Rendering ${all} of ${progress.all} pictures ${isAwaited ? 'of the first pages' : 'in the background'}`,
        );
      return;
    }
    if (progress.kind === 'made') made += 1;
    else {
      failed += 1;
      const { version, reason } = progress;
      log.warn('picture_not_rendered', { ...version, reason });
    }
    const done = made + failed;
    const seconds = Math.round((clock.now() - begun) / 1000);
    if (Math.floor((done * steps) / all) > Math.floor(((done - 1) * steps) / all))
      log.info('pictures_rendered', { made, failed, of: all, seconds });
    if (done === all)
      say(`Rendered ${made} pictures in ${seconds} s${failed === 0 ? '' : `; ${failed} failed`}`);
  });
  child.send({ folders, versions } satisfies PictureRequest, () => {});
  return {
    pid: child.pid ?? null,
    ended,
    async stop() {
      isStopping = true;
      child.kill('SIGKILL');
      await ended;
    },
  };
}
