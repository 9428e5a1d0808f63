import { pino } from 'pino';
import type { Log } from '#host/ports/log.ts';

interface LogOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Where the lines go; standard output unless named. */
  readonly destination?: { write(line: string): void };
}

/** One line of JSON per event. */
export function createPinoLog({ level, destination = pino.destination(1) }: LogOptions): Log {
  const logger = pino({ level, base: undefined, messageKey: 'event' }, destination);
  return {
    info: (event, facts) => logger.info(facts ?? {}, event),
    warn: (event, facts) => logger.warn(facts ?? {}, event),
    error: (event, cause, facts) => logger.error({ ...facts, err: cause }, event),
  };
}
