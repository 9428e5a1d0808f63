import { isDeepStrictEqual } from 'node:util';
import { type DomainFailure, domainFailure } from './domain-failure.ts';

/** A value to be changed, read while its row is locked. */
interface ChangedValue<Value> {
  /** The value that the author of the change saw; undefined: any value is replaced. */
  readonly seen: Value | undefined;
  readonly current: Value;
  readonly wanted: Value;
}

/** Refuses a change if somebody else has changed the value since; a repeated call is not refused. */
export function conflictFailure<Value>({ seen, current, wanted }: ChangedValue<Value>): DomainFailure | null {
  const isExpected =
    seen === undefined || isDeepStrictEqual(current, seen) || isDeepStrictEqual(current, wanted);
  return isExpected ? null : domainFailure('RECORD_CHANGED', { pointer: '/seen' });
}
