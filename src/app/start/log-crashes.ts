import type { Log } from '#ports/log.ts';

/**
 * Logs uncaught errors and exits with code 1. Node itself would print every property of the error; PostgreSQL errors
 * contain rows.
 */
export function logCrashes(
  log: Pick<Log, 'error'>,
  crashing: Pick<NodeJS.Process, 'exit'> & {
    on(event: 'uncaughtException', listener: (error: unknown) => void): unknown;
  },
): void {
  crashing.on('uncaughtException', (error) => {
    log.error('process_failed', error);
    crashing.exit(1);
  });
}
