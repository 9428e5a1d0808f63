import { pino } from 'pino';
import type { Log } from '#ports/log.ts';
import { describeError } from './describe-error.ts';

interface LogOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Where the lines go; standard output unless named. */
  readonly destination?: { write(line: string): void };
  /** The id of the request on whose behalf the code runs, undefined in jobs; every line carries it. */
  readonly requestId?: () => string | undefined;
}

/** One line of JSON per event; a line that belongs to a request carries its id. Errors are told without typed data. */
export function createPinoLog({
  level,
  destination = pino.destination(1),
  requestId = () => undefined,
}: LogOptions): Log {
  const logger = pino(
    {
      level,
      base: undefined,
      messageKey: 'event',
      // The description is final: pino would add what it finds.
      serializers: { err: (described) => described },
      mixin: () => {
        const request_id = requestId();
        return request_id === undefined ? {} : { request_id };
      },
    },
    destination,
  );
  return {
    info: (event, facts) => logger.info(facts ?? {}, event),
    warn: (event, facts) => logger.warn(facts ?? {}, event),
    error: (event, cause, facts) => logger.error({ ...facts, err: describeError(cause) }, event),
  };
}
