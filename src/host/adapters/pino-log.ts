import { pino } from 'pino';
import type { Log } from '#host/ports/log.ts';

interface LogOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/** One line of JSON per event on standard output. */
export function createPinoLog({ level }: LogOptions): Log {
  const logger = pino({ level, base: undefined, messageKey: 'event' });
  return {
    info: (event, facts) => logger.info(facts ?? {}, event),
    warn: (event, facts) => logger.warn(facts ?? {}, event),
    error: (event, cause, facts) => logger.error({ ...facts, err: cause }, event),
  };
}
