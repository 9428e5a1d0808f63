import type { FailureCode } from '#core/model/failure.ts';

/** Why an input is refused; each has a text in locales `error` under `input`. */
export const inputReasons = [
  'required',
  'wrong_type',
  'too_short',
  'too_long',
  'too_small',
  'too_large',
  'wrong_format',
  'not_offered',
  'unknown_field',
  'unreadable_character',
  'undrawable_character',
  'reading_missing',
  'postal_code',
] as const;

export type InputReason = (typeof inputReasons)[number];

/** Failures of HTTP itself; no service returns them. */
type TransportCode =
  | 'MALFORMED_BODY'
  | 'BODY_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'METHOD_NOT_ALLOWED'
  | 'UNAVAILABLE'
  | 'INTERNAL';

/** An expected failure of a service, as the error of a Result. Status, headers and texts are added by server/http. */
export interface DomainFailure<Code extends FailureCode = Exclude<FailureCode, TransportCode>> {
  readonly code: Code;
  /** JSON pointer into the body, for example `/data/attributes/email`. */
  readonly pointer?: string;
  /** Name of the invalid query or path parameter. */
  readonly parameter?: string;
  /** Why an input is refused; only with `INVALID_INPUT`. */
  readonly reason?: InputReason;
  /** Seconds after which the same call may succeed. */
  readonly retryAfterSeconds?: number;
}

/** Creates a failure; `details` names the invalid field or the time to wait. */
export function domainFailure(
  code: DomainFailure['code'],
  details: Omit<DomainFailure, 'code'> = {},
): DomainFailure {
  return { code, ...details };
}
