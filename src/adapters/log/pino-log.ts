import { pino } from 'pino';
import type { Log } from '#ports/log.ts';
import { describeError } from './describe-error.ts';
import { maskCardNumbers } from './mask-card-numbers.ts';

interface LogOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Standard output by default. */
  readonly destination?: { write(line: string): void };
  /** Returns the id of the current request, added to every line; undefined in jobs. */
  readonly requestId?: () => string | undefined;
}

/** Writes one line of JSON per event. Errors are described without personal data, card numbers are masked. */
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
      // Without this pino would add further properties of the error.
      serializers: { err: (described) => described },
      mixin: () => {
        const request_id = requestId();
        return request_id === undefined ? {} : { request_id };
      },
    },
    { write: (line: string) => void destination.write(maskCardNumbers(line)) },
  );
  return {
    info: (event, facts) => logger.info(facts ?? {}, event),
    warn: (event, facts) => logger.warn(facts ?? {}, event),
    error: (event, cause, facts) => logger.error({ ...facts, err: describeError(cause) }, event),
  };
}
