import { isDeepStrictEqual } from 'node:util';
import { type DomainFailure, domainFailure } from './domain-failure.ts';

/** A value that is changed, read under the lock of its row. */
interface ChangedValue<Value> {
  /** What its author has seen; undefined: they replace whatever is there. */
  readonly seen: Value | undefined;
  readonly current: Value;
  readonly wanted: Value;
}

/** Refuses to replace what somebody else has set meanwhile; a call that is repeated is not refused. */
export function seenFault<Value>({ seen, current, wanted }: ChangedValue<Value>): DomainFailure | null {
  const isExpected =
    seen === undefined || isDeepStrictEqual(current, seen) || isDeepStrictEqual(current, wanted);
  return isExpected ? null : domainFailure('RECORD_CHANGED', { pointer: '/seen' });
}
